// One review, with the answer of whoever made the thing.
import { lazy, Suspense, useState, type Ref } from 'react';
import { formatMonth } from '#shared/dates.ts';
import type { Review } from '#shared/features/review/review.contract.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ReviewText } from './review-text.tsx';
import type { ReviewedItem } from './review.api.ts';
import { Stars } from './stars.tsx';

/** Only owners ever open it. */
const ReviewAnswerForm = lazy(() => import('./review-answer-form.tsx'));

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
          <p className="review-words">
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
