// The average rating and the distribution of stars.
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
  const shares = sharesOf(histogram);
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
      <ul className="review-bars num" aria-label="Distribution of ratings">
        {[5, 4, 3, 2, 1].map((stars) => (
          <StarBar key={stars} stars={stars} share={shares[stars - 1] ?? 0} />
        ))}
      </ul>
    </div>
  );
}

/** An SVG, because our security policy ignores style attributes in HTML. */
function StarBar({ stars, share }: { stars: number; share: number }) {
  return (
    <li>
      <span>
        {stars}
        <span className="sr-only">{stars === 1 ? ' star' : ' stars'}</span>
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="review-bar-ground" width="100" height="6" />
        <rect className="review-bar-share" width={share} height="6" />
      </svg>
      <span>{share}%</span>
    </li>
  );
}

export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count / total) * 100);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((sum, share) => sum + share, 0);
  const byRest = exact
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .toSorted((one, other) => other.rest - one.rest);
  const rounded = new Set(byRest.slice(0, missing).map(({ at }) => at));
  return whole.map((share, at) => (rounded.has(at) ? share + 1 : share));
}
