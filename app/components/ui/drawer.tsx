// A sheet from the side: the cart, filters and the menu on a phone.
import X from 'icon:x';
import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';
import { lendStyleNonce } from '#app/lib/style-nonce.ts';
import { announceBar } from './bar-height.ts';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';

lendStyleNonce();

type DrawerProps = {
  title: ReactNode;
  side?: 'right' | 'left';
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

export function Drawer({
  title,
  side = 'right',
  trigger,
  isOpen,
  onOpenChange,
  footer,
  children,
}: DrawerProps) {
  const focusReturn = useFocusReturn();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="veil" />
        <RadixDialog.Content
          className={cx('drawer', side === 'left' && 'drawer-left')}
          aria-describedby={undefined}
          {...focusReturn}
        >
          <div className="drawer-head">
            <RadixDialog.Title className="t-m">{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton className="-mr-2" label="Close" icon={<X size={20} aria-hidden="true" />} />
            </RadixDialog.Close>
          </div>
          <div className="drawer-body">{children}</div>
          {footer && (
            <div className="drawer-foot" ref={announceBar}>
              {footer}
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
