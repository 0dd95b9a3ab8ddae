// Keyboard shortcuts of the review queue and the dialog that lists them. They can be turned off for voice control.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { useStoredFlag } from '#app/lib/stored-flag.ts';
import { isTypingIn, KEYS_OFF } from '#app/lib/single-keys.ts';
import { createKeyGate } from './key-gate.ts';

export type QueueKey = 'next' | 'previous' | 'approve' | 'changes' | 'reject' | 'feature' | 'open' | 'help';

const KEYS: Readonly<Record<string, QueueKey>> = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  a: 'approve',
  c: 'changes',
  r: 'reject',
  f: 'feature',
  o: 'open',
  '?': 'help',
};
const DECISIONS: readonly QueueKey[] = ['approve', 'changes', 'reject', 'feature'];
/** Undoes the last decision: handled where that is offered. */
const UNDO = 'z';

type QueueKeys = {
  isOn: boolean;
  /** What is on screen has been there long enough to be decided. */
  isReady: boolean;
  onKey: (key: QueueKey) => void;
  /** A decision came too soon; it and the keys right after it do nothing. */
  onTooSoon: () => unknown;
};

/**
 * A pressed key is ignored until it is released, whatever is on screen by then: a held A approves
 * one item. Some systems send repeats as new presses, so checking `repeat` isn't enough.
 */
export function useQueueKeys({ isOn, isReady, onKey, onTooSoon }: QueueKeys): void {
  const held = useRef(new Set<string>());
  const [gate] = useState(createKeyGate);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = event.key.toLowerCase();
    const key = KEYS[name];
    const isLetter = name.length === 1 && name !== UNDO;
    if ((!key && !isLetter) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isHeld = event.repeat || held.current.has(name);
    held.current.add(name);
    if (isTypingIn(event.target)) return gate.noteTyping(event.timeStamp);
    if (key) event.preventDefault();
    if (isHeld) return;
    const isDecision = key !== undefined && DECISIONS.includes(key);
    const verdict = gate.judge({ at: event.timeStamp, isShortcut: key !== undefined, isDecision, isReady });
    if (verdict === 'counts' && key) onKey(key);
    if (verdict === 'too soon') onTooSoon();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const keys = held.current;
    const release = (event: KeyboardEvent) => void keys.delete(event.key.toLowerCase());
    // A release in another window fires no event here.
    const forget = () => keys.clear();
    document.addEventListener('keydown', press);
    document.addEventListener('keyup', release);
    window.addEventListener('blur', forget);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('keyup', release);
      window.removeEventListener('blur', forget);
    };
  }, [isOn]);
}

export function useKeyboardShortcuts() {
  const [isOff, setOff] = useStoredFlag(KEYS_OFF);
  return { isOn: !isOff, setOn: (isOn: boolean) => setOff(!isOn) };
}

const EXPLAINED: readonly [keys: readonly string[], waiting: string, changed: string][] = [
  [['J', '↓'], 'Next', 'Next'],
  [['K', '↑'], 'Previous', 'Previous'],
  [['A'], 'Approve', 'Mark as reviewed'],
  [['C'], 'Request changes', ''],
  [['R'], 'Reject', 'Archive'],
  [['F'], 'Approve and feature', 'Feature or remove from featured'],
  [['Z'], 'Undo the last decision, for ten seconds', 'Undo the last decision, for ten seconds'],
  [['O'], 'Open the resource page in a new tab', 'Open the resource page in a new tab'],
  [['?'], 'Show these shortcuts', 'Show these shortcuts'],
];

type KeysDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isChanged: boolean;
  keys: ReturnType<typeof useKeyboardShortcuts>;
};

export function KeysDialog({ isOpen, onOpenChange, isChanged, keys }: KeysDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onOpenChange={onOpenChange}>
      <dl className="queue-keys">
        {EXPLAINED.map(([pressed, waiting, changed]) => {
          const label = isChanged ? changed : waiting;
          return (
            label && (
              <div key={waiting} className="contents">
                <dt>
                  {pressed.map((key, at) => (
                    <span key={key}>
                      {at > 0 && ' or '}
                      <kbd>{key}</kbd>
                    </span>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            )
          );
        })}
      </dl>
      <Switch
        className="mt-5"
        checked={keys.isOn}
        onChange={(event) => keys.setOn(event.target.checked)}
        help="Turn this off if you use voice control. Every shortcut has a button too."
      >
        Use single-key shortcuts
      </Switch>
    </Dialog>
  );
}
