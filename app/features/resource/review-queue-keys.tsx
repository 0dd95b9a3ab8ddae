// The keys of the review queue, and the page that explains them. Whoever speaks to their computer can switch them off.
import { useEffect, useEffectEvent } from 'react';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { useRememberedFlag } from '#app/lib/remembered-flag.ts';

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

/** Where keys mean something of their own. */
const BUSY =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], audio, video';

export function useQueueKeys(isOn: boolean, onKey: (key: QueueKey) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = KEYS[event.key.toLowerCase()];
    if (!key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const isTyping = event.target instanceof Element && event.target.closest(BUSY);
    if (isTyping || document.querySelector('[role=dialog], [role=alertdialog]')) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

export function useKeysSwitch() {
  const [isOff, setOff] = useRememberedFlag('releve_queue_keys_off');
  return { isOn: !isOff, setOn: (isOn: boolean) => setOff(!isOn) };
}

const EXPLAINED: readonly [keys: readonly string[], waiting: string, changed: string][] = [
  [['J', '↓'], 'Next', 'Next'],
  [['K', '↑'], 'Previous', 'Previous'],
  [['A'], 'Approve', 'Looked at, all good'],
  [['C'], 'Ask for changes', ''],
  [['R'], 'Reject', 'Archive'],
  [['F'], 'Approve and feature', 'Feature, or no longer'],
  [['O'], 'Open its page in a new tab', 'Open its page in a new tab'],
  [['?'], 'Show these keys', 'Show these keys'],
];

type KeysDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isChanged: boolean;
  keys: ReturnType<typeof useKeysSwitch>;
};

export function KeysDialog({ isOpen, onOpenChange, isChanged, keys }: KeysDialogProps) {
  return (
    <Dialog title="Keys of the queue" isOpen={isOpen} onOpenChange={onOpenChange}>
      <dl className="queue-keys">
        {EXPLAINED.map(([pressed, waiting, changed]) => {
          const words = isChanged ? changed : waiting;
          return (
            words && (
              <div key={waiting} className="contents">
                <dt>
                  {pressed.map((key, at) => (
                    <span key={key}>
                      {at > 0 && ' or '}
                      <kbd>{key}</kbd>
                    </span>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            )
          );
        })}
      </dl>
      <Switch
        className="mt-5"
        checked={keys.isOn}
        onChange={(event) => keys.setOn(event.target.checked)}
        help="Off helps if you control the computer by voice. Everything has a button as well."
      >
        Use single keys
      </Switch>
    </Dialog>
  );
}
