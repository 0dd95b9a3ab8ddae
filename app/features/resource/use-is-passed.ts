// Whether someone has scrolled past a part of the page.
import { useEffect, useRef, useState } from 'react';

export function useIsPassed() {
  const place = useRef<HTMLDivElement>(null);
  const [isPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setPassed(!entry.isIntersecting && entry.boundingClientRect.bottom < 0);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isPassed };
}
