// Running order: name … figure, with dotted leaders. Outlines, summaries, payouts: our table for humans.
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

type RunningOrderProps = {
  /** When the sequence means something: a course outline. */
  isNumbered?: boolean;
  label?: string;
  className?: string;
  children: ReactNode;
};

export function RunningOrder({ isNumbered, label, className, children }: RunningOrderProps) {
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <List className={cx('order', className)} aria-label={label}>
      {children}
    </List>
  );
}

type OrderLineProps = {
  figure?: ReactNode;
  /** The sum under the list: heavy rule, large figure. */
  isTotal?: boolean;
  children: ReactNode;
};

export function OrderLine({ figure, isTotal, children }: OrderLineProps) {
  return (
    <li className={isTotal ? 'order-total' : undefined}>
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="order-dots" aria-hidden="true" />
      {figure !== undefined && <span className="order-figure">{figure}</span>}
    </li>
  );
}
