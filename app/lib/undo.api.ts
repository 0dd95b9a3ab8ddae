// The toast after a staff decision, with an Undo button (or the key Z) that works until the decision takes effect.
import * as contract from '#shared/features/site/site.contract.ts';
import { UNDO_SECONDS } from '#shared/features/site/site.rules.ts';
import { dismissToast, toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from './api-client.ts';
import { failureTextOf } from './form-errors.ts';
import { areSingleKeysOn, isTypingIn } from './single-keys.ts';
import type { HeldDecision } from '#shared/features/site/site.schema.ts';

export type Offer = {
  /** What was decided: “Samba bounce” published. */
  title: string;
  decision: HeldDecision;
  /** Refetches the lists; called in any case, also when it was too late to undo. */
  onSettled: () => void;
  onUndone?: () => void;
};

export const undoDecision = (id: string) => browserApi.call(contract.undoDecision, { params: { id } });

let stopListening: (() => void) | null = null;

export function offerUndo({ title, decision, onSettled, onUndone }: Offer): void {
  stopListening?.();
  let isUsed = false;
  const undo = async () => {
    if (isUsed) return;
    isUsed = true;
    stop();
    dismissToast(id);
    try {
      await undoDecision(decision.id);
      toast({ title: 'Decision undone', description: 'Nothing has changed and no email was sent.' });
      onUndone?.();
    } catch (error) {
      toast({
        title: 'Couldn’t undo the decision',
        description: failureTextOf(error),
        variant: 'destructive',
      });
    }
    onSettled();
  };
  const id = toast({
    title,
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
  // Slightly longer than the server allows: a press that comes just too late gets an error instead of nothing.
  const timer = setTimeout(stop, (UNDO_SECONDS + 2) * 1000);
  document.addEventListener('keydown', press);
  stopListening = stop;
  // Refetch once the decision has taken effect, and again later in case the server is busy.
  for (const late of [3, 8, 20]) setTimeout(onSettled, (UNDO_SECONDS + late) * 1000);

  function stop(): void {
    clearTimeout(timer);
    document.removeEventListener('keydown', press);
    if (stopListening === stop) stopListening = null;
  }
}
