// The bar with actions for the selected rows, floating at the bottom of a table.
import X from 'icon:x';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

type BulkBarProps = {
  count: number;
  onClear: () => void;
  /** Small buttons; at most one primary. */
  children: ReactNode;
};

export function BulkBar({ count, onClear, children }: BulkBarProps) {
  if (count === 0) return null;
  return (
    <section className="bulk on-ink" aria-label="Bulk actions">
      <output className="num mr-2 font-semibold">{count} selected</output>
      {children}
      <IconButton label="Clear selection" icon={<X size={18} aria-hidden="true" />} onClick={onClear} />
    </section>
  );
}
