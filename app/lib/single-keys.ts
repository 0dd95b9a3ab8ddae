// Single keys that do something: where they must not, and whether this person wants them at all.
import { getStoredFlag } from './stored-flag.ts';

export const KEYS_OFF = 'releve_queue_keys_off';

/** Whoever speaks to their computer can switch them off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => !getStoredFlag(KEYS_OFF);

/** Where keys mean something of their own. */
const BUSY =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], audio, video';

export function isTypingIn(target: EventTarget | null): boolean {
  const isThere = target instanceof Element && target.closest(BUSY) !== null;
  return isThere || document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
