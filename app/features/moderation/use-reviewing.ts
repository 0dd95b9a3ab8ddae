// Working through the queue: what a key or a button does, and what comes next.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModeratedResource, QueueItem } from '#shared/features/moderation/moderation.contract.ts';
import type { ModerationAction } from '#shared/features/moderation/moderation.schema.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { offerUndo } from '#app/lib/offer-undo.ts';
import { DECISION_DONE_LABELS, type ReasonedAction } from './moderation-labels.ts';
import {
  getStaffResourceQuery,
  useDecideInQueue,
  useRefreshModeration,
  useToggleFeatured,
} from './moderation.api.ts';
import { actionsFor } from './review-queue-list.tsx';
import type { QueueKey } from './review-queue-keys.tsx';

type Place = {
  items: readonly QueueItem[];
  at: number;
  chosenId: number | undefined;
  go: (id: number | undefined) => void;
  onHelp: () => void;
};

type Extra = { reason?: string; isFeatured?: boolean };

export function useReviewing({ items, at, chosenId, go, onHelp }: Place) {
  const client = useQueryClient();
  const refresh = useRefreshModeration();
  const moderate = useDecideInQueue();
  const feature = useToggleFeatured();
  const [asking, setAsking] = useState<ReasonedAction | null>(null);
  const [said, setSaid] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const [readyId, setReadyId] = useState<number | null>(null);
  const isReady = readyId === chosenId && chosenId !== undefined;
  const isBusy = moderate.isPending || feature.isPending;

  const chosen = (): ModeratedResource | undefined =>
    chosenId === undefined ? undefined : client.getQueryData(getStaffResourceQuery(chosenId).queryKey);
  const moveTo = (item: QueueItem | undefined) => {
    setMoved(true);
    setReadyId(null);
    go(item?.id);
  };
  /** The one behind it, or the last that is left. */
  const goOn = () => moveTo(items[at + 1] ?? items[at - 1]);

  const refused = (error: unknown) => {
    toast({ title: 'Nothing was changed', description: failureTextOf(error), variant: 'destructive' });
    // Somebody was quicker: the list is fetched anew, and what it no longer holds is left.
    if (error instanceof ApiError && error.status === 409) goOn();
  };

  const decide = async (resource: ModeratedResource, action: ModerationAction, extra: Extra = {}) => {
    const { id, title, revision } = resource;
    const body = { action, revision, ...extra };
    const { decision } = await moderate.mutateAsync({ params: { id }, body });
    const words = `“${title}” is ${DECISION_DONE_LABELS[action]}.`;
    setSaid(words);
    offerUndo({
      words,
      decision,
      onSettled: refresh,
      onUndone: () => {
        setSaid(`Undone: “${title}” waits again.`);
        setMoved(true);
        go(id);
      },
    });
    goOn();
  };

  const toggle = async ({ id, title }: ModeratedResource) => {
    const { isFeatured } = await feature.mutateAsync({ params: { id } });
    const words = isFeatured ? `“${title}” is on the front pages.` : `“${title}” is off the front pages.`;
    setSaid(words);
    toast({ title: words });
  };

  const act = (resource: ModeratedResource, key: QueueKey): void => {
    const isWaiting = resource.state === 'in_review';
    if (key === 'open') window.open(`/curriculum/${resource.id}`, '_blank', 'noreferrer');
    if (isBusy || !(key in actionsFor(resource))) return;
    // It has only just appeared: this press was meant for the one before.
    if (!isReady) return setSaid(`Read “${resource.title}” first: it has only just appeared.`);
    if (key === 'approve') decide(resource, isWaiting ? 'approve' : 'seen').catch(refused);
    if (key === 'changes') setAsking('request-changes');
    if (key === 'reject') setAsking(isWaiting ? 'reject' : 'archive');
    if (key === 'feature')
      (isWaiting ? decide(resource, 'approve', { isFeatured: true }) : toggle(resource)).catch(refused);
  };

  return {
    asking,
    said,
    hasMoved,
    isBusy,
    isReady,
    /** Painted, and there for long enough to be seen. */
    markReady: setReadyId,
    closeDialog: () => setAsking(null),
    async confirm(action: ReasonedAction, reason: string) {
      const resource = chosen();
      if (!resource) return;
      try {
        await decide(resource, action, { reason });
      } catch (error) {
        // Too late is told outside, beside the list that shows it; anything else beside the words that were written.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        refused(error);
      }
    },
    onKey(key: QueueKey) {
      if (key === 'help') return onHelp();
      if (key === 'next' || key === 'previous') {
        const item = items[at < 0 ? 0 : at + (key === 'next' ? 1 : -1)];
        if (item) moveTo(item);
        return undefined;
      }
      const resource = chosen();
      if (resource) act(resource, key);
      return undefined;
    },
  };
}
