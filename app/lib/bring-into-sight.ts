// Scrolls a strip that is wider than a phone to its current part.
import { useEffect, useRef } from 'react';

/**
 * Ref for the current part, a child of the scroller. `content` is text that may arrive later and widen the strip, such as
 * a count; it scrolls again then. Null if the part isn't current.
 */
export function useInSight<Part extends HTMLElement>(content: string | null) {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (content !== null) bringIntoSight(part.current);
  }, [content]);
  return part;
}

/** Scrolls only sideways, which `scrollIntoView` can't guarantee. */
function bringIntoSight(part: HTMLElement | null): void {
  const strip = part?.parentElement;
  if (!part || !strip) return;
  const [around, own] = [strip.getBoundingClientRect(), part.getBoundingClientRect()];
  if (own.left >= around.left && own.right <= around.right) return;
  strip.scrollBy({ left: own.left - around.left - (around.width - own.width) / 2 });
}
