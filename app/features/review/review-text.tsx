// What someone wrote, as plain text with their own line breaks. A very long one is folded.
import { useState } from 'react';
import { cx } from '#app/lib/cx.ts';

/** Longer than this fills a phone. */
const LONG = 700;

export function ReviewText({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = children.length > LONG || children.split('\n').length > 12;
  return (
    <>
      <p className={cx('review-words', isLong && !isWhole && 'review-folded')}>{children}</p>
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
