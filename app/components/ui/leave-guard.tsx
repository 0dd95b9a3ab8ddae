// Asks before leaving the page loses or stops something: by a link of this site, or by closing the tab.
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
        // The dialog also closes when leaving was confirmed; resetting the blocker then would stop it.
        if (!isOpen && !isLeaving.current) blocker.reset?.();
      }}
    />
  );
}

/** For a form with a Save button (`useSavedForm`). */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  return (
    <LeaveGuard
      isBusy={isDirty}
      blocks={({ currentLocation, nextLocation }) =>
        isDirty && currentLocation.pathname !== nextLocation.pathname
      }
      title="Leave without saving?"
      description="Your changes aren’t saved yet. You’ll lose them if you leave."
    />
  );
}

type AutosaveGuardProps = {
  /** Closing the tab now would lose or stop something. */
  isBusy: boolean;
  /** Links within the site would, too; changes waiting to be saved are saved when leaving. */
  isBlocking: boolean;
};

/** For a form that saves automatically (`useAutosaveForm`), with files that may be uploading. */
export function AutosaveGuard({ isBusy, isBlocking }: AutosaveGuardProps) {
  return (
    <LeaveGuard
      isBusy={isBusy}
      blocks={isBlocking}
      title="Leave this page now?"
      description="Files are still uploading, or changes aren’t saved. Interrupted uploads continue when you choose the file again."
    />
  );
}
