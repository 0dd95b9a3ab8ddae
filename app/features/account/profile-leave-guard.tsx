// Asks before what was written and not saved is lost: by a link of this site, or by closing the tab.
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';

export function ProfileLeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const isLeaving = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isDirty) addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return (
    <ConfirmDialog
      title="Leave without saving?"
      description="What you changed on this page is not saved yet. It is lost if you leave."
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
