// Radix returns focus to a dialog's trigger. A dialog opened by something else (a dropped file,
// a blocked link) has none, so focus returns to where it was.
import { useRef } from 'react';

/** Props of a dialog's content. */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement;
    },
    onCloseAutoFocus() {
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
