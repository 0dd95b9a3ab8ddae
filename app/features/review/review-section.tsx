// The reviews of a resource or course: average, histogram, the viewer's own and everyone's. Without a heading.
import '#app/components/review/review.css';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { ReviewList } from './review-list.tsx';
import { ReviewOwn } from './review-own.tsx';
import { type ReviewStats, ReviewSummary } from './review-summary.tsx';
import type { ReviewedItem } from './review.api.ts';

type ReviewSectionProps = {
  item: ReviewedItem;
  numbers: ReviewStats;
  /** The viewer's relationship to the item; undefined for guests. */
  mine?: Pick<MyItem, 'isMine' | 'canReview' | 'review'> | null;
};

const FIRST_REVIEW = {
  resource: 'No reviews yet. If you own it, write the first one.',
  course: 'No reviews yet. If you’ve taken it, write the first one.',
} as const;

export function ReviewSection({ item, numbers, mine }: ReviewSectionProps) {
  const hasReviews = numbers.reviewCount > 0;
  return (
    <div className={hasReviews ? 'review-parts' : undefined}>
      <ReviewSummary item={item} numbers={numbers} />
      <div className="min-w-0">
        {!hasReviews && !mine?.review && <p className="meta mb-4">{FIRST_REVIEW[item.type]}</p>}
        {mine && (mine.canReview || mine.review) && <ReviewOwn item={item} review={mine.review} />}
        {hasReviews && (
          <ReviewList
            // Keyed by item, so sort order and unfolding don't carry over to the next page.
            key={`${item.type}-${item.id}`}
            item={item}
            reviewCount={numbers.reviewCount}
            ownReviewId={mine?.review?.id}
            canAnswer={mine?.isMine ?? false}
          />
        )}
      </div>
    </div>
  );
}
