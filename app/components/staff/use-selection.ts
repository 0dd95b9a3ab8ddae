// The rows of a table that are ticked, for what is done to several at once.
import { useState } from 'react';

export function useSelection<Row extends { id: number }>(rows: readonly Row[], nameOf: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  // A row that left the list, because it was changed, is not acted on unseen.
  const selected = rows.filter(({ id }) => ids.has(id));
  const toggle = (id: number) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  return {
    selected,
    clear: () => setIds(new Set()),
    keep: (kept: readonly number[]) => setIds(new Set(kept)),
    selection: {
      isSelected: (row: Row) => ids.has(row.id),
      onToggle: (row: Row) => toggle(row.id),
      onToggleAll: () => setIds(new Set(selected.length === rows.length ? [] : rows.map((row) => row.id))),
      nameOf,
    },
  };
}
