// Whether someone has scrolled past a part of the page.
import { useEffect, useRef, useState } from 'react';

export function useIsPassed() {
  const place = useRef<HTMLDivElement>(null);
  const [isPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    // Whatever lies below the screen counts as in sight: a jump over it, to the top or the end, is a change too.
    const observer = new IntersectionObserver(([entry]) => entry && setPassed(!entry.isIntersecting), {
      rootMargin: '0px 0px 100000px 0px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isPassed };
}
