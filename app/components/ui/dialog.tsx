// A dialog over the page: one question or one small form. Radix keeps focus inside and gives it back.
import X from 'icon:x';
import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';
import { lendStyleNonce } from '#app/lib/style-nonce.ts';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';

lendStyleNonce();

type DialogProps = {
  title: ReactNode;
  /** One sentence under the title; read aloud when the dialog opens. */
  description?: ReactNode;
  /** The button that opens it, when the dialog keeps its own state. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Buttons at the bottom, cancel first. Wrap one in DialogClose to close the dialog. */
  footer?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { title, description, trigger, isOpen, onOpenChange, footer, isWide, children } = props;
  const focusReturn = useFocusReturn();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="veil" />
        <RadixDialog.Content
          className={cx('dialog', isWide && 'dialog-wide')}
          {...focusReturn}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <RadixDialog.Title className="t-s pr-10">{title}</RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="meta mt-1.5">{description}</RadixDialog.Description>
          )}
          {children && <div className="mt-4">{children}</div>}
          {footer && <div className="dialog-foot">{footer}</div>}
          {/* Last, so that focus starts in the form and not on Close. */}
          <RadixDialog.Close asChild>
            <IconButton
              className="absolute top-4 right-4"
              label="Close"
              icon={<X size={20} aria-hidden="true" />}
            />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Closes the dialog or drawer around it when the button inside is pressed. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <RadixDialog.Close asChild>{children}</RadixDialog.Close>;
}
