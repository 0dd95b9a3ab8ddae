// Asks before a way out of the page loses or stops something: a link of this site, or closing the tab.
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveGuardProps = {
  /** Closing the tab now would lose something. */
  isBusy: boolean;
  /** Which links of this site are held back. */
  blocks: Parameters<typeof useBlocker>[0];
  title: string;
  description: string;
};

export function LeaveGuard({ isBusy, blocks, title, description }: LeaveGuardProps) {
  const blocker = useBlocker(blocks);
  const isLeaving = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isBusy) addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isBusy]);
  return (
    <ConfirmDialog
      title={title}
      description={description}
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
