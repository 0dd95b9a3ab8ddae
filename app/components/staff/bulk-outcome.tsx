// How an act on several resources went, for every one of them.
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#app/components/ui/notice.tsx';

type BulkOutcomeProps = {
  /** What was done; nothing where nothing was. */
  done: ReactNode;
  refused: readonly { id: number; title: string; message: string }[];
};

/** Takes the focus when it comes (give each a key): what was pressed is gone. */
export function BulkOutcome({ done, refused }: BulkOutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="mt-4">
      {done && <Notice tone="ok">{done}</Notice>}
      {refused.length > 0 && (
        <Notice tone="warn" className="mt-2">
          {done ? 'Left as they were:' : 'Nothing was changed:'}
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
