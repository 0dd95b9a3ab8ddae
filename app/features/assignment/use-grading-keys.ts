// Single keys of the grading desk. Every one has a button too, and they can be turned off for voice control.
import { useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn, isTypingIn } from '#app/lib/single-keys.ts';

export type GradingKeys = {
  onNext(): void;
  onPrevious(): void;
  onMove(by: 1 | -1): void;
  onDigit(points: number): void;
  onComment(): void;
  onPass(): void;
  onReturn(): void;
};

/** Enter on a button or link presses that button. */
const PRESSED_BY_ENTER = 'button, a, summary, [role=button]';

export function useGradingKeys(keys: GradingKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!areSingleKeysOn() || isTyping(event.target)) return;
    const action = actionOf(event, keys);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Radios of the rubric take arrows by themselves, but no letters or digits. */
function isTyping(target: EventTarget | null): boolean {
  const isRadio = target instanceof HTMLInputElement && target.type === 'radio';
  return !isRadio && isTypingIn(target);
}

function actionOf({ key, target }: KeyboardEvent, keys: GradingKeys): (() => void) | null {
  if (/^\d$/.test(key)) return () => keys.onDigit(Number(key));
  const isOnRadio = target instanceof HTMLInputElement;
  switch (key.toLowerCase()) {
    case 'j':
      return keys.onNext;
    case 'k':
      return keys.onPrevious;
    case 'arrowdown':
      return isOnRadio ? null : () => keys.onMove(1);
    case 'arrowup':
      return isOnRadio ? null : () => keys.onMove(-1);
    case 'c':
      return keys.onComment;
    case 'r':
      return keys.onReturn;
    case 'enter':
      return target instanceof Element && target.closest(PRESSED_BY_ENTER) ? null : keys.onPass;
    default:
      return null;
  }
}
