// Asks before a way out of the page would stop files on their way, or lose what could not be saved.
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';

type LeaveGuardProps = {
  /** Closing the tab now would lose or stop something. */
  isBusy: boolean;
  /** A link within the site would too; what is only waiting to be saved is saved on the way out. */
  isBlocking: boolean;
};

export function DraftLeaveGuard({ isBusy, isBlocking }: LeaveGuardProps) {
  const blocker = useBlocker(isBlocking);
  const isLeaving = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isBusy) addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isBusy]);
  return (
    <ConfirmDialog
      title="Leave this page now?"
      description="Files are still on their way, or something is not saved. A file that was stopped goes on from where it was when you choose it again."
      confirmLabel="Leave"
      cancelLabel="Stay here"
      isOpen={blocker.state === 'blocked'}
      onConfirm={() => {
        isLeaving.current = true;
        blocker.proceed?.();
      }}
      onOpenChange={(isOpen) => {
        // The dialog closes on the way out as well; taking that back would stop the way out.
        if (!isOpen && !isLeaving.current) blocker.reset?.();
      }}
    />
  );
}
