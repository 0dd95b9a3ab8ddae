// An image that is fetched when it comes within 200 px of the viewport (spec §9). Give the first ones isEager.
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { LAZY_IMAGE_MARGIN_PX } from '#shared/images.ts';
import { cx } from '#app/lib/cx.ts';

type LazyImageProps = Omit<ComponentProps<'img'>, 'loading' | 'ref' | 'style'> & {
  src: string;
  alt: string;
  /** Both are needed: they keep the image's place before it is there. */
  width: number;
  height: number;
  /** In sight when the page opens: fetched at once, before other images. */
  isEager?: boolean;
};

export function LazyImage({ isEager = false, src, srcSet, sizes, alt, className, ...rest }: LazyImageProps) {
  const { image, isNear } = useNearViewport(isEager);
  const attributes = { ...rest, alt, className: cx('lazy', className) };
  if (isEager) {
    return <img {...attributes} src={src} srcSet={srcSet} sizes={sizes} fetchPriority="high" />;
  }
  return (
    <>
      <img
        {...attributes}
        className={cx(attributes.className, !isNear && 'lazy-waiting')}
        ref={image}
        sizes={sizes}
        srcSet={isNear ? srcSet : undefined}
        src={isNear ? src : emptyImage(rest.width, rest.height)}
        decoding="async"
      />
      <noscript>
        <img {...attributes} src={src} srcSet={srcSet} sizes={sizes} loading="lazy" />
      </noscript>
    </>
  );
}

/** An img without a source is drawn as broken by some browsers; this one is nothing, in the right shape. */
function emptyImage(width: number, height: number): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`;
}

function useNearViewport(isEager: boolean) {
  const image = useRef<HTMLImageElement>(null);
  const [isNear, setNear] = useState(isEager);
  useEffect(() => {
    const element = image.current;
    if (!element || isNear) return;
    return onceNear(element, () => setNear(true));
  }, [isNear]);
  return { image, isNear };
}

let observer: IntersectionObserver | undefined;
const waiting = new WeakMap<Element, () => void>();

/** One observer for all images of a page. */
function onceNear(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        waiting.get(target)?.();
        waiting.delete(target);
      }
    },
    { rootMargin: `${LAZY_IMAGE_MARGIN_PX}px` },
  );
  waiting.set(element, callback);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    waiting.delete(element);
  };
}
