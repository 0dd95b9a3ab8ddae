// A menu under a button: the “more” of a row, the account menu.
import * as Dropdown from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#app/lib/cx.ts';
import { lendStyleNonce } from '#app/lib/style-nonce.ts';
import { useLandmark } from './landmark.ts';

lendStyleNonce();

type MenuProps = {
  trigger: ReactNode;
  align?: 'start' | 'end';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

export function Menu({ trigger, align = 'end', isOpen, onOpenChange, children }: MenuProps) {
  const { place, openerRef } = useLandmark();
  return (
    // Not modal: a menu is no reason to lock the page's scroll.
    <Dropdown.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <Dropdown.Trigger asChild ref={openerRef}>
        {trigger}
      </Dropdown.Trigger>
      <Dropdown.Portal container={place}>
        <Dropdown.Content className="menu" align={align} sideOffset={6} collisionPadding={12}>
          {children}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

type MenuItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  /** Where it leads; otherwise give onSelect. */
  to?: string;
  onSelect?: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
};

export function MenuItem({ children, icon, to, onSelect, isDanger, isDisabled }: MenuItemProps) {
  const className = cx('menu-item', isDanger && 'menu-item-danger');
  if (to !== undefined) {
    return (
      <Dropdown.Item asChild disabled={isDisabled} onSelect={onSelect}>
        <Link to={to} className={className}>
          {icon}
          {children}
        </Link>
      </Dropdown.Item>
    );
  }
  return (
    <Dropdown.Item className={className} disabled={isDisabled} onSelect={onSelect}>
      {icon}
      {children}
    </Dropdown.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Dropdown.Label className="menu-label">{children}</Dropdown.Label>;
}

export function MenuSeparator() {
  return <Dropdown.Separator className="menu-line" />;
}
