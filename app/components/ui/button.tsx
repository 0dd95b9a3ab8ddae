// Buttons and links that look like them. One primary per view.
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#app/lib/cx.ts';

export type ButtonVariant = 'primary' | 'second' | 'quiet' | 'danger' | 'danger-solid';
export type ButtonSize = 's' | 'm' | 'l';

type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isFull?: boolean;
  /** Shown before the label; give it className="icon". */
  icon?: ReactNode;
};

type ButtonProps = ButtonLook & ComponentProps<'button'> & { isBusy?: boolean };

/**
 * Busy keeps the label and the focus, and swallows presses. `aria-disabled` rather than `disabled`: a button
 * that loses focus while it works leaves keyboard users at the top of the page.
 */
export function Button(props: ButtonProps) {
  const { variant, size, isFull, icon, isBusy = false, className, children, onClick, ...rest } = props;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, isFull }, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={handleClick}
    >
      {icon}
      <span className="btn-label">{children}</span>
    </button>
  );
}

type ButtonLinkProps = ButtonLook & ComponentProps<typeof Link>;

export function ButtonLink({ variant, size, isFull, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, isFull }, className)}>
      {icon}
      <span className="btn-label">{children}</span>
    </Link>
  );
}

/** Only the styles, for download links, file labels and summaries. */
export function buttonClass(
  { variant = 'second', size = 'm', isFull }: ButtonLook = {},
  extra?: string,
): string {
  return cx('btn', `btn-${variant}`, size !== 'm' && `btn-${size}`, isFull && 'btn-full', extra);
}
