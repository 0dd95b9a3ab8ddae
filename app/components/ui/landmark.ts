// Where menus and popovers are rendered: inside the landmark of their opener, not at the end of the body, where a
// screen reader moving by landmarks never gets.
import { useCallback, useState } from 'react';

/** An open dialog hides all else from screen readers, and a popover covers it: what they open stays inside them. */
const PLACES = '[role=dialog], [role=alertdialog], [popover], main, body > header, body > footer';

/** `place` is null, which means the body, until the opener that is given `openerRef` is there. */
export function useLandmark() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const openerRef = useCallback(
    (opener: HTMLElement | null) => setPlace(opener?.closest<HTMLElement>(PLACES) ?? null),
    [],
  );
  return { place, openerRef };
}
