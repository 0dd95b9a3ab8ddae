// Asks before a way out of the page would stop files on their way, or lose what could not be saved.
import { LeaveGuard } from '#app/components/ui/leave-guard.tsx';

type DraftLeaveGuardProps = {
  /** Closing the tab now would lose or stop something. */
  isBusy: boolean;
  /** A link within the site would too; what is only waiting to be saved is saved on the way out. */
  isBlocking: boolean;
};

export function DraftLeaveGuard({ isBusy, isBlocking }: DraftLeaveGuardProps) {
  return (
    <LeaveGuard
      isBusy={isBusy}
      blocks={isBlocking}
      title="Leave this page now?"
      description="Files are still on their way, or something is not saved. A file that was stopped goes on from where it was when you choose it again."
    />
  );
}
