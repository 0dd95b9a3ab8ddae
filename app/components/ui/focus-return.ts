// Radix gives the focus back to the button that opens a dialog. One that is opened by something else (a dropped file,
// a link that was held back) has no such button: the focus goes back to where it was.
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
