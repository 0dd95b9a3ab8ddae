// How many reviews have one to five stars, as bars.
import './review.css';

/** `histogram`: the number of reviews with one to five stars. */
export function StarBars({ histogram }: { histogram: readonly number[] }) {
  const shares = sharesOf(histogram);
  return (
    <ul className="review-bars num" aria-label="Distribution of ratings">
      {[5, 4, 3, 2, 1].map((stars) => (
        <StarBar key={stars} stars={stars} share={shares[stars - 1] ?? 0} />
      ))}
    </ul>
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
