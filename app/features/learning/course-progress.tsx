// On a course's page: how far its learners are and the way on; for everyone else, what to finish first.
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { useUser } from '#app/lib/user.api.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import { classroomPath } from '#shared/features/learning/learning.rules.ts';
import { listEnrollmentsQuery } from './learning.api.ts';

export function CourseProgress({ courseId }: { courseId: number }) {
  const { data: enrollments = [] } = useQuery(listEnrollmentsQuery());
  const enrollment = enrollments.find((each) => each.courseId === courseId);
  const next = enrollment?.nextLesson;
  return (
    <div className="grid gap-4">
      <p className="t-s">{enrollment?.completedAt ? 'You completed this course' : 'You’re enrolled'}</p>
      {enrollment && (
        <p className="meta num flex flex-wrap items-center gap-x-3 gap-y-1">
          <EightCount done={enrollment.completedCount} total={enrollment.itemCount} label="Done" />
          <span aria-hidden="true">
            {enrollment.completedCount} of {enrollment.itemCount} done
          </span>
        </p>
      )}
      <ButtonLink to={`/courses/${courseId}/learning`} variant="primary" size="l" isFull>
        {enrollment?.completedAt ? 'Open the classroom' : 'Continue'}
      </ButtonLink>
      {next && (
        <p className="meta">
          Next:{' '}
          <ButtonLink variant="quiet" size="s" to={classroomPath(courseId, next)}>
            {next.title}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

type Required = { id: number; title: string; isListed: boolean };

/** Only what is still offered holds anybody up; see docs/decisions/025-learning.md. */
export function useMissingPrerequisites(prerequisites: readonly Required[]): Required[] {
  const user = useUser();
  const { data: enrollments = [] } = useQuery({ ...listEnrollmentsQuery(), enabled: Boolean(user) });
  const completedIds = enrollments.flatMap(({ courseId, completedAt }) => (completedAt ? courseId : []));
  return prerequisites.filter(({ id, isListed }) => isListed && !completedIds.includes(id));
}

export function MissingPrerequisites({ missing, isFree }: { missing: readonly Required[]; isFree: boolean }) {
  const user = useUser();
  if (missing.length === 0) return null;
  return (
    <Notice className="mt-4">
      Finish{' '}
      {missing.map(({ id, title }, at) => (
        <Fragment key={id}>
          {at > 0 && (at === missing.length - 1 ? ' and ' : ', ')}
          <Link className="link" to={`/courses/${id}`}>
            {title}
          </Link>
        </Fragment>
      ))}
      {' first. Then you can enroll.'}
      {user === null && ' Already finished? Sign in.'}
      {!isFree && ' For a team, add it to your cart and choose two seats or more.'}
    </Notice>
  );
}
