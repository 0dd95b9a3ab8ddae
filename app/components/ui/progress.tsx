// A plain bar for bytes and other long work. For lessons and steps use EightCount.
import { useId, type ReactNode } from 'react';

type ProgressProps = {
  label: ReactNode;
  value: number;
  max: number;
  /** The same as text, on the right: “6.2 of 9.4 MB, 12 seconds left”. */
  detail?: ReactNode;
};

export function Progress({ label, value, max, detail }: ProgressProps) {
  const labelId = useId();
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong id={labelId} className="min-w-0 wrap-anywhere">
          {label}
        </strong>
        {detail && <span className="meta num">{detail}</span>}
      </div>
      {/* The element itself: it needs no inline width, which our CSP would refuse in server-drawn pages. */}
      <progress
        className="progress mt-2.5"
        value={Math.min(value, max)}
        max={max}
        aria-labelledby={labelId}
      />
    </div>
  );
}
