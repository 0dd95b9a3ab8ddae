// The queue, longest waiting first, and the decision buttons.
import Check from 'icon:check';
import ExternalLink from 'icon:external-link';
import Star from 'icon:star';
import { Link } from 'react-router';
import { When } from '#app/components/staff/when.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import type { ModeratedResource, QueueItem } from '#shared/features/moderation/moderation.contract.ts';
import type { QueueKey } from './review-queue-keys.tsx';

type ReviewQueueListProps = {
  items: readonly QueueItem[];
  chosenId: number | undefined;
  /** Everything waiting, including items beyond this list. */
  total: number;
};

export function ReviewQueueList({ items, chosenId, total }: ReviewQueueListProps) {
  const { to } = useListAddress();
  return (
    <>
      <ol className="queue-list" aria-label="Waiting">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={to({ item: item.id })}
              className="queue-item"
              aria-current={item.id === chosenId ? 'true' : undefined}
              preventScrollReset
            >
              <img src={item.thumbnailUrl} alt="" width={34} height={42} loading="lazy" />
              <span className="min-w-0 wrap-anywhere">
                <strong className="font-semibold">{item.title}</strong>
                <span className="small block">
                  {item.sellerName}, {item.type}
                </span>
                <span className="small block">
                  <When iso={item.since} />
                  {item.isAgain && ', resubmitted'}
                  {item.isMine && ', your own'}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {total > items.length && <p className="meta mt-3">And {total - items.length} more.</p>}
    </>
  );
}

type ReviewQueueActionsProps = {
  resource: ModeratedResource;
  isBusy: boolean;
  /** It has been on screen long enough to be decided. */
  isReady: boolean;
  onAct: (act: QueueKey) => void;
};

/** The label of each available action; actions without a label are unavailable. */
export function actionsFor(resource: ModeratedResource): Partial<Record<QueueKey, string>> {
  const { state, isMine, pending, isChangedSinceReview, isFeatured, isListed, files } = resource;
  if (isMine || pending) return {};
  if (state === 'in_review') {
    return {
      ...(files.length > 0 && { approve: 'Approve', feature: 'Approve and feature' }),
      changes: 'Request changes',
      reject: 'Reject',
    };
  }
  return {
    ...(isChangedSinceReview && { approve: 'Mark as reviewed' }),
    ...(state === 'published' && { reject: 'Archive' }),
    ...((isListed || isFeatured) && { feature: isFeatured ? 'Remove from featured' : 'Feature' }),
  };
}

export function ReviewQueueActions({ resource, isBusy, isReady, onAct }: ReviewQueueActionsProps) {
  const actions = actionsFor(resource);
  const isWaiting = !isReady || undefined;
  return (
    <div className="queue-actions" role="group" aria-label={`Decision about “${resource.title}”`}>
      {Object.keys(actions).length > 0 && (
        <p className="queue-actions-about small">
          Decision about <strong className="font-semibold">“{resource.title}”</strong>
        </p>
      )}
      {actions.approve && (
        <Button
          variant="primary"
          icon={<Check className="icon" aria-hidden="true" />}
          isBusy={isBusy}
          aria-disabled={isWaiting}
          onClick={() => onAct('approve')}
        >
          {actions.approve}
          <Key name="A" />
        </Button>
      )}
      {actions.changes && (
        <Button isBusy={isBusy} aria-disabled={isWaiting} onClick={() => onAct('changes')}>
          {actions.changes}
          <Key name="C" />
        </Button>
      )}
      {actions.reject && (
        <Button variant="danger" isBusy={isBusy} aria-disabled={isWaiting} onClick={() => onAct('reject')}>
          {actions.reject}
          <Key name="R" />
        </Button>
      )}
      {actions.feature && (
        <Button
          variant="quiet"
          icon={<Star className="icon" aria-hidden="true" />}
          isBusy={isBusy}
          aria-disabled={isWaiting}
          onClick={() => onAct('feature')}
        >
          {actions.feature}
          <Key name="F" />
        </Button>
      )}
      <a
        className={buttonClass({ variant: 'quiet' })}
        href={`/curriculum/${resource.id}`}
        target="_blank"
        rel="noreferrer"
      >
        <ExternalLink className="icon" aria-hidden="true" />
        <span className="btn-label">
          Resource page<span className="sr-only">, in a new tab</span>
          <Key name="O" />
        </span>
      </a>
    </div>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="queue-key" aria-hidden="true">
      {name}
    </kbd>
  );
}
