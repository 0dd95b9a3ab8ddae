// A certification on the first page of courses: larger than a poster, with what its certificate is worth.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeCard, describeWorth } from '#shared/features/course/course-words.ts';
import { COVER_SHAPES, coverSrcSet, coverUrl } from '#shared/features/cover/cover.rules.ts';
import { coverSubjectOf } from '#shared/features/resource/resource.rules.ts';
import { formatPrice } from '#shared/money.ts';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import type { CourseCard } from './course.api.ts';

const { width, height } = COVER_SHAPES.band;

type CertificationCardProps = { course: CourseCard; isEager: boolean; action?: ReactNode };

export function CertificationCard({ course, isEager, action }: CertificationCardProps) {
  const subject = coverSubjectOf.course(course.id);
  return (
    <article className="poster certification">
      <div className="certification-art">
        <LazyImage
          src={coverUrl(subject, 'band', width)}
          srcSet={coverSrcSet(subject, 'band')}
          // A phone takes the half-size drawing: flat colours bear a little enlarging.
          sizes="(width < 40rem) 88vw, 29rem"
          width={width}
          height={height}
          alt=""
          isEager={isEager}
        />
      </div>
      <h3 className="poster-title">
        <Link to={`/courses/${course.id}`}>{course.title}</Link>
      </h3>
      {course.tagline && <p className="certification-tagline">{course.tagline}</p>}
      <p className="certification-worth">{describeWorth(course)}</p>
      <p className="poster-who">
        {[course.instructor.name, describeCard(course)].filter(Boolean).join(', ')}
      </p>
      <p className="poster-foot">
        <span className="poster-price">{formatPrice(course.price)}</span>
        {course.rating !== null && <Rating value={course.rating.toFixed(1)} count={course.reviewCount} />}
        {action}
      </p>
    </article>
  );
}
