// Decides which single keys of the review queue count. A decision about what has only just appeared was meant for something
// else, and so are the keys after it: someone who pressed C for the previous item is already typing the reason.

/** Keys count again after this long without any. Longer than the pause between two letters. */
export const PAUSE_MS = 600;

export type Press = {
  /** In milliseconds, from any start. */
  at: number;
  /** A key of the queue; any other letter is part of a text. */
  isShortcut: boolean;
  isDecision: boolean;
  /** What is on screen has been there for a moment. */
  isReady: boolean;
};

/** `too soon`: the first of a burst that doesn't count, which the person should hear of. */
export type Verdict = 'counts' | 'too soon' | 'ignored';

export function createKeyGate() {
  let closedAt = -Infinity;
  /** Also for letters typed into a field or a dialog. */
  const noteTyping = (at: number) => {
    closedAt = at;
  };
  const judge = ({ at, isShortcut, isDecision, isReady }: Press): Verdict => {
    const isClosed = at - closedAt < PAUSE_MS;
    const isTooSoon = isDecision && !isReady;
    if (isShortcut && !isClosed && !isTooSoon) return 'counts';
    noteTyping(at);
    return isShortcut && !isClosed ? 'too soon' : 'ignored';
  };
  return { judge, noteTyping };
}
