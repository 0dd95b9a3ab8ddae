// State of the review queue: handles keys and buttons, and moves on to the next item.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModeratedResource, QueueItem } from '#shared/features/moderation/moderation.contract.ts';
import type { ModerationAction } from '#shared/features/moderation/moderation.schema.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { offerUndo } from '#app/lib/undo.api.ts';
import { DECISION_DONE_LABELS, type ReasonedAction } from './moderation-labels.ts';
import {
  getStaffResourceQuery,
  useDecideInQueue,
  useRefreshModeration,
  useToggleFeatured,
} from './moderation.api.ts';
import { actionsFor } from './review-queue-list.tsx';
import { viewOf } from './review-view.ts';
import type { QueueKey } from './review-queue-keys.tsx';

type Place = {
  items: readonly QueueItem[];
  at: number;
  chosenId: number | undefined;
  go: (id: number | undefined) => void;
  onHelp: () => void;
};

type Extra = { reason?: string; isFeatured?: boolean };

/** Which view has been on screen long enough to be decided. */
function useSeen(shown: ModeratedResource | undefined) {
  const [view, setView] = useState<string | null>(null);
  const has = (resource: ModeratedResource) => view === viewOf(resource);
  return { has, isReady: shown !== undefined && has(shown), mark: setView, reset: () => setView(null) };
}

function explainTooSoon(): void {
  const description = 'This resource has only just appeared. Look at it, then decide again.';
  toast({ title: 'Nothing was decided', description });
}

export function useReviewing({ items, at, chosenId, go, onHelp }: Place) {
  const client = useQueryClient();
  const refresh = useRefreshModeration();
  const moderate = useDecideInQueue();
  const feature = useToggleFeatured();
  const [asking, setAsking] = useState<ReasonedAction | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const isBusy = moderate.isPending || feature.isPending;

  const chosen = (): ModeratedResource | undefined =>
    chosenId === undefined ? undefined : client.getQueryData(getStaffResourceQuery(chosenId).queryKey);
  const seen = useSeen(chosen());
  const moveTo = (item: QueueItem | undefined) => {
    setMoved(true);
    seen.reset();
    go(item?.id);
  };
  /** To the next item, or the previous one at the end. */
  const goOn = () => moveTo(items[at + 1] ?? items[at - 1]);

  const refused = (error: unknown) => {
    toast({ title: 'Couldn’t save the decision', description: failureTextOf(error), variant: 'destructive' });
    // Someone else decided first; the refetched list no longer has it.
    if (error instanceof ApiError && error.status === 409) goOn();
  };

  const decide = async (resource: ModeratedResource, action: ModerationAction, extra: Extra = {}) => {
    const { id, title, revision } = resource;
    const body = { action, revision, ...extra };
    const { decision } = await moderate.mutateAsync({ params: { id }, body });
    const message = `“${title}” is ${DECISION_DONE_LABELS[action]}.`;
    setAnnouncement(message);
    offerUndo({
      title: message,
      decision,
      onSettled: refresh,
      onUndone: () => {
        setAnnouncement(`Undone: “${title}” is back in the queue.`);
        setMoved(true);
        go(id);
      },
    });
    goOn();
  };

  const toggle = async ({ id, title }: ModeratedResource) => {
    const { isFeatured } = await feature.mutateAsync({ params: { id } });
    const message = isFeatured ? `“${title}” is featured.` : `“${title}” is no longer featured.`;
    setAnnouncement(message);
    toast({ title: message });
  };

  const act = (resource: ModeratedResource, key: QueueKey): void => {
    const isWaiting = resource.state === 'in_review';
    if (key === 'open') window.open(`/curriculum/${resource.id}`, '_blank', 'noreferrer');
    if (isBusy || !(key in actionsFor(resource))) return;
    // It appeared a moment ago, so this was meant for the previous item.
    if (!seen.has(resource)) return explainTooSoon();
    if (key === 'approve') decide(resource, isWaiting ? 'approve' : 'seen').catch(refused);
    if (key === 'changes') setAsking('request-changes');
    if (key === 'reject') setAsking(isWaiting ? 'reject' : 'archive');
    if (key === 'feature')
      (isWaiting ? decide(resource, 'approve', { isFeatured: true }) : toggle(resource)).catch(refused);
  };

  return {
    asking,
    announcement,
    hasMoved,
    isBusy,
    isReady: seen.isReady,
    /** It has been on screen long enough to be seen. */
    markReady: seen.mark,
    explainTooSoon: () => chosenId !== undefined && explainTooSoon(),
    closeDialog: () => setAsking(null),
    async confirm(action: ReasonedAction, reason: string) {
      const resource = chosen();
      if (!resource) return;
      try {
        await decide(resource, action, { reason });
      } catch (error) {
        // A lost race is reported as a toast; other errors stay in the dialog, with what was typed.
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
