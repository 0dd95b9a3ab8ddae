// Asks before what was written and not saved is lost.
import { LeaveGuard } from './leave-guard.tsx';

export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  return (
    <LeaveGuard
      isBusy={isDirty}
      blocks={({ currentLocation, nextLocation }) =>
        isDirty && currentLocation.pathname !== nextLocation.pathname
      }
      title="Leave without saving?"
      description="What you changed on this page is not saved yet. It is lost if you leave."
    />
  );
}
