// A seller's own resources in every state: search, sort, page, select, act. The whole state is in the address.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type MetaArgs, useLocation, useNavigate } from 'react-router';
import { UploadChooser } from '#app/components/resource/upload-chooser.tsx';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSearch } from '#app/components/staff/list-search.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { useSelection } from '#app/components/staff/use-selection.ts';
import { BulkBar } from '#app/components/ui/bulk-bar.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { ShopSuspended, useSuspendedShop } from '#app/features/seller/shop-suspended.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, useListAddress, wordsOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { OwnBulkAction } from '#shared/features/authoring/authoring.contract.ts';
import { RESOURCE_STATE_LABELS, RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { ACTION_LABELS, actionsOf, canDo, named } from './own-resource-actions.ts';
import { Outcome, type OwnOutcome, type OwnSort, OwnTable } from './own-resources-table.tsx';
import {
  type OwnResources,
  listOwnResourcesQuery,
  type OwnRow,
  useUpdateOwnResources,
  useDuplicateResource,
} from './authoring.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My resources',
    description: 'Your resources.',
    path: '/my-resources',
    isHidden: true,
  });
}

const SORTS: readonly OwnSort[] = ['updated', 'title', 'sales', 'price'];

export default function OwnResourcesPage() {
  const { search } = useLocation();
  const { params, to, pathname } = useListAddress();
  const q = wordsOf(params);
  const state = oneOf(RESOURCE_STATES, params.get('state'));
  const sort = oneOf(SORTS, params.get('sort')) ?? 'updated';
  const query = useQuery(listOwnResourcesQuery({ q, state, sort, page: pageOf(params) }));
  const counts = query.data?.counts;
  const suspended = useSuspendedShop();
  return (
    <StaffPage
      title="My resources"
      actions={
        <>
          <ButtonLink to="/seller/bundles">Bundles</ButtonLink>
          {!suspended && <UploadChooser />}
        </>
      }
    >
      {suspended && <ShopSuspended shop={suspended} />}
      <div className="mt-4">
        <TabLinks
          label="State"
          tabs={[undefined, ...RESOURCE_STATES].map((one) => ({
            label: one ? RESOURCE_STATE_LABELS[one] : 'All',
            to: to({ state: one }),
            count: counts?.[one ?? 'all'],
            isCurrent: state === one,
          }))}
        />
      </div>
      <div className="mt-6 mb-4 flex flex-wrap items-start gap-3">
        <ListSearch label="Search your resources" placeholder="Title" />
        {(q || state) && (
          <Link className="btn btn-quiet" to={pathname}>
            Clear
          </Link>
        )}
      </div>
      <QueryView
        query={query}
        what="your resources"
        skeleton={<ListSkeleton label="Loading your resources" />}
      >
        {(page) => <List key={search} page={page} sort={sort} isSuspended={suspended !== null} />}
      </QueryView>
    </StaffPage>
  );
}

type Asked = { rows: readonly OwnRow[]; action: OwnBulkAction };

type ListProps = { page: OwnResources; sort: OwnSort; isSuspended: boolean };

function List({ page, sort, isSuspended }: ListProps) {
  const { to } = useListAddress();
  const { selected, selection, clear, keep } = useSelection(page.items, ({ title }) => title || 'Untitled');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outcome, setOutcome] = useState<OwnOutcome | null>(null);
  const change = useUpdateOwnResources();
  const duplicate = useDuplicating();
  const actions = actionsOf(isSuspended);
  const act = async ({ rows, action }: Asked) => {
    const answer = await change.mutateAsync({ ids: rows.map(({ id }) => id), action });
    setOutcome((before) => ({ ...answer, action, number: (before?.number ?? 0) + 1 }));
    keep(answer.refused.map(({ id }) => id));
  };
  return (
    <>
      {outcome && <Outcome key={outcome.number} outcome={outcome} />}
      {page.items.length === 0 ? (
        <Nothing page={page} />
      ) : (
        <>
          <OwnTable
            rows={page.items}
            sort={sort}
            sortTo={(by) => to({ sort: by === 'updated' ? undefined : by })}
            selection={selection}
            actions={actions}
            onAct={(row, action) => setAsked({ rows: [row], action })}
            onDuplicate={isSuspended ? undefined : duplicate}
          />
          <Bulk actions={actions} selected={selected} onClear={clear} onAsk={setAsked} />
          <ListPager {...page} />
        </>
      )}
      {asked && (
        <ConfirmDialog
          isOpen
          title={ACTION_LABELS[asked.action].question(named(asked.rows))}
          description={ACTION_LABELS[asked.action].text}
          confirmLabel={ACTION_LABELS[asked.action].button}
          cancelLabel="Cancel"
          isDestructive={asked.action === 'delete' || asked.action === 'archive'}
          failure={failureTextOf}
          onConfirm={() => act(asked)}
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        />
      )}
    </>
  );
}

type BulkProps = {
  actions: readonly OwnBulkAction[];
  selected: readonly OwnRow[];
  onClear: () => void;
  onAsk: (asked: Asked) => void;
};

/** What at least one of them allows; the others are told why not. */
function Bulk({ actions, selected, onClear, onAsk }: BulkProps) {
  const possible = actions.filter((action) => selected.some((row) => canDo(row, action)));
  return (
    <BulkBar count={selected.length} onClear={onClear}>
      {possible.map((action, at) => (
        <Button
          key={action}
          size="s"
          variant={at === 0 ? 'primary' : 'quiet'}
          onClick={() => onAsk({ rows: selected, action })}
        >
          {ACTION_LABELS[action].button}
        </Button>
      ))}
    </BulkBar>
  );
}

function useDuplicating(): (row: OwnRow) => void {
  const duplicate = useDuplicateResource();
  const navigate = useNavigate();
  return (row) =>
    duplicate.mutate(row.id, {
      onSuccess({ id }) {
        toast({ title: 'A draft with the same fields and files' });
        void navigate(`/curriculum/${id}/edit`);
      },
      onError: (error) =>
        toast({ title: 'That did not work', description: failureTextOf(error), variant: 'destructive' }),
    });
}

function Nothing({ page: { total, counts } }: { page: OwnResources }) {
  const { to, params, pathname } = useListAddress();
  if (total > 0) {
    return (
      <EmptyState
        className="mt-6"
        title="The list ends before this page"
        action={<ButtonLink to={to({})}>Go to its beginning</ButtonLink>}
      >
        Some may have left it since you last looked.
      </EmptyState>
    );
  }
  if (counts.all === 0 && !wordsOf(params)) {
    return (
      <EmptyState
        className="mt-6"
        title="Nothing here yet"
        action={<ButtonLink to="/seller/resources/add">Add your first resource</ButtonLink>}
      >
        A lesson plan, music, a video: what you made for your own classes may help another teacher.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      className="mt-6"
      title="Nothing fits"
      action={<ButtonLink to={pathname}>Show all of them</ButtonLink>}
    >
      None of your resources has what you asked for. Try fewer words or another state.
    </EmptyState>
  );
}
