// A strip that is wider than a phone: whoever comes by a link to one part of it sees which it is.
import { useEffect, useRef } from 'react';

/** For the part that is current, a child of what scrolls. */
export function useInSight<Part extends HTMLElement>(isCurrent: boolean) {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (isCurrent) bringIntoSight(part.current);
  }, [isCurrent]);
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
