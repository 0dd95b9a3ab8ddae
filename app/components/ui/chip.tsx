// Filter chips: toggle, link, and remove.
import X from 'icon:x';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#app/lib/cx.ts';

type ChipProps = Omit<ComponentProps<'button'>, 'aria-pressed'> & { isPressed?: boolean };

/** Without isPressed it is a plain button, for a chip that opens a menu. */
export function Chip({ isPressed, className, ...props }: ChipProps) {
  return <button type="button" {...props} aria-pressed={isPressed} className={cx('chip', className)} />;
}

type ChipLinkProps = { to: string; isCurrent?: boolean; className?: string; children: ReactNode };

/** A filter in the URL; works without scripts. */
export function ChipLink({ to, isCurrent, className, children }: ChipLinkProps) {
  return (
    <Link
      to={to}
      className={cx('chip', className)}
      aria-current={isCurrent ? 'true' : undefined}
      preventScrollReset
    >
      {children}
    </Link>
  );
}

type RemoveChipProps = { to: string; children: ReactNode };

export function RemoveChip({ to, children }: RemoveChipProps) {
  return (
    <Link to={to} className="chip" preventScrollReset>
      <span className="sr-only">Remove filter: </span>
      {children}
      <X className="icon" aria-hidden="true" />
    </Link>
  );
}
