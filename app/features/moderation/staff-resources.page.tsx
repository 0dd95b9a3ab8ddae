// The staff list of resources in every state, with bulk decisions.
import './moderation.css';
import { useState } from 'react';
import type { MetaArgs } from 'react-router';
import { typeLabel } from '#app/components/resource/resource-format.ts';
import { useBulkActions } from '#app/components/staff/bulk-actions.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { offerUndo } from '#app/lib/undo.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { exportStaffResources, type StaffResource } from '#shared/features/moderation/moderation.contract.ts';
import type { ModerationAction } from '#shared/features/moderation/moderation.schema.ts';
import { RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { ModerationBulk, ModerationDialog, namedResources } from './moderation-dialog.tsx';
import {
  DECISION_DONE_LABELS,
  type ReasonedAction,
  staffResourceFilters,
  STATE_TONES,
} from './moderation-labels.ts';
import { type RowAction, moderationColumns } from './moderation-table.tsx';
import {
  listStaffResourcesQuery,
  useDecideResources,
  useRefreshModeration,
  useToggleFeatured,
} from './moderation.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Resources',
    description: 'Resources in every state.',
    path: '/admin/resources',
    isHidden: true,
  });
}

const TYPES = RESOURCE_TYPES.map((type) => ({ value: type, label: typeLabel(type) }));
const UPDATED = [
  { value: '1', label: 'Updated: today' },
  { value: '7', label: 'Updated: 7 days' },
  { value: '30', label: 'Updated: 30 days' },
  { value: '90', label: 'Updated: 90 days' },
];
const TABS = ['in_review', 'changes_requested', 'published', 'draft', 'rejected', 'archived'] as const;

type Asking = { action: ReasonedAction; rows: readonly StaffResource[] };

export default function StaffResourcesPage() {
  const list = useStaffList(staffResourceFilters, listStaffResourcesQuery);
  const { data, filters } = list;
  const styles = data?.styles ?? (filters.style ? [filters.style] : []);
  const bulk = useBulkActions(data?.items, (row) => row.title);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { act, isBusy } = useModerating(bulk);
  const feature = useToggleFeatured();
  const actOnRow = (row: StaffResource, rowAct: RowAction) => {
    if (rowAct === 'feature') feature.mutate({ params: { id: row.id } }, { onError: sayFailed });
    else setAsking({ action: rowAct, rows: [row] });
  };
  return (
    <>
      <StaffList
        list={list}
        nouns="resources"
        title="Resources"
        csv={exportStaffResources.path}
        tabs={{
          label: 'State',
          name: 'state',
          tabs: [
            { label: 'All', count: data?.counts.all },
            ...TABS.map((state) => ({
              value: state,
              label: STATE_TONES[state].word,
              count: data?.counts[state],
            })),
          ],
        }}
        search={{ placeholder: 'Title, seller or number' }}
        filters={[
          {
            name: 'style',
            label: 'Style',
            all: 'Every style',
            options: styles.map((name) => ({ value: name, label: name })),
          },
          { name: 'type', label: 'Type', all: 'Every type', options: TYPES },
          { name: 'updated', label: 'Updated', all: 'Updated: any time', options: UPDATED },
        ]}
        columns={moderationColumns(actOnRow)}
        hasFaces
        bulk={{
          ...bulk,
          buttons: (
            <ModerationBulk
              isBusy={isBusy}
              onPublish={() => void act(bulk.selected, 'approve').catch(sayFailed)}
              onAsk={(action) => setAsking({ action, rows: bulk.selected })}
            />
          ),
        }}
        empty={{ title: 'No resources yet', text: 'Resources appear here once sellers create them.' }}
      />
      <ModerationDialog
        action={asking?.action ?? null}
        what={namedResources(asking?.rows ?? [])}
        onClose={() => setAsking(null)}
        onConfirm={(action, reason) => act(asking?.rows ?? [], action, reason)}
      />
    </>
  );
}

const sayFailed = (error: unknown) =>
  toast({ title: 'Couldn’t save the decision', description: failureTextOf(error), variant: 'destructive' });

/** Decides about the rows, reports the result and offers to undo it. */
function useModerating({ report, clearOutcome }: ReturnType<typeof useBulkActions<StaffResource>>) {
  const change = useDecideResources();
  const refresh = useRefreshModeration();
  const act = async (rows: readonly StaffResource[], action: ModerationAction, reason?: string) => {
    const body = { ids: rows.map(({ id }) => id), action, ...(reason && { reason }) };
    const { decision, done, refused } = await change.mutateAsync({ body });
    const named = namedResources(rows.filter(({ id }) => done.includes(id)));
    report(
      done.length > 0 && `${named} ${done.length === 1 ? 'is' : 'are'} ${DECISION_DONE_LABELS[action]}.`,
      refused.map(({ id, title, message }) => ({ id, name: title || 'Untitled', message })),
    );
    if (!decision) return;
    offerUndo({
      title: `${named}: ${DECISION_DONE_LABELS[action]}`,
      decision,
      onSettled: refresh,
      onUndone: clearOutcome,
    });
  };
  return { act, isBusy: change.isPending };
}
