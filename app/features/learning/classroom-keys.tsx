// Keys of the classroom, and the dialog that lists them together with the player's.
import Keyboard from 'icon:keyboard';
import { useEffect, useRef } from 'react';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { areSingleKeysOn, isTypingIn, KEYS_OFF } from '#app/lib/single-keys.ts';
import { useStoredFlag } from '#app/lib/stored-flag.ts';
import { PLAYER_KEYS } from './player/player-actions.ts';

const CLASSROOM_KEYS = [
  { keys: ['N'], does: 'Next lesson' },
  { keys: ['P'], does: 'Previous lesson' },
  { keys: ['M'], does: 'Mark as done, next lesson' },
] as const;

export function KeysHelp() {
  const [areKeysOff, setKeysOff] = useStoredFlag(KEYS_OFF);
  return (
    <Dialog
      title="Keyboard shortcuts"
      trigger={
        <IconButton
          className="classroom-keys-button"
          label="Keyboard shortcuts"
          icon={<Keyboard className="icon" aria-hidden="true" />}
        />
      }
    >
      <dl className="classroom-keys">
        {[...CLASSROOM_KEYS, ...PLAYER_KEYS].map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        className="mt-5"
        checked={!areKeysOff}
        onChange={(event) => setKeysOff(!event.target.checked)}
        help="Turn this off if you use voice control. Every shortcut has a button too."
      >
        Use single-key shortcuts
      </Switch>
    </Dialog>
  );
}

type KeyActions = Readonly<Record<'n' | 'p' | 'm', (() => void) | null>>;

export function useClassroomKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return;
      if (isTypingIn(event.target)) return;
      const act = latest.current[event.key.toLowerCase() as keyof KeyActions];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
