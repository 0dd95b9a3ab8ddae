// The back-to-top button. Appears after 300 px (spec §2, §9); while hidden it isn't focusable.
import { useEffect, useState } from 'react';
import { Glyph } from './glyph.tsx';

const THRESHOLD_PX = 300;

export function BackToTop() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const update = () => setShown(scrollY > THRESHOLD_PX);
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, []);
  return (
    <button className="icon-btn site-up" data-shown={isShown} aria-label="Back to top" onClick={goToTop}>
      <Glyph name="up" />
    </button>
  );
}

function goToTop() {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: isMotionReduced ? 'instant' : 'smooth' });
  // The button is about to disappear; keyboard users continue from the top of the page.
  document.getElementById('content')?.focus({ preventScroll: true });
}
