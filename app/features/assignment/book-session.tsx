// Booking a live assessment: the assessors who offer one, and a booking that isn't confirmed yet.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { avatarCandidates } from '#shared/avatar.ts';
import { describeSession } from '#shared/features/instructor/instructor.rules.ts';
import { formatPrice } from '#shared/money.ts';
import { formatMoment } from '#shared/dates.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { listAssessmentSessionsQuery, type Assignment } from './assignment.api.ts';

type BookSessionProps = {
  lessonId: number;
  /** Where no assessor offers a session: agreeing on one by hand. */
  children?: ReactNode;
};

export function BookSession({ lessonId, children }: BookSessionProps) {
  const { data, isPending } = useQuery(listAssessmentSessionsQuery(lessonId));
  if (isPending) {
    return (
      <SkeletonGroup label="Loading the assessors" className="mt-4 grid gap-3">
        <Skeleton className="h-16" />
      </SkeletonGroup>
    );
  }
  if (!data || data.sessions.length === 0) return children;
  return (
    <div>
      <h3 className="label">Choose an assessor</h3>
      <ul className="mt-2 border-t border-rule">
        {data.sessions.map(({ instructorId, name, profileImageUrl, session }) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
          >
            <span className="flex min-w-0 items-center gap-3">
              <Avatar sources={avatarCandidates({ profileImageUrl, name, kind: 'user' })} name={name} />
              <span className="min-w-0">
                <strong className="block wrap-anywhere">{name}</strong>
                <span className="meta block wrap-anywhere">
                  {session.title}, {describeSession(session)},{' '}
                  {session.place === 'online' ? 'online' : 'in person'}. {formatPrice(session.price)}
                </span>
              </span>
            </span>
            <ButtonLink
              size="s"
              to={`/connect/book/${instructorId}?lesson=${lessonId}&session=${session.id}`}
              aria-label={`Choose a time with ${name}: ${session.title}`}
            >
              Choose a time
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function PendingBooking({ pending }: { pending: NonNullable<Assignment['pendingBooking']> }) {
  const { id, state, startsAt, assessor } = pending;
  return (
    <Notice className="mt-6">
      <p>
        {state === 'held'
          ? `Your session with ${assessor} on ${formatMoment(startsAt)} is held while you pay.`
          : `You asked ${assessor} for a session on ${formatMoment(startsAt)}. You get an email with the answer.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {state === 'held' && (
          <ButtonLink size="s" variant="primary" to="/checkout">
            Go to checkout
          </ButtonLink>
        )}
        <ButtonLink size="s" to={`/my-bookings/${id}`}>
          Open booking
        </ButtonLink>
      </div>
    </Notice>
  );
}
