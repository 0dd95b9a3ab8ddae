// A popover that covers the page on a phone, such as the menu or the filters: a modal dialog while it is open. It stays a
// popover, because those open before any script has loaded.
import { useState, type KeyboardEvent, type ToggleEvent } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

const focusableIn = (sheet: HTMLElement) =>
  [...sheet.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.checkVisibility() && !element.matches(':disabled'),
  );

export function useSheetDialog(label: string) {
  const [isOpen, setOpen] = useState(false);
  return {
    onToggle({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
      setOpen(newState === 'open');
      if (newState === 'open' && !currentTarget.contains(document.activeElement)) {
        focusableIn(currentTarget)[0]?.focus();
      }
    },
    onKeyDown: isOpen ? keepFocusInside : undefined,
    ...(isOpen && { role: 'dialog', 'aria-modal': true, 'aria-label': label }),
  };
}

function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const items = focusableIn(event.currentTarget);
  const leaving = event.shiftKey ? items[0] : items.at(-1);
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  (event.shiftKey ? items.at(-1) : items[0])?.focus();
}
