// For signed-in visitors of the home page: one press to where they left off. Loaded only for them.
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { classroomPath } from '#shared/features/learning/learning.rules.ts';
import { openEnrollments } from './enrollment-groups.ts';
import { listEnrollmentsQuery } from './learning.api.ts';

export default function ContinueButton() {
  const { data: enrollments = [] } = useQuery(listEnrollmentsQuery());
  const [course] = openEnrollments(enrollments);
  if (!course) {
    return (
      <ButtonLink variant="primary" size="l" to="/dashboard">
        Open my dashboard
      </ButtonLink>
    );
  }
  const { courseId, title, nextLesson, lastSeenAt } = course;
  return (
    <>
      <ButtonLink variant="primary" size="l" to={classroomPath(courseId, nextLesson)}>
        {lastSeenAt ? 'Continue where you left off' : 'Start your course'}
      </ButtonLink>
      <p className="meta order-last max-w-[42ch] basis-full">
        {title}: {nextLesson.title}
      </p>
    </>
  );
}
