// A round icon button; the label is its accessible name.
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#app/lib/cx.ts';

type IconLook = {
  /** What it does: “Close”, “Cart, 2 items”. Include the count if there is one. */
  label: string;
  icon: ReactNode;
  /** A small number at the corner; hidden if zero. */
  count?: number;
};

type IconButtonProps = IconLook & Omit<ComponentProps<'button'>, 'children'>;

export function IconButton({ label, icon, count, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={cx('icon-btn', className)}>
      {icon}
      <Count value={count} />
    </button>
  );
}

type IconLinkProps = IconLook & Omit<ComponentProps<typeof Link>, 'children'>;

export function IconLink({ label, icon, count, className, ...rest }: IconLinkProps) {
  return (
    <Link aria-label={label} {...rest} className={cx('icon-btn', className)}>
      {icon}
      <Count value={count} />
    </Link>
  );
}

function Count({ value = 0 }: { value?: number }) {
  if (value <= 0) return null;
  return (
    <span className="icon-btn-count num" aria-hidden="true">
      {value > 99 ? '99+' : value}
    </span>
  );
}
