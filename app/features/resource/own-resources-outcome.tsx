// How an act on several resources went, for every one of them.
import { useEffect, useRef } from 'react';
import type { OwnBulkAction } from '#shared/features/resource/author.contract.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { ACTION_WORDS } from './own-resources-acts.ts';
import type { BulkAnswer } from './own-resources.api.ts';

export type OwnOutcome = BulkAnswer & { action: OwnBulkAction; number: number };

/** Takes the focus when it comes (give each a key): what was pressed is gone. */
export function Outcome({ outcome: { action, done, refused } }: { outcome: OwnOutcome }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="mt-4">
      {done.length > 0 && (
        <Notice tone="ok">
          {done.length === 1 ? 'One resource' : `${done.length} resources`} {ACTION_WORDS[action].done}.
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warn" className="mt-2">
          {done.length > 0 ? 'Left as they were:' : 'Nothing was changed:'}
          <ul className="mt-1">
            {refused.map(({ id, title, message }) => (
              <li key={id}>
                <strong className="font-semibold">{title || 'Untitled'}</strong>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
