// The user's sessions and failed sign-ins.
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
import type { SessionInfo, FailedSignIns } from '#shared/features/account/account.schema.ts';
import {
  listSessionsQuery,
  useEndOtherSessions,
  useEndSession,
  listFailedSignInsQuery,
} from './security.api.ts';

export function SecuritySessions() {
  return (
    <SettingsPart
      title="Where you’re signed in"
      intro="If you don’t recognize a device, sign it out and change your password."
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
        title="Couldn’t load your devices"
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
      {sessions.some(({ isCurrent }) => !isCurrent) && <EndOtherSessions />}
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
          {address} · last seen{' '}
          <time dateTime={lastSeenAt} title={new Date(lastSeenAt).toLocaleString()}>
            {relativeTime(lastSeenAt)}
          </time>{' '}
          · signed in {new Date(createdAt).toLocaleDateString('en', { dateStyle: 'medium' })}
        </p>
      </div>
      {!isCurrent && <EndSession session={session} />}
    </li>
  );
}

function EndSession({ session }: { session: SessionInfo }) {
  const end = useEndSession();
  return (
    <ConfirmDialog
      title={`Sign out ${session.device}?`}
      description={`${session.address}, last seen ${relativeTime(session.lastSeenAt)}. You’ll need to sign in again on that device.`}
      confirmLabel="Sign out"
      cancelLabel="Cancel"
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

function EndOtherSessions() {
  const end = useEndOtherSessions();
  const endAll = async () => {
    await end.mutateAsync();
    toast({ title: 'Other devices signed out' });
  };
  return (
    <div>
      <ConfirmDialog
        title="Sign out all other devices?"
        description="You stay signed in on this device."
        confirmLabel="Sign out"
        cancelLabel="Cancel"
        onConfirm={endAll}
        failure={failureTextOf}
        trigger={<Button>Sign out all other devices</Button>}
      />
    </div>
  );
}

export function SecurityFailedSignIns() {
  return (
    <SettingsPart
      title="Failed sign-ins"
      intro="Attempts with a wrong password. When someone tries to guess it, we block most attempts and email you, at most once a day."
    >
      <FailedSignInDays />
    </SettingsPart>
  );
}

function FailedSignInDays() {
  const { data: days, error, refetch, isFetching } = useQuery(listFailedSignInsQuery());
  if (error) {
    return (
      <ErrorState
        title="Couldn’t load failed sign-ins"
        headingLevel={3}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    );
  }
  if (!days) {
    return (
      <SkeletonGroup label="Loading failed sign-ins">
        <Skeleton className="h-12" />
      </SkeletonGroup>
    );
  }
  if (days.length === 0) return <p className="meta">None in the last 30 days.</p>;
  return (
    <ul aria-label="Failed sign-ins by day">
      {days.map((day) => (
        <DayLine key={day.day} day={day} />
      ))}
    </ul>
  );
}

function DayLine({ day: { day, tries, refused, addresses, fromKnown } }: { day: FailedSignIns }) {
  return (
    <li className="border-b border-rule py-3">
      <p className="font-semibold">
        <time dateTime={day}>
          {new Date(`${day}T12:00:00Z`).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })}
        </time>
      </p>
      {tries > 0 && (
        <p className="meta num">
          {formatCount(tries, 'attempt', 'attempts')} from about{' '}
          {formatCount(addresses, 'unknown address', 'unknown addresses')}
          {refused > 0 && `, ${refused} blocked`}
        </p>
      )}
      {fromKnown > 0 && (
        <p className="meta num">
          {formatCount(fromKnown, 'attempt', 'attempts')} from devices you’ve used before
        </p>
      )}
    </li>
  );
}

function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
