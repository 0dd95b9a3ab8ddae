// What can be done with the selected rows: an ink bar that floats at the foot of a table. Nothing selected, no bar.
import { X } from 'lucide-react';
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
    <div className="bulk on-ink" role="region" aria-label="Bulk actions">
      <strong className="num mr-2" role="status">
        {count} selected
      </strong>
      {children}
      <IconButton label="Clear selection" icon={<X size={18} aria-hidden="true" />} onClick={onClear} />
    </div>
  );
}
