// The viewer's courses: in progress first, each with its next lesson one press away; then completed and ended ones.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { CourseLine } from './course-line.tsx';
import { groupOf, lastSeenFirst } from './enrollment-groups.ts';
import { type Enrollment, listEnrollmentsQuery } from './learning.api.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'My courses',
    description: 'Your courses and how far you are.',
    path: '/my-courses',
    isHidden: true,
  });

export default function MyCoursesPage() {
  const { data: enrollments, error, refetch, isFetching } = useQuery(listEnrollmentsQuery());
  return (
    <div className="wrap section my-courses">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="t-l">My courses</h1>
        <Link className="link" to="/my-certifications">
          Your certifications
        </Link>
      </div>
      {enrollments ? (
        <Courses enrollments={enrollments} />
      ) : error ? (
        <ErrorState
          className="mt-8"
          title="We couldn’t load your courses"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureTextOf(error)} Your progress is safe.
        </ErrorState>
      ) : (
        <SkeletonGroup label="Loading your courses">
          <Skeleton className="mt-8 h-36 w-full" />
          <Skeleton className="mt-4 h-36 w-full" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function Courses({ enrollments }: { enrollments: readonly Enrollment[] }) {
  if (enrollments.length === 0) {
    return (
      <EmptyState
        className="mt-8"
        title="No courses yet"
        action={
          <ButtonLink variant="primary" to="/courses">
            Browse courses
          </ButtonLink>
        }
      >
        Courses you enroll in show here, with your progress and the next lesson.
      </EmptyState>
    );
  }
  const sorted = lastSeenFirst(enrollments);
  const inGroup = (group: ReturnType<typeof groupOf>) => sorted.filter((each) => groupOf(each) === group);
  return (
    <>
      <CourseGroup title="In progress" enrollments={inGroup('active')} />
      <CourseGroup title="Completed" enrollments={inGroup('completed')} />
      <CourseGroup title="Ended" enrollments={inGroup('ended')} />
    </>
  );
}

function CourseGroup({ title, enrollments }: { title: string; enrollments: readonly Enrollment[] }) {
  if (enrollments.length === 0) return null;
  return (
    <section className="my-courses-group" aria-label={title}>
      <h2 className="t-m">{title}</h2>
      <ul>
        {enrollments.map((enrollment, at) => (
          <li key={enrollment.id}>
            <CourseLine enrollment={enrollment} isFirst={at === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
