// Who is writing in which conversation, as live events say. It is forgotten a few seconds after the last one.
import { useSyncExternalStore } from 'react';
import type { TypingEvent } from '#shared/live-events.ts';

/** Their browser says so every three seconds. */
const SHOWN_MS = 5000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
let shown: readonly TypingEvent[] = [];
const listeners = new Set<() => void>();

function show(next: readonly TypingEvent[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

const keyOf = ({ conversationId, userId }: TypingEvent) => `${conversationId} ${userId}`;

export function noteTyping(event: TypingEvent): void {
  const key = keyOf(event);
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key);
      show(shown.filter((one) => keyOf(one) !== key));
    }, SHOWN_MS),
  );
  if (!shown.some((one) => keyOf(one) === key)) show([...shown, event]);
}

/** What they were writing has arrived. */
export function clearTyping(conversationId: number): void {
  if (shown.some((one) => one.conversationId === conversationId)) {
    show(shown.filter((one) => one.conversationId !== conversationId));
  }
}

/** Their ids. */
export function useTyping(conversationId: number): number[] {
  const events = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => shown,
  );
  return events.flatMap((event) => (event.conversationId === conversationId ? event.userId : []));
}
