// On a course's page: how far its learners are, and the way on.
import { useQuery } from '@tanstack/react-query';
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
