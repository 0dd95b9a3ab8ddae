// The courses found: at first certifications on their own, larger; under any filter all as posters.
import './courses.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FilterChip } from '#app/components/catalogue/facets.ts';
import { NoResults } from '#app/components/catalogue/no-results.tsx';
import { CardGrid } from '#app/components/catalogue/results.tsx';
import { CoursePoster } from '#app/components/course/course-card.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { MemberPrice } from '#app/components/membership/member-price.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import { describeCard, describeCertificateValue } from '#shared/features/course/course.rules.ts';
import { COVER_SHAPES, coverSrcSet, coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';
import type { CourseCard } from './course.api.ts';

const POSTER_SIZES = '(width < 56.25rem) 45vw, 19rem';
/** In sight when the page opens, on a wide screen. */
const EAGER_POSTERS = 3;
const LARGE_CARDS = 4;

type CourseResultsProps = {
  items: readonly CourseCard[];
  styles: readonly { value: string }[];
  /** Nothing is searched for, chosen or ordered. */
  isFirstLook: boolean;
  search: string | undefined;
  chips: readonly FilterChip[];
  clearTo: string;
  /** What each card can do: the bag. */
  action: (course: CourseCard) => ReactNode;
};

export function CourseResults(props: CourseResultsProps) {
  const { items, styles, isFirstLook, search, chips, clearTo, action } = props;
  if (items.length === 0) {
    return isFirstLook ? (
      <NoCoursesYet />
    ) : (
      <NoResults
        noun="courses"
        search={search}
        chips={chips}
        clearTo={clearTo}
        elsewhere={styles.slice(0, 6).map(({ value }) => elsewhere(value))}
      />
    );
  }
  const large = isFirstLook ? items.filter(({ kind }) => kind === 'certification').slice(0, LARGE_CARDS) : [];
  if (large.length === 0) {
    return <Posters courses={items} eagerCount={EAGER_POSTERS} headingLevel={2} action={action} />;
  }
  const others = items.filter((course) => !large.includes(course));
  return (
    <>
      <section className="courses-part">
        <h2 className="t-m">Certifications</h2>
        <div className="certifications">
          {large.map((course, at) => (
            <CertificationCard key={course.id} course={course} isEager={at === 0} action={action(course)} />
          ))}
        </div>
      </section>
      {others.length > 0 && (
        <section className="courses-part">
          <h2 className="t-m">Courses</h2>
          <Posters courses={others} eagerCount={0} headingLevel={3} action={action} />
        </section>
      )}
    </>
  );
}

const elsewhere = (style: string) => ({
  label: style,
  to: `/courses?${new URLSearchParams({ style })}`,
});

type PostersProps = Pick<CourseResultsProps, 'action'> & {
  courses: readonly CourseCard[];
  eagerCount: number;
  headingLevel: 2 | 3;
};

function Posters({ courses, eagerCount, headingLevel, action }: PostersProps) {
  return (
    <CardGrid>
      {courses.map((course, at) => (
        <CoursePoster
          key={course.id}
          course={course}
          sizes={POSTER_SIZES}
          headingLevel={headingLevel}
          isEager={at < eagerCount}
          action={action(course)}
        />
      ))}
    </CardGrid>
  );
}

function NoCoursesYet() {
  return (
    <EmptyState
      title="The first courses are being written"
      action={<ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>}
    >
      Until they open, the curriculum has plans and music to teach from.
    </EmptyState>
  );
}

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
      <p className="certification-worth">{describeCertificateValue(course)}</p>
      <p className="poster-who">
        {[course.instructor.name, describeCard(course)].filter(Boolean).join(', ')}
      </p>
      <p className="poster-foot">
        <span className="poster-price">
          <MemberPrice kind="course" price={course.price} />
        </span>
        {course.rating !== null && <Rating value={course.rating.toFixed(1)} count={course.reviewCount} />}
        {action}
      </p>
    </article>
  );
}
