// For a learner's dashboard: the courses they are in the middle of.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CourseLine } from './course-line.tsx';
import { openEnrollments } from './enrollment-groups.ts';
import { listEnrollmentsQuery } from './learning.api.ts';

const COURSES_SHOWN = 2;

/** Nothing while loading or when it fails: My Courses says more. */
export function ContinueLearning() {
  const { data: enrollments = [] } = useQuery(listEnrollmentsQuery());
  const courses = openEnrollments(enrollments).slice(0, COURSES_SHOWN);
  if (courses.length === 0) return null;
  return (
    <section aria-label="Pick up where you left off">
      <div className="head">
        <h2 className="t-s">Pick up where you left off</h2>
        <Link className="link meta" to="/my-courses">
          My courses
        </Link>
      </div>
      <ul className="grid gap-6">
        {courses.map((enrollment, at) => (
          <li key={enrollment.id}>
            <CourseLine enrollment={enrollment} isFirst={at === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
