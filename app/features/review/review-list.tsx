// The list of reviews: the first three, then ten at a time, sortable.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { formatCount } from '#shared/numbers.ts';
import {
  REVIEW_PAGE_SIZE,
  REVIEW_SORT_LABELS,
  REVIEW_SORTS,
  type ReviewSort,
} from '#shared/features/review/review.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { ReviewEntry } from './review-entry.tsx';
import { reviewsQuery, type ReviewedItem } from './review.api.ts';

/** Reviews shown before unfolding. */
const SHOWN_FIRST = 3;

type ReviewListProps = {
  item: ReviewedItem;
  reviewCount: number;
  ownReviewId: number | undefined;
  canAnswer: boolean;
};

export function ReviewList({ item, reviewCount, ownReviewId, canAnswer }: ReviewListProps) {
  const list = useReviewPages(item, reviewCount);
  const focus = useCallback((element: HTMLElement | null) => element?.focus({ preventScroll: true }), []);
  return (
    <>
      {reviewCount > 1 && <SortField sort={list.sort} onChange={list.changeSort} />}
      <div className={list.isStale ? 'opacity-60' : undefined} aria-busy={list.isStale || undefined}>
        {list.reviews.map((review, at) => (
          <ReviewEntry
            key={review.id}
            ref={at === list.focusAt ? focus : undefined}
            item={item}
            review={review}
            isOwn={review.id === ownReviewId}
            canAnswer={canAnswer}
          />
        ))}
      </div>
      {list.isLoading && <ReviewSkeletons />}
      {list.error && (
        <Notice tone="warn" isAlert className="mt-4">
          We couldn’t load the reviews. {failureTextOf(list.error)}{' '}
          <button type="button" className="link" onClick={list.retry}>
            Try again
          </button>
        </Notice>
      )}
      {list.hasMore && !list.isLoading && !list.error && (
        <Button className="review-more mt-2" onClick={list.showMore}>
          {list.isUnfolded ? 'Show more reviews' : `Read all ${formatCount(reviewCount)} reviews`}
        </Button>
      )}
    </>
  );
}

function useReviewPages(item: ReviewedItem, reviewCount: number) {
  const [sort, setSort] = useState<ReviewSort>('newest');
  const [pageCount, setPageCount] = useState(0);
  const [focusAt, setFocusAt] = useState<number | null>(null);
  // Folded; the first page is already loaded.
  const isUnfolded = pageCount > 0;
  const first = useQuery({ ...reviewsQuery(item, sort), placeholderData: keepPreviousData });
  const later = useQueries({
    queries: Array.from({ length: Math.max(0, pageCount - 1) }, (_, at) => reviewsQuery(item, sort, at + 2)),
  });
  const pages = [first, ...later];
  const all = pages.flatMap(({ data }) => data ?? []);
  const reviews = isUnfolded ? all : all.slice(0, SHOWN_FIRST);
  const lastPage = pages.at(-1)?.data;
  const isAtEnd = isUnfolded && lastPage !== undefined && lastPage.length < REVIEW_PAGE_SIZE;
  return {
    sort,
    reviews,
    isUnfolded,
    focusAt,
    isStale: first.isPlaceholderData,
    isLoading: pages.some(({ isLoading }) => isLoading),
    error: pages.find(({ error }) => error)?.error,
    hasMore: reviews.length < reviewCount && !isAtEnd,
    retry: () => void Promise.all(pages.filter(({ error }) => error).map(({ refetch }) => refetch())),
    changeSort(next: ReviewSort) {
      setSort(next);
      setFocusAt(null);
      setPageCount(Math.min(pageCount, 1));
    },
    showMore() {
      setFocusAt(reviews.length);
      setPageCount(pageCount + 1);
    },
  };
}

const SORT_OPTIONS = REVIEW_SORTS.map((value) => ({ value, label: REVIEW_SORT_LABELS[value] }));

function SortField({ sort, onChange }: { sort: ReviewSort; onChange: (sort: ReviewSort) => void }) {
  return (
    <FormField label="Order of the reviews" isLabelHidden className="review-sort">
      <Select
        value={sort}
        options={SORT_OPTIONS}
        onChange={(event) => onChange(event.target.value as ReviewSort)}
      />
    </FormField>
  );
}

function ReviewSkeletons() {
  return (
    <SkeletonGroup label="Loading reviews" className="grid gap-8 py-5">
      {[0, 1, 2].map((at) => (
        <div key={at}>
          <Skeleton className="h-4 w-32" />
          <Skeleton className="mt-3 h-4" />
          <Skeleton className="mt-2 h-4 w-[70%]" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
