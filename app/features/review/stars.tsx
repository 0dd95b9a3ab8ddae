// Five stars, so many of them full. Read aloud as a sentence, not as signs.
const FIVE = 5;

export function Stars({ value }: { value: number }) {
  return (
    <span className="review-stars">
      <span aria-hidden="true">
        <span className="stars-mark">{'★'.repeat(value)}</span>
        {'☆'.repeat(FIVE - value)}
      </span>
      <span className="sr-only">{value === 1 ? '1 star' : `${value} stars`} of 5</span>
    </span>
  );
}
