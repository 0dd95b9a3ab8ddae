// Where the focus goes when a navigation removes the element that had it, such as “Pay”: to the heading of the new page.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const isLost = () => document.activeElement === null || document.activeElement === document.body;

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (!heading || !isLost()) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

export function useArrivalFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    focusHeading();
    // The heading may come later, or replace that of a skeleton; stop once the user has moved on.
    const observer = new MutationObserver(focusHeading);
    observer.observe(document.body, { childList: true, subtree: true });
    const stop = () => {
      observer.disconnect();
      removeEventListener('keydown', stop, true);
      removeEventListener('pointerdown', stop, true);
    };
    addEventListener('keydown', stop, true);
    addEventListener('pointerdown', stop, true);
    return stop;
  }, [pathname]);
}
