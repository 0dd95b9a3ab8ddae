// The size of an element on the page, for what is drawn to measure.
import { useLayoutEffect, useState } from 'react';

export type Size = { width: number; height: number };

/** In whole pixels; null until the element is there. Measured before it is first painted, and whenever it changes. */
export function useSize(element: Element | null | undefined): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const [width, height] = [Math.round(box.width), Math.round(box.height)];
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [element]);
  return size;
}
