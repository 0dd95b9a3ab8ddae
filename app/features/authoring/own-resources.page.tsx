// A seller's own resources in every state, with bulk actions.
import { useState } from 'react';
import { type MetaArgs, useNavigate } from 'react-router';
import { UploadChooser } from '#app/components/resource/upload-chooser.tsx';
import { useBulkActions } from '#app/components/staff/bulk-actions.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { OwnBulkAction } from '#shared/features/authoring/authoring.contract.ts';
import { RESOURCE_STATE_LABELS, RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import {
  listOwnResourcesQuery,
  type OwnRow,
  useUpdateOwnResources,
  useDuplicateResource,
} from './authoring.api.ts';
import { ACTION_LABELS, actionsOf, canDo, named } from './own-resource-actions.ts';
import { OWN_SORTS, ownColumns } from './own-resources-table.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My resources',
    description: 'Your resources.',
    path: '/my-resources',
    isHidden: true,
  });
}

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  state: oneOf(RESOURCE_STATES, params.get('state')),
  sort: oneOf(OWN_SORTS, params.get('sort')) ?? 'updated',
  page: pageOf(params),
});

type Asked = { rows: readonly OwnRow[]; action: OwnBulkAction };

export default function OwnResourcesPage() {
  const list = useStaffList(filtersIn, listOwnResourcesQuery);
  const { data } = list;
  const suspended = useSellerSuspension();
  const bulk = useBulkActions(data?.items, ({ title }) => title || 'Untitled');
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useUpdateOwnResources();
  const duplicate = useDuplicating();
  const actions = actionsOf(suspended !== null);
  const act = async ({ rows, action }: Asked) => {
    const { done, refused } = await change.mutateAsync({ ids: rows.map(({ id }) => id), action });
    const what = done.length === 1 ? '1 resource' : `${done.length} resources`;
    bulk.report(
      done.length > 0 && `${what} ${ACTION_LABELS[action].done}.`,
      refused.map(({ id, title, message }) => ({ id, name: title || 'Untitled', message })),
    );
  };
  return (
    <>
      <StaffList
        list={list}
        nouns="resources"
        what="your resources"
        title="My resources"
        caption="Your resources"
        actions={
          <>
            <ButtonLink to="/seller/bundles">Bundles</ButtonLink>
            {!suspended && <UploadChooser />}
          </>
        }
        notice={suspended && <SellerSuspended seller={suspended} />}
        tabs={{
          label: 'State',
          name: 'state',
          tabs: [
            { label: 'All', count: data?.counts.all },
            ...RESOURCE_STATES.map((state) => ({
              value: state,
              label: RESOURCE_STATE_LABELS[state],
              count: data?.counts[state],
            })),
          ],
        }}
        search={{ label: 'Search your resources', placeholder: 'Title' }}
        columns={ownColumns({
          actions,
          onAct: (row, action) => setAsked({ rows: [row], action }),
          onDuplicate: suspended ? undefined : duplicate,
        })}
        bulk={{
          ...bulk,
          buttons: <Bulk actions={actions} selected={bulk.selected} onAsk={setAsked} />,
        }}
        empty={{
          title: 'No resources yet',
          text: 'Lesson plans, music, videos: what you made for your own classes can help other teachers.',
          action: <ButtonLink to="/seller/resources/add">Add your first resource</ButtonLink>,
        }}
      />
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
  onAsk: (asked: Asked) => void;
};

/** Actions at least one row allows; the result explains the rest. */
function Bulk({ actions, selected, onAsk }: BulkProps) {
  const possible = actions.filter((action) => selected.some((row) => canDo(row, action)));
  return possible.map((action, at) => (
    <Button
      key={action}
      size="s"
      variant={at === 0 ? 'primary' : 'quiet'}
      onClick={() => onAsk({ rows: selected, action })}
    >
      {ACTION_LABELS[action].button}
    </Button>
  ));
}

function useDuplicating(): (row: OwnRow) => void {
  const duplicate = useDuplicateResource();
  const navigate = useNavigate();
  return (row) =>
    duplicate.mutate(row.id, {
      onSuccess({ id }) {
        toast({ title: 'Resource duplicated' });
        void navigate(`/curriculum/${id}/edit`);
      },
    });
}
