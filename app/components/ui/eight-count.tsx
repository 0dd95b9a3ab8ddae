// The eight-count: progress in eight beats, the current one coral and tall. For courses and steps.
import { cx } from '#app/lib/cx.ts';
import { beatsOf } from './beats.ts';

type EightCountProps = {
  done: number;
  total: number;
  /** What is counted; “5 of 12” is added: “Lessons done”. */
  label: string;
  /** Full width. */
  isWide?: boolean;
  className?: string;
};

const beats = [0, 1, 2, 3, 4, 5, 6, 7];

export function EightCount({ done, total, label, isWide, className }: EightCountProps) {
  const full = beatsOf(done, total);
  return (
    <span className={cx('eight', isWide && 'eight-wide', className)}>
      <span className="sr-only">
        {label}: {done} of {total}
      </span>
      {beats.map((beat) => (
        <span key={beat} className="eight-beat" data-beat={stateOf(beat, full)} aria-hidden="true" />
      ))}
    </span>
  );
}

function stateOf(beat: number, full: number): 'done' | 'now' | undefined {
  if (beat < full) return 'done';
  return beat === full ? 'now' : undefined;
}
