// Bulk actions: the selected rows and the result.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Notice } from '#app/components/ui/notice.tsx';
import type { TableSelection } from '#app/components/ui/table.tsx';

type Refused = { id: number; name: string; message: string };
type Outcome = { text: ReactNode; refused: readonly Refused[]; number: number };

export type BulkActions<Row> = {
  selected: readonly Row[];
  clear: () => void;
  selection: TableSelection<Row>;
  outcome: Outcome | null;
  /** Reports the result; only rejected rows stay selected. */
  report: (text: ReactNode, refused: readonly Refused[]) => void;
  /** Clears the result after an undo. */
  clearOutcome: () => void;
};

/** Selection and result are reset when the filters change. */
export function useBulkActions<Row extends { id: number }>(
  rows: readonly Row[] = [],
  nameOf: (row: Row) => string,
): BulkActions<Row> {
  const { search } = useLocation();
  const [ids, setIds] = useForAddress<readonly number[]>(search, []);
  const [outcome, setOutcome] = useForAddress<Outcome | null>(search, null);
  // Rows that left the list are no longer selected.
  const selected = rows.filter(({ id }) => ids.includes(id));
  return {
    selected,
    clear: () => setIds([]),
    outcome,
    report(text, refused) {
      setOutcome({ text, refused, number: (outcome?.number ?? 0) + 1 });
      setIds(refused.map(({ id }) => id));
    },
    clearOutcome: () => setOutcome(null),
    selection: {
      isSelected: ({ id }) => ids.includes(id),
      onToggle: ({ id }) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
      onToggleAll: () => setIds(selected.length === rows.length ? [] : rows.map(({ id }) => id)),
      nameOf,
    },
  };
}

function useForAddress<Value>(search: string, initial: Value) {
  const [stored, setStored] = useState({ search, value: initial });
  const value = stored.search === search ? stored.value : initial;
  return [value, (next: Value) => setStored({ search, value: next })] as const;
}

/** Takes focus when it appears (give each result a key), because the pressed button is gone. */
export function BulkOutcome({ outcome: { text, refused } }: { outcome: Outcome }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="mt-4">
      {text && <Notice tone="ok">{text}</Notice>}
      {refused.length > 0 && (
        <Notice tone="warn" className="mt-2">
          {text ? 'Not changed:' : 'Nothing changed:'}
          <ul className="mt-1">
            {refused.map(({ id, name, message }) => (
              <li key={id}>
                <strong className="font-semibold">{name}</strong>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
