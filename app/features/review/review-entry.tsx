// One review, with the reply of the seller or instructor.
import { lazy, type Ref, Suspense, useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { cx } from '#app/lib/cx.ts';
import { formatMonth } from '#shared/dates.ts';
import type { Review } from '#shared/features/review/review.contract.ts';
import { Stars } from '#app/components/review/review-fields.tsx';
import type { ReviewedItem } from './review.api.ts';

/** Loaded on demand: only sellers and instructors need it. */
const ReviewAnswerForm = lazy(() => import('./review-reply-form.tsx'));

type ReviewEntryProps = {
  item: ReviewedItem;
  review: Review;
  isOwn: boolean;
  canAnswer: boolean;
  ref?: Ref<HTMLElement>;
};

export function ReviewEntry({ item, review, isOwn, canAnswer, ref }: ReviewEntryProps) {
  const { author, stars, body, createdAt, isEdited, answer } = review;
  return (
    <article ref={ref} tabIndex={-1} className="review">
      <div className="review-top">
        <h3 className="review-author">
          {author}
          {isOwn && <Badge tone="act">You</Badge>}
        </h3>
        <Stars value={stars} />
      </div>
      <p className="small">
        {formatMonth(createdAt)}
        {isEdited && ', edited'}
      </p>
      {body && <ReviewText>{body}</ReviewText>}
      {answer && (
        <div className="review-answer">
          <p className="small">{formatMonth(answer.at)}</p>
          <p className="review-text">
            <strong>{answer.by} replied:</strong> {answer.body}
          </p>
        </div>
      )}
      {canAnswer && !answer && <Answering item={item} review={review} />}
    </article>
  );
}

function Answering({ item, review }: { item: ReviewedItem; review: Review }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button size="s" className="mt-3" onClick={() => setOpen(true)}>
        Answer<span className="sr-only"> {review.author}</span>
      </Button>
    );
  }
  return (
    <Suspense fallback={<p className="meta mt-3">One moment…</p>}>
      <ReviewAnswerForm item={item} review={review} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

/** Longer texts are folded. */
const LONG = 700;

export function ReviewText({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = children.length > LONG || children.split('\n').length > 12;
  return (
    <>
      <p className={cx('review-text', isLong && !isWhole && 'review-folded')}>{children}</p>
      {isLong && (
        <button
          type="button"
          className="link meta min-h-touch"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Read the whole review'}
        </button>
      )}
    </>
  );
}
