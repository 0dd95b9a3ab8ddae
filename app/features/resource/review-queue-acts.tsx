// What can be done with the chosen resource: the same by button and by key.
import { Check, ExternalLink, Star } from 'lucide-react';
import type { ModeratedResource } from '#shared/features/resource/moderation.contract.ts';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import type { QueueKey } from './review-queue-keys.tsx';

type ActsProps = {
  resource: ModeratedResource;
  isBusy: boolean;
  onAct: (act: QueueKey) => void;
};

/** What each key means for it now; a key without a word does nothing. */
export function actsFor(resource: ModeratedResource): Partial<Record<QueueKey, string>> {
  const { state, isMine, isChangedSinceReview, isFeatured, isListed } = resource;
  if (isMine) return {};
  if (state === 'in_review') {
    return {
      approve: 'Approve',
      changes: 'Ask for changes',
      reject: 'Reject',
      feature: 'Approve and feature',
    };
  }
  return {
    ...(isChangedSinceReview && { approve: 'Looked at' }),
    ...(state === 'published' && { reject: 'Archive' }),
    ...((isListed || isFeatured) && { feature: isFeatured ? 'No longer feature' : 'Feature' }),
  };
}

export function ReviewQueueActs({ resource, isBusy, onAct }: ActsProps) {
  const acts = actsFor(resource);
  return (
    <div className="queue-acts" role="group" aria-label="Decide">
      {acts.approve && (
        <Button
          variant="primary"
          icon={<Check className="icon" aria-hidden="true" />}
          isBusy={isBusy}
          onClick={() => onAct('approve')}
        >
          {acts.approve}
          <Key name="A" />
        </Button>
      )}
      {acts.changes && (
        <Button isBusy={isBusy} onClick={() => onAct('changes')}>
          {acts.changes}
          <Key name="C" />
        </Button>
      )}
      {acts.reject && (
        <Button variant="danger" isBusy={isBusy} onClick={() => onAct('reject')}>
          {acts.reject}
          <Key name="R" />
        </Button>
      )}
      {acts.feature && (
        <Button
          variant="quiet"
          icon={<Star className="icon" aria-hidden="true" />}
          isBusy={isBusy}
          onClick={() => onAct('feature')}
        >
          {acts.feature}
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
          Its page<span className="sr-only">, in a new tab</span>
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
