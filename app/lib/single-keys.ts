// Single-key shortcuts: where they are ignored, and whether they are turned on.
import { getStoredFlag } from './stored-flag.ts';

export const KEYS_OFF = 'releve_queue_keys_off';

/** Can be turned off for voice control (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => !getStoredFlag(KEYS_OFF);

/** Elements in which keys already have a meaning. */
const BUSY =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], audio, video';

export function isTypingIn(target: EventTarget | null): boolean {
  const isThere = target instanceof Element && target.closest(BUSY) !== null;
  return isThere || document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
