// The way back up a long page. Shows after 300 px (spec §2, §9); hidden, it cannot be reached by keyboard either.
import { useEffect, useState } from 'react';
import { Glyph } from './glyph.tsx';

const THRESHOLD_PX = 300;

export function BackToTop() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const look = () => setShown(scrollY > THRESHOLD_PX);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return (
    <button className="icon-btn site-up" data-shown={isShown} aria-label="Back to top" onClick={goToTop}>
      <Glyph name="up" />
    </button>
  );
}

function goToTop() {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
  // The button is about to vanish; whoever pressed it with a key goes on from the top of the page.
  document.getElementById('content')?.focus({ preventScroll: true });
}
