// When to wake up a part of a page that came drawn from the server: when it comes near, or at the first sign that
// someone is there (whatever leads to another page begins with one). Until then it is read and its links lead on, as
// in a page without scripts.
import { LAZY_IMAGE_MARGIN_PX } from '#shared/images.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'popstate'];

/** At once on the server, and in the browser where the part is not on the page yet. */
export function untilWanted(partId: string): Promise<void> {
  const part = typeof document === 'undefined' ? null : document.getElementById(partId);
  if (!part) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && wake(),
      {
        rootMargin: `${LAZY_IMAGE_MARGIN_PX}px`,
      },
    );
    function wake() {
      observer.disconnect();
      for (const sign of SIGNS) removeEventListener(sign, wake);
      resolve();
    }
    for (const sign of SIGNS) addEventListener(sign, wake, { passive: true });
    observer.observe(part);
  });
}
