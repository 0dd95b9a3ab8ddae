// An image that is fetched when it comes within 200 px of the viewport (spec §9).
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { LAZY_IMAGE_MARGIN_PX } from '#shared/images.ts';
import { cx } from '#app/lib/cx.ts';

type LazyImageProps = Omit<ComponentProps<'img'>, 'loading' | 'ref' | 'style' | 'onError'> & {
  src: string;
  alt: string;
  /** Both are required, to reserve the space. */
  width: number;
  height: number;
  /** Visible when the page opens, so loaded first. */
  isEager?: boolean;
};

export function LazyImage({ isEager = false, src, srcSet, sizes, alt, className, ...rest }: LazyImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const isNear = useNearViewport(image, isEager);
  const { hasFailed, onError } = useFailure(image, src);
  const real = { ...rest, src, srcSet, sizes };
  // A failed image shows its background instead of the broken-image icon.
  const looks = cx('lazy', hasFailed && 'lazy-failed', className);
  if (isEager)
    return <img {...real} alt={alt} ref={image} className={looks} fetchPriority="high" onError={onError} />;
  const waiting = { ...rest, src: emptyImage(rest.width, rest.height) };
  return (
    <>
      <img
        {...(isNear ? real : waiting)}
        alt={alt}
        ref={image}
        className={cx(looks, !isNear && 'lazy-waiting')}
        decoding="async"
        onError={onError}
      />
      <noscript>
        <img {...real} alt={alt} className={looks} loading="lazy" />
      </noscript>
    </>
  );
}

/** A transparent placeholder, because some browsers show an img without a source as broken. */
function emptyImage(width: number, height: number): string {
  const size = `width='${width}' height='${height}'`;
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' ${size}/%3E`;
}

function useFailure(image: { current: HTMLImageElement | null }, src: string) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  useEffect(() => {
    // It may have failed before React hydrated.
    const element = image.current;
    // oxlint-disable-next-line react/set-state-in-effect -- the DOM is where this is known
    if (element?.complete && element.naturalWidth === 0) setFailedSrc(src);
  }, [image, src]);
  return { hasFailed: failedSrc === src, onError: () => setFailedSrc(src) };
}

function useNearViewport(image: { current: HTMLImageElement | null }, isEager: boolean): boolean {
  const [isNear, setNear] = useState(isEager);
  useEffect(() => {
    const element = image.current;
    if (!element || isNear) return undefined;
    return onceNear(element, () => setNear(true));
  }, [image, isNear]);
  return isNear;
}

let observer: IntersectionObserver | undefined;
const waitingImages = new WeakMap<Element, () => void>();

/** One observer for all images of a page. */
function onceNear(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        waitingImages.get(target)?.();
        waitingImages.delete(target);
      }
    },
    { rootMargin: `${LAZY_IMAGE_MARGIN_PX}px` },
  );
  waitingImages.set(element, callback);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    waitingImages.delete(element);
  };
}
