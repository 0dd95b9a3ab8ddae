// The average rating and the distribution of stars.
import { StarBars } from '#app/components/review/star-bars.tsx';
import { formatCount } from '#shared/numbers.ts';
import type { ReviewedItem } from './review.api.ts';

export type ReviewStats = {
  /** Null before the first review. */
  rating: number | null;
  reviewCount: number;
  /** Number of reviews with one to five stars. */
  histogram: readonly number[];
};

const WHO = { resource: 'who have it', course: 'who took it' } as const;

export function ReviewSummary({ item, numbers }: { item: ReviewedItem; numbers: ReviewStats }) {
  const { rating, reviewCount, histogram } = numbers;
  if (rating === null) return null;
  return (
    <div className="review-summary">
      <p className="review-average num">
        {rating.toFixed(1)}
        <span className="sr-only"> of 5 stars</span>
      </p>
      <p className="meta mt-2.5 mb-4">
        from {reviewCount === 1 ? '1 teacher' : `${formatCount(reviewCount)} teachers`}{' '}
        {reviewCount === 1 && item.type === 'resource' ? 'who has it' : WHO[item.type]}
      </p>
      <StarBars histogram={histogram} />
    </div>
  );
}
