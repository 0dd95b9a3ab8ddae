// The review queue: the list next to the selected resource. Keyboard first; the whole state is in the address.
import '#app/components/resource/resource.css';
import './moderation.css';
import { useQuery } from '@tanstack/react-query';
import Keyboard from 'icon:keyboard';
import { useEffect, useRef, useState } from 'react';
import { Link, type MetaArgs, useNavigate } from 'react-router';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { idsOf, oneOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { QueueItem } from '#shared/features/moderation/moderation.contract.ts';
import { QUEUE_TABS } from '#shared/features/moderation/moderation.schema.ts';
import { ModerationDialog } from './moderation-dialog.tsx';
import { getStaffResourceQuery, listReviewQueueQuery } from './moderation.api.ts';
import { KeysDialog, useKeyboardShortcuts, useQueueKeys } from './review-queue-keys.tsx';
import { ReviewQueueActions, ReviewQueueList } from './review-queue-list.tsx';
import { ReviewQueuePreview } from './review-queue-preview.tsx';
import { useReviewing } from './use-reviewing.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Review queue',
    description: 'Resources waiting for review.',
    path: '/admin/curriculum',
    isHidden: true,
  });
}

export default function ReviewQueuePage() {
  const { params, to } = useListAddress();
  const tab = oneOf(QUEUE_TABS, params.get('tab')) ?? 'waiting';
  const query = useQuery(listReviewQueueQuery(tab));
  const keys = useKeyboardShortcuts();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { counts } = query.data ?? {};
  const isChanged = tab === 'changed';
  return (
    <StaffPage
      title="Review queue"
      actions={
        <Button
          className="for-keys"
          variant="quiet"
          icon={<Keyboard className="icon" aria-hidden="true" />}
          onClick={() => setHelpOpen(true)}
        >
          Shortcuts
        </Button>
      }
    >
      <div className="mt-4 mb-6">
        <TabLinks
          label="Queues"
          tabs={[
            {
              label: 'Waiting',
              to: to({ tab: undefined, item: undefined }),
              count: counts?.waiting,
              isCurrent: !isChanged,
            },
            {
              label: 'Changed since approval',
              to: to({ tab: 'changed', item: undefined }),
              count: counts?.changed,
              isCurrent: isChanged,
            },
          ]}
        />
      </div>
      <QueryView query={query} what="the queue" skeleton={<ListSkeleton label="Loading the queue" />}>
        {({ items, counts: waiting }) => (
          <Queue
            key={tab}
            items={items}
            total={waiting[tab]}
            areKeysOn={keys.isOn}
            onHelp={() => setHelpOpen(true)}
          />
        )}
      </QueryView>
      <KeysDialog isOpen={isHelpOpen} onOpenChange={setHelpOpen} isChanged={isChanged} keys={keys} />
    </StaffPage>
  );
}

type QueueProps = { items: readonly QueueItem[]; total: number; areKeysOn: boolean; onHelp: () => void };

function Queue({ items, total, areKeysOn, onHelp }: QueueProps) {
  const { params, to } = useListAddress();
  const navigate = useNavigate();
  const given = Number(idsOf([params.get('item') ?? ''])?.[0]);
  // On a desktop the first item opens automatically; on a phone the list comes first.
  const chosenId = given || items[0]?.id;
  const at = items.findIndex(({ id }) => id === chosenId);
  const go = (id: number | undefined) =>
    void navigate(to({ item: id }), { replace: true, preventScrollReset: true });
  const reviewing = useReviewing({ items, at, chosenId, go, onHelp });
  useQueueKeys({
    isOn: areKeysOn,
    isReady: reviewing.isReady,
    onKey: reviewing.onKey,
    onTooSoon: reviewing.explainTooSoon,
  });
  return (
    <>
      <p role="status" className="sr-only">
        {reviewing.announcement}
      </p>
      {chosenId === undefined ? (
        <AllDone isToBeRead={reviewing.hasMoved} />
      ) : (
        <div className="queue" data-open={Boolean(given)}>
          <div className="queue-aside">
            <ReviewQueueList items={items} chosenId={chosenId} total={total} />
          </div>
          <div className="queue-shown">
            <nav className="queue-back" aria-label="Queue">
              <Link className="link" to={to({ item: undefined })}>
                Back to the list
              </Link>
              {[items[at - 1], at < 0 ? undefined : items[at + 1]].map(
                (item, side) =>
                  item && (
                    <Link key={item.id} className="link" to={to({ item: item.id })}>
                      {side === 0 ? 'Previous' : 'Next'}
                    </Link>
                  ),
              )}
            </nav>
            <Chosen
              id={chosenId}
              place={at < 0 ? 'Not in this list' : `${at + 1} of ${total}`}
              reviewing={reviewing}
            />
          </div>
        </div>
      )}
    </>
  );
}

type ChosenProps = { id: number; place: string; reviewing: ReturnType<typeof useReviewing> };

function Chosen({ id, place, reviewing }: ChosenProps) {
  const query = useQuery(getStaffResourceQuery(id));
  return (
    <QueryView query={query} what="this resource" skeleton={<ListSkeleton label="Loading the resource" />}>
      {(resource) => (
        <>
          <ReviewQueuePreview
            key={resource.id}
            resource={resource}
            place={place}
            isToBeRead={reviewing.hasMoved}
            onShown={reviewing.markReady}
          />
          <ReviewQueueActions
            resource={resource}
            isBusy={reviewing.isBusy}
            isReady={reviewing.isReady}
            onAct={reviewing.onKey}
          />
          <ModerationDialog
            action={reviewing.asking}
            what={`“${resource.title}”`}
            onClose={reviewing.closeDialog}
            onConfirm={reviewing.confirm}
          />
        </>
      )}
    </QueryView>
  );
}

function AllDone({ isToBeRead }: { isToBeRead: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isToBeRead) box.current?.focus();
  }, [isToBeRead]);
  return (
    <div ref={box} tabIndex={-1}>
      <EmptyState
        title="The queue is empty"
        action={<ButtonLink to="/admin/resources">See all resources</ButtonLink>}
      >
        Everything has been reviewed. New submissions appear here.
      </EmptyState>
    </div>
  );
}
