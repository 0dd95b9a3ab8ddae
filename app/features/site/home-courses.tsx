// Courses on the front page: one large, the others beside it.
import { Link } from 'react-router';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import type { HomeCourse } from './home-data.ts';
import { HomeHead } from './home-shelf.tsx';

export function HomeCourses({ courses }: { courses: readonly HomeCourse[] }) {
  const [lead, ...others] = courses;
  if (!lead) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title="Learn to teach it" moreTo="/courses" more="See all courses" />
      <div className="home-courses" data-alone={others.length === 0 || undefined}>
        <Course course={lead} isLead />
        <div>
          {others.map((course) => (
            <Course key={course.id} course={course} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Course({ course, isLead }: { course: HomeCourse; isLead?: boolean }) {
  return (
    <article className={isLead ? 'poster home-lead' : 'poster home-small'}>
      <LazyImage {...course.cover} alt="" />
      <div>
        <h3 className="poster-title">
          <Link to={`/courses/${course.id}`}>{course.title}</Link>
        </h3>
        {isLead && course.tagline && <p className="lead">{course.tagline}</p>}
        <p className="poster-who">
          {course.who}
          <span className="block">{course.facts}</span>
        </p>
        <p className="poster-foot">
          <span className="poster-price">{course.price}</span>
        </p>
      </div>
    </article>
  );
}
