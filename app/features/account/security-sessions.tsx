// Where I am signed in, and ending that.
import { useQuery } from '@tanstack/react-query';
import { relativeTime } from '#shared/dates.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import type { SessionInfo } from '#shared/features/account/account.schema.ts';
import { listSessionsQuery, useEndOtherSessions, useEndSession } from './security.api.ts';

export function SecuritySessions() {
  return (
    <SettingsPart
      title="Where you are signed in"
      intro="End what you do not know, then change your password."
    >
      <Sessions />
    </SettingsPart>
  );
}

function Sessions() {
  const { data: sessions, error, refetch, isFetching } = useQuery(listSessionsQuery());
  if (error) {
    return (
      <ErrorState
        title="We could not load your devices"
        headingLevel={3}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    );
  }
  if (!sessions) {
    return (
      <SkeletonGroup label="Loading your devices" className="grid gap-4">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </SkeletonGroup>
    );
  }
  return (
    <>
      <ul aria-label="Devices">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
    </>
  );
}

function SessionLine({ session }: { session: SessionInfo }) {
  const { device, address, createdAt, lastSeenAt, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-3 font-semibold">
          {device}
          {isCurrent && <Badge tone="act">This device</Badge>}
        </p>
        <p className="meta num wrap-anywhere">
          {address} · seen{' '}
          <time dateTime={lastSeenAt} title={new Date(lastSeenAt).toLocaleString()}>
            {relativeTime(lastSeenAt)}
          </time>{' '}
          · since {new Date(createdAt).toLocaleDateString('en', { dateStyle: 'medium' })}
        </p>
      </div>
      {!isCurrent && <EndOne session={session} />}
    </li>
  );
}

function EndOne({ session }: { session: SessionInfo }) {
  const end = useEndSession();
  return (
    <ConfirmDialog
      title={`Sign out ${session.device}?`}
      description={`Whoever uses it (${session.address}, seen ${relativeTime(session.lastSeenAt)}) has to sign in again. Nothing else is changed.`}
      confirmLabel="Sign out"
      cancelLabel="Keep it signed in"
      onConfirm={() => end.mutateAsync(session.id)}
      failure={failureTextOf}
      trigger={
        <Button variant="danger" aria-label={`Sign out ${session.device}, ${session.address}`}>
          Sign out
        </Button>
      }
    />
  );
}

function EndOthers() {
  const end = useEndOtherSessions();
  const endAll = async () => {
    await end.mutateAsync();
    toast({ title: 'Signed out everywhere else' });
  };
  return (
    <div>
      <ConfirmDialog
        title="Sign out every other device?"
        description="You stay signed in here. All others have to sign in again."
        confirmLabel="Sign out all others"
        cancelLabel="Keep them"
        onConfirm={endAll}
        failure={failureTextOf}
        trigger={<Button>Sign out all other devices</Button>}
      />
    </div>
  );
}
