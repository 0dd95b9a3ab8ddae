// Courses on the front page: one large, the others beside it.
import { Link } from 'react-router';
import { describeCard } from '#shared/features/course/course-words.ts';
import { COURSE_KIND_LABELS } from '#shared/features/course/course.rules.ts';
import { COVER_SHAPES, coverSrcSet, coverUrl } from '#shared/features/cover/cover.rules.ts';
import { coverSubjectOf } from '#shared/features/resource/resource.rules.ts';
import { formatPrice } from '#shared/money.ts';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { HomeHead } from './home-shelf.tsx';
import type { HomeCourse } from './home.api.ts';

export function HomeCourses({ courses }: { courses: readonly HomeCourse[] }) {
  const [lead, ...others] = courses;
  if (!lead) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title="Learn to teach it" moreTo="/courses" more="See all courses" />
      <div className="home-courses" data-alone={others.length === 0 || undefined}>
        <LeadCourse course={lead} />
        <div className="home-courses-list">
          {others.map((course) => (
            <SmallCourse key={course.id} course={course} />
          ))}
        </div>
      </div>
    </section>
  );
}

function LeadCourse({ course }: { course: HomeCourse }) {
  const subject = coverSubjectOf.course(course.id);
  const { width, height } = COVER_SHAPES.stage;
  return (
    <article className="poster home-lead">
      <LazyImage
        src={coverUrl(subject, 'stage', width)}
        srcSet={coverSrcSet(subject, 'stage')}
        sizes="(width < 56.25rem) 92vw, 44rem"
        width={width}
        height={height}
        alt=""
      />
      <h3 className="poster-title">
        <Link to={`/courses/${course.id}`}>{course.title}</Link>
      </h3>
      {course.tagline && <p className="lead">{course.tagline}</p>}
      <Facts course={course} />
    </article>
  );
}

function SmallCourse({ course }: { course: HomeCourse }) {
  return (
    <article className="poster home-small">
      <LazyImage
        src={course.imageUrl}
        srcSet={`${course.thumbnailUrl} 320w, ${course.imageUrl} 640w`}
        sizes="8rem"
        width={640}
        height={800}
        alt=""
      />
      <div>
        <h3 className="poster-title">
          <Link to={`/courses/${course.id}`}>{course.title}</Link>
        </h3>
        <Facts course={course} />
      </div>
    </article>
  );
}

function Facts({ course }: { course: HomeCourse }) {
  const facts = describeCard(course);
  return (
    <>
      <p className="poster-who">
        {COURSE_KIND_LABELS[course.kind]} with {course.teacher}
        {facts && <span className="block">{facts}</span>}
      </p>
      <p className="poster-foot">
        <span className="poster-price">{formatPrice(course.price)}</span>
      </p>
    </>
  );
}
