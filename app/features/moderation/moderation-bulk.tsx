// What officers do with several resources at once, and how it went for every one of them.
import { Check } from 'lucide-react';
import type { ContractOutput } from '#shared/contract.ts';
import type { moderateResources, StaffResource } from '#shared/features/moderation/moderation.contract.ts';
import type { ModerationAction } from '#shared/features/moderation/moderation.schema.ts';
import { BulkBar } from '#app/components/ui/bulk-bar.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';
import { DONE_WORDS, type ReasonedAction } from './moderation-words.ts';

export type BulkResult = ContractOutput<typeof moderateResources> & {
  action: ModerationAction;
  titles: ReadonlyMap<number, string>;
  /** Which one of this visit. */
  number: number;
};

/** “‘Samba bounce’”, or “14 resources”. */
export function namedResources(resources: readonly Pick<StaffResource, 'title'>[]): string {
  return resources.length === 1 ? `“${resources[0]?.title}”` : `${resources.length} resources`;
}

type ModerationBulkProps = {
  count: number;
  isBusy: boolean;
  onClear: () => void;
  onPublish: () => void;
  onAsk: (action: ReasonedAction) => void;
};

export function ModerationBulk({ count, isBusy, onClear, onPublish, onAsk }: ModerationBulkProps) {
  return (
    <BulkBar count={count} onClear={onClear}>
      <Button
        size="s"
        variant="primary"
        icon={<Check className="icon" aria-hidden="true" />}
        isBusy={isBusy}
        onClick={onPublish}
      >
        Publish
      </Button>
      <Button size="s" variant="quiet" onClick={() => onAsk('request-changes')}>
        Ask for changes
      </Button>
      <Button size="s" variant="quiet" onClick={() => onAsk('reject')}>
        Reject
      </Button>
      <Button size="s" variant="quiet" onClick={() => onAsk('archive')}>
        Archive
      </Button>
    </BulkBar>
  );
}

export function ModerationOutcome({ result: { action, done, refused, titles } }: { result: BulkResult }) {
  const what = done.length === 1 ? `“${titles.get(done[0] ?? 0)}” is` : `${done.length} resources are`;
  return <BulkOutcome done={done.length > 0 && `${what} ${DONE_WORDS[action]}.`} refused={refused} />;
}
