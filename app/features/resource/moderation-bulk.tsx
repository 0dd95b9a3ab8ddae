// What officers do with several resources at once, and how it went for every one of them.
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ContractOutput } from '#shared/contract.ts';
import type { moderateResources, StaffResource } from '#shared/features/resource/moderation.contract.ts';
import type { ModerationAction } from '#shared/features/resource/moderation.schema.ts';
import { BulkBar } from '#app/components/ui/bulk-bar.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
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

/** Takes the focus when it comes (give each result a key): the bar that was pressed is gone. */
export function ModerationOutcome({ result }: { result: BulkResult }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { action, done, refused, titles } = result;
  return (
    <div ref={box} tabIndex={-1} role="status" className="mt-6">
      {done.length > 0 && (
        <Notice tone="ok">
          {done.length === 1 ? `“${titles.get(done[0] ?? 0)}” is` : `${done.length} resources are`}{' '}
          {DONE_WORDS[action]}.
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warn" className="mt-2">
          {done.length > 0 ? 'Left as they were:' : 'Nothing was changed:'}
          <ul className="mt-1">
            {refused.map(({ id, title, message }) => (
              <li key={id}>
                <strong className="font-semibold">{title}</strong>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
