// All resources, for officers: search, filter, sort, page, select, export. The whole state is in the address.
import './moderation.css';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, type MetaArgs, useLocation } from 'react-router';
import { typeLabel } from '#app/components/resource/resource-format.ts';
import { ListFilter } from '#app/components/staff/list-filter.tsx';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSearch } from '#app/components/staff/list-search.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { useSelection } from '#app/components/staff/use-selection.ts';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { offerUndo } from '#app/lib/offer-undo.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { ContractOutput } from '#shared/contract.ts';
import {
  exportStaffResources,
  type listStaffResources,
  type StaffResource,
} from '#shared/features/moderation/moderation.contract.ts';
import type { ModerationAction } from '#shared/features/moderation/moderation.schema.ts';
import type { ResourceState } from '#shared/features/resource/resource.states.ts';
import { RESOURCE_TYPES } from '#shared/vocabulary.ts';
import {
  type BulkResult,
  ModerationBulk,
  ModerationDialog,
  ModerationOutcome,
  namedResources,
} from './moderation-dialog.tsx';
import {
  DECISION_DONE_LABELS,
  exportAddress,
  type ReasonedAction,
  staffResourceFilters,
  type StaffResourceFilters,
  STATE_TONES,
} from './moderation-labels.ts';
import { ModerationTable, type RowAction } from './moderation-table.tsx';
import {
  listStaffResourcesQuery,
  useDecideResources,
  useRefreshModeration,
  useToggleFeatured,
} from './moderation.api.ts';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Resources',
    description: 'Resources in every state.',
    path: '/admin/resources',
    isHidden: true,
  });
}

type Resources = ContractOutput<typeof listStaffResources>;

const TYPES = RESOURCE_TYPES.map((type) => ({ value: type, label: typeLabel(type) }));
const UPDATED = [
  { value: '1', label: 'Updated: today' },
  { value: '7', label: 'Updated: 7 days' },
  { value: '30', label: 'Updated: 30 days' },
  { value: '90', label: 'Updated: 90 days' },
];

export default function StaffResourcesPage() {
  const { search } = useLocation();
  const { params } = useListAddress();
  const filters = staffResourceFilters(params);
  const { q, style, type, updated } = filters;
  const query = useQuery(listStaffResourcesQuery(filters));
  const styles = query.data?.styles ?? (style ? [style] : []);
  return (
    <StaffPage
      title="Resources"
      actions={
        query.data && (
          <a className={buttonClass()} href={exportAddress(exportStaffResources.path, filters)} download>
            <Download className="icon" aria-hidden="true" />
            Export CSV
          </a>
        )
      }
    >
      <div className="mt-4">
        <StateTabs filters={filters} counts={query.data?.counts} />
      </div>
      <div className="mt-6 mb-4 flex flex-wrap items-start gap-3">
        <ListSearch label="Search resources" placeholder="Title, seller or number" />
        <ListFilter
          name="style"
          label="Style"
          all="Every style"
          options={styles.map((name) => ({ value: name, label: name }))}
        />
        <ListFilter name="type" label="Type" all="Every type" options={TYPES} />
        <ListFilter name="updated" label="Updated" all="Updated: any time" options={UPDATED} />
        {(q || style || type || updated) && (
          <Link className="btn btn-quiet" to="/admin/resources">
            Clear
          </Link>
        )}
      </div>
      <QueryView
        query={query}
        what="the resources"
        skeleton={<ListSkeleton label="Loading resources" hasFaces />}
      >
        {(resources) => <ResourceList key={search} resources={resources} filters={filters} />}
      </QueryView>
    </StaffPage>
  );
}

const TABS = ['in_review', 'changes_requested', 'published', 'draft', 'rejected', 'archived'] as const;

type StateTabsProps = { filters: StaffResourceFilters; counts: Resources['counts'] | undefined };

function StateTabs({ filters, counts }: StateTabsProps) {
  const { to } = useListAddress();
  const tab = (label: string, state: ResourceState | undefined) => ({
    label,
    to: to({ state }),
    count: counts?.[state ?? 'all'],
    isCurrent: filters.state === state,
  });
  return (
    <TabLinks
      label="State"
      tabs={[tab('All', undefined), ...TABS.map((state) => tab(STATE_TONES[state].word, state))]}
    />
  );
}

type Asking = { action: ReasonedAction; rows: readonly StaffResource[] };

function ResourceList({ resources, filters }: { resources: Resources; filters: StaffResourceFilters }) {
  const { to } = useListAddress();
  const { selected, selection, clear, keep } = useSelection(resources.items, (row) => row.title);
  const [result, setResult] = useState<BulkResult | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const change = useDecideResources();
  const feature = useToggleFeatured();
  const refresh = useRefreshModeration();
  const act = async (rows: readonly StaffResource[], action: ModerationAction, reason?: string) => {
    const titles = new Map(rows.map(({ id, title }) => [id, title]));
    const body = { ids: [...titles.keys()], action, ...(reason && { reason }) };
    const answer = await change.mutateAsync({ body });
    setResult((before) => ({ ...answer, action, titles, number: (before?.number ?? 0) + 1 }));
    keep(answer.refused.map(({ id }) => id));
    const { decision, done } = answer;
    if (!decision) return;
    const named = namedResources(rows.filter(({ id }) => done.includes(id)));
    offerUndo({
      words: `${named}: ${DECISION_DONE_LABELS[action]}`,
      decision,
      onSettled: refresh,
      onUndone: () => setResult(null),
    });
  };
  const failed = (error: unknown) =>
    toast({ title: 'Nothing was changed', description: failureTextOf(error), variant: 'destructive' });
  const actOnRow = (row: StaffResource, rowAct: RowAction) => {
    if (rowAct === 'feature') feature.mutate({ params: { id: row.id } }, { onError: failed });
    else setAsking({ action: rowAct, rows: [row] });
  };
  return (
    <>
      {result && <ModerationOutcome key={result.number} result={result} />}
      {resources.items.length === 0 ? (
        <NothingHere isPastEnd={resources.total > 0} />
      ) : (
        <>
          <ModerationTable
            rows={resources.items}
            sort={filters.sort}
            sortTo={(sort) => to({ sort: sort === 'updated' ? undefined : sort })}
            selection={selection}
            onAct={actOnRow}
          />
          <ModerationBulk
            count={selected.length}
            isBusy={change.isPending}
            onClear={clear}
            onPublish={() => void act(selected, 'approve').catch(failed)}
            onAsk={(action) => setAsking({ action, rows: selected })}
          />
          <ListPager {...resources} />
        </>
      )}
      <ModerationDialog
        action={asking?.action ?? null}
        what={namedResources(asking?.rows ?? [])}
        onClose={() => setAsking(null)}
        onConfirm={(action, reason) => act(asking?.rows ?? [], action, reason)}
      />
    </>
  );
}

function NothingHere({ isPastEnd }: { isPastEnd: boolean }) {
  const { to } = useListAddress();
  return isPastEnd ? (
    <EmptyState
      className="mt-6"
      title="The list ends before this page"
      action={<ButtonLink to={to({})}>Go to its beginning</ButtonLink>}
    >
      Some resources may have left it since you last looked.
    </EmptyState>
  ) : (
    <EmptyState
      className="mt-6"
      title="Nothing fits"
      action={<ButtonLink to="/admin/resources">Show all resources</ButtonLink>}
    >
      No resource has all of what you asked for. Try fewer words or another filter.
    </EmptyState>
  );
}
