// A strip that is wider than a phone: whoever comes by a link to one part of it sees which it is.
import { useEffect, useRef } from 'react';

/**
 * For the part that is current, a child of what scrolls. `words` is what the strip may grow by when it comes, such as
 * a number: then it is looked after once more. Null where the part is not current.
 */
export function useInSight<Part extends HTMLElement>(words: string | null) {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (words !== null) bringIntoSight(part.current);
  }, [words]);
  return part;
}

/** Sideways alone, which `scrollIntoView` cannot promise. */
function bringIntoSight(part: HTMLElement | null): void {
  const strip = part?.parentElement;
  if (!part || !strip) return;
  const [around, own] = [strip.getBoundingClientRect(), part.getBoundingClientRect()];
  if (own.left >= around.left && own.right <= around.right) return;
  strip.scrollBy({ left: own.left - around.left - (around.width - own.width) / 2 });
}
