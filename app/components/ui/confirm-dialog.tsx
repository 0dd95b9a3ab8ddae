// Confirms an action that is hard to undo, naming the item: “Archive “Music for slow barre”?”.
import * as AlertDialog from 'radix-ui/alert-dialog';
import { useState, type ReactNode } from 'react';
import { lendStyleNonce } from '#app/lib/style-nonce.ts';
import { Button } from './button.tsx';
import { useFocusReturn } from './focus-return.ts';
import { Notice } from './notice.tsx';

lendStyleNonce();

type ConfirmDialogProps = {
  /** The question, naming the item. */
  title: ReactNode;
  /** What will happen, what stays, and whether it can be undone. */
  description: ReactNode;
  /** Extra input, such as a select. */
  children?: ReactNode;
  /** The action, as a verb: “Archive”. */
  confirmLabel: string;
  cancelLabel?: string;
  /** The dialog waits for it, and stays open with `failure` if it throws. */
  onConfirm: () => unknown;
  failure?: (error: unknown) => ReactNode;
  isDestructive?: boolean;
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

const defaultFailure = () => 'Something went wrong, and nothing changed. Try again.';

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, children, trigger, confirmLabel } = props;
  const { cancelLabel = 'Cancel', isDestructive = true } = props;
  const { isOpen, setOpen, isBusy, problem, confirm } = useConfirm(props);
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      {trigger && <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="veil" />
        <AlertDialog.Content className="dialog" {...focusReturn}>
          <AlertDialog.Title className="t-s">{title}</AlertDialog.Title>
          <AlertDialog.Description className="meta mt-2.5">{description}</AlertDialog.Description>
          {children && <div className="mt-4">{children}</div>}
          {problem && (
            <Notice tone="bad" isAlert className="mt-4">
              {problem}
            </Notice>
          )}
          <div className="dialog-foot">
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={isDestructive ? 'danger-solid' : 'primary'} isBusy={isBusy} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function useConfirm({ isOpen, onOpenChange, onConfirm, failure = defaultFailure }: ConfirmDialogProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const setOpen = (next: boolean) => {
    // Leaving while it runs would hide the result.
    if (isBusy) return;
    setProblem(null);
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      setOwnOpen(false);
      onOpenChange?.(false);
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };
  return { isOpen: isOpen ?? isOwnOpen, setOpen, isBusy, problem, confirm: () => void confirm() };
}
