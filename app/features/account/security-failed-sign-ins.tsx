// Failed tries to sign in to my account, day by day.
import { useQuery } from '@tanstack/react-query';
import type { FailedSignIns } from '#shared/features/account/account.schema.ts';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { listFailedSignInsQuery } from './security.api.ts';

export function SecurityFailedSignIns() {
  return (
    <SettingsPart
      title="Failed sign-ins"
      intro="Tries with a wrong password. When strangers guess, we turn most of them away and write to you, at most once a day."
    >
      <FailedTries />
    </SettingsPart>
  );
}

function FailedTries() {
  const { data: days, error, refetch, isFetching } = useQuery(listFailedSignInsQuery());
  if (error) {
    return (
      <ErrorState
        title="We could not load the failed sign-ins"
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
          {counted(tries, 'try', 'tries')} from about {counted(addresses, 'address', 'addresses')} you have
          not signed in from{refused > 0 && `, ${refused} turned away unread`}
        </p>
      )}
      {fromKnown > 0 && (
        <p className="meta num">{counted(fromKnown, 'try', 'tries')} from where you have signed in before</p>
      )}
    </li>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
