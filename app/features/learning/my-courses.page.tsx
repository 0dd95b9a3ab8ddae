// The viewer's courses: in progress first, each with its next lesson one press away; then completed and ended ones.
import './my-courses.css';
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { formatAgo, formatDay } from '#shared/dates.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import { classroomPath } from '#shared/features/learning/learning.rules.ts';
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

const groupOf = ({ hasAccess, completedAt }: Enrollment): 'active' | 'completed' | 'ended' => {
  if (!hasAccess) return 'ended';
  return completedAt === null ? 'active' : 'completed';
};

/** What was learned in last comes first; what was never opened, by when it was bought. */
const lastSeen = ({ lastSeenAt, createdAt }: Enrollment) => Date.parse(lastSeenAt ?? createdAt);

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
  const sorted = enrollments.toSorted((a, b) => lastSeen(b) - lastSeen(a));
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

/** Only the course learned in last has the page's primary button. */
type CourseLineProps = { enrollment: Enrollment; isFirst: boolean };

function CourseLine({ enrollment, isFirst }: CourseLineProps) {
  const { courseId, title, instructor, progress, completedCount, itemCount } = enrollment;
  const group = groupOf(enrollment);
  return (
    <article className="my-course">
      <CoverArt subject={coverSubjectOf.course(courseId)} shape="square" sizes="7rem" />
      <div className="my-course-words">
        <h3 className="t-s">
          <Link to={group === 'ended' ? `/courses/${courseId}` : `/courses/${courseId}/learning`}>
            {title}
          </Link>
        </h3>
        <p className="meta">With {instructor}</p>
        <p className="my-course-progress meta num">
          <EightCount done={completedCount} total={itemCount} label="Done" />
          <span aria-hidden="true">{progress}%</span> <LastSeen enrollment={enrollment} />
        </p>
      </div>
      <NextStep enrollment={enrollment} isFirst={isFirst} />
    </article>
  );
}

function LastSeen({ enrollment: { completedAt, lastSeenAt, createdAt } }: { enrollment: Enrollment }) {
  if (completedAt) return <span>Completed {formatDay(completedAt)}</span>;
  if (lastSeenAt) return <span>Last opened {formatAgo(lastSeenAt)}</span>;
  return <span>Enrolled {formatDay(createdAt)}</span>;
}

function NextStep({ enrollment, isFirst }: CourseLineProps) {
  const { courseId, nextLesson, lastSeenAt } = enrollment;
  const group = groupOf(enrollment);
  if (group === 'ended') {
    return (
      <div className="my-course-next">
        <Badge>Access ended</Badge>
        <ButtonLink to={`/courses/${courseId}`}>See the course</ButtonLink>
        <p className="small">Your progress is kept.</p>
      </div>
    );
  }
  if (group === 'completed' || !nextLesson) {
    return (
      <div className="my-course-next">
        <ButtonLink to={`/courses/${courseId}/learning`}>Open the classroom</ButtonLink>
      </div>
    );
  }
  return (
    <div className="my-course-next">
      <ButtonLink variant={isFirst ? 'primary' : 'second'} to={classroomPath(courseId, nextLesson)}>
        {lastSeenAt ? 'Continue' : 'Start'}
        <span className="sr-only"> with {nextLesson.title}</span>
      </ButtonLink>
      <p className="small" aria-hidden="true">
        Next: {nextLesson.itemType === 'quiz' && 'Quiz: '}
        {nextLesson.title}
      </p>
    </div>
  );
}
