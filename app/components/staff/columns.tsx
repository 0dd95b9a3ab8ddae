// A page in two columns on a desk, one under the other on a phone.
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

const SHAPES = {
  /** Work at the left, what stands beside it at the right. */
  main: 'md:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]',
  /** The right side has much to say as well. */
  even: 'md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
  half: 'md:grid-cols-2',
};

type ColumnsProps = { shape: keyof typeof SHAPES; className?: string; children: ReactNode };

export function Columns({ shape, className, children }: ColumnsProps) {
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-x-[clamp(1.6rem,3.4vw,3.4rem)] gap-y-12',
        SHAPES[shape],
        className,
      )}
    >
      {children}
    </div>
  );
}
