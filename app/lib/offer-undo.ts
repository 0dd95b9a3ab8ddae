// After a staff decision: a message that says what was decided, with an Undo that works for as long as the server takes
// one, by button or by the key Z.
import { undoDecision } from '#shared/features/site/site.contract.ts';
import { UNDO_SECONDS } from '#shared/features/site/site.rules.ts';
import { dismissToast, toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { areSingleKeysOn, isTypingIn } from '#app/lib/single-keys.ts';
import type { HeldDecision } from '#shared/features/site/site.schema.ts';

export type Offer = {
  /** “‘Samba bounce’ is published.” */
  words: string;
  decision: HeldDecision;
  /** Lists are to be fetched anew; called also when it was too late. */
  onSettled: () => void;
  onUndone?: () => void;
};

let stopListening: (() => void) | null = null;

export function offerUndo({ words, decision, onSettled, onUndone }: Offer): void {
  stopListening?.();
  let isUsed = false;
  const undo = async () => {
    if (isUsed) return;
    isUsed = true;
    stop();
    dismissToast(id);
    try {
      await browserApi.call(undoDecision, { params: { id: decision.id } });
      toast({ title: 'Undone. Nothing was changed, and nobody was mailed.' });
      onUndone?.();
    } catch (error) {
      toast({ title: 'It was not undone', description: failureTextOf(error), variant: 'destructive' });
    }
    onSettled();
  };
  const id = toast({
    title: words,
    description: `Takes effect in ${UNDO_SECONDS} seconds.`,
    durationMs: UNDO_SECONDS * 1000,
    action: {
      label: 'Undo',
      hint: areSingleKeysOn() ? 'Undo with the key Z' : 'Undo',
      onPress: () => void undo(),
    },
  });
  const press = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (event.key.toLowerCase() !== 'z' || !isPlain || !areSingleKeysOn() || isTypingIn(event.target)) return;
    event.preventDefault();
    void undo();
  };
  // A moment longer than the server takes one: who is just too late is told so, instead of pressing into nothing.
  const timer = setTimeout(stop, (UNDO_SECONDS + 2) * 1000);
  document.addEventListener('keydown', press);
  stopListening = stop;
  // When it has taken effect, what is on the screen is fetched anew; later once more, for a server that is busy.
  for (const late of [3, 8, 20]) setTimeout(onSettled, (UNDO_SECONDS + late) * 1000);

  function stop(): void {
    clearTimeout(timer);
    document.removeEventListener('keydown', press);
    if (stopListening === stop) stopListening = null;
  }
}
