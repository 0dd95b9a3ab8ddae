// The top of a course page: its title on a plain background, its cover next to it, and the four most important facts.
import './course-hero.css';
import BookOpen from 'icon:book-open';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { LibraryButton, LibraryHint, LibraryNote } from '#app/components/membership/library-button.tsx';
import { MemberPrice } from '#app/components/membership/member-price.tsx';
import { PurchaseTerms, SEATS_NOTE } from '#app/components/purchase/purchase-terms.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useBenefits } from '#app/lib/member.api.ts';
import {
  courseLabel,
  describeLength,
  describeLevel,
  describeTime,
} from '#shared/features/course/course.rules.ts';
import { freeLessonPath } from '#shared/features/learning/learning.rules.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import type { CourseDetail, CourseLesson } from './course.api.ts';

/** Longer titles are set smaller. */
const LONG_TITLE = 44;

/**
 * `art` fills its side; text never overlaps it. The background is the ink of the cover's style, so that both belong
 * together.
 */
export function CourseHero({ course, art }: { course: CourseDetail; art: ReactNode }) {
  return (
    <div className="course-band" data-theme="light" data-style={course.danceStyle}>
      <div className="course-band-say">
        <h1 data-long={course.title.length > LONG_TITLE || undefined}>{course.title}</h1>
        {course.tagline && <p>{course.tagline}</p>}
      </div>
      <div className="course-band-art">
        {art}
        <span className="tag">{courseLabel(course)}</span>
      </div>
    </div>
  );
}

export function CourseFacts({ course }: { course: CourseDetail }) {
  const facts = [
    ['Length', describeLength(course.modules)],
    ['Time', describeTime(course)],
    ['Level', describeLevel(course.level)],
    ['Led by', course.instructor.name],
  ] as const;
  return (
    <dl className="course-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type CourseEnrollProps = {
  course: CourseDetail;
  /** Undefined for a guest, and until it is known. */
  mine: MyItem | null | undefined;
  /** The button that puts it into the cart, and the one that puts it on the wish list. */
  cart: ReactNode;
  wish: ReactNode;
  /** What to finish before the lessons open. */
  prerequisites: ReactNode;
  /** For guests, who may be enrolled. */
  signIn: ReactNode;
  /** How far an enrolled learner is, and the way on. */
  progress: ReactNode;
};

export function CourseEnroll(props: CourseEnrollProps) {
  const { course, mine, cart, wish, prerequisites, signIn, progress } = props;
  const preview = firstPreviewOf(course);
  const isMember = useBenefits()?.isMember ?? false;
  const isIncluded = course.isInLibrary && course.state === 'published' && !isFree(course);
  const canStart = isIncluded && isMember;
  // Paid is paid: neither the price nor a free lesson is of use to a learner.
  if (mine?.isOwned && !mine.isMine) {
    return (
      <>
        {progress}
        {prerequisites}
      </>
    );
  }
  return (
    <div>
      <p className="course-price num">
        <MemberPrice kind="course" price={course.price} />
      </p>
      {mine?.isMine ? (
        <div className="mt-5 grid gap-3">
          <p className="meta">You teach this course.</p>
          <ButtonLink to={`/courses/${course.id}/learning`} variant="primary" size="l" isFull>
            Open the classroom
          </ButtonLink>
        </div>
      ) : (
        <>
          {prerequisites}
          <div className="mt-5 grid gap-2">
            {canStart && <StartCourse id={course.id} />}
            {course.state === 'published' && (
              <>
                <ButtonLink
                  to={enrollAddress(course)}
                  variant={canStart ? undefined : 'primary'}
                  size="l"
                  isFull
                >
                  {isFree(course) ? 'Enroll free' : canStart ? 'Buy it to keep' : 'Enroll now'}
                </ButtonLink>
                {!isFree(course) && !canStart && cart}
                {isIncluded && !isMember && <LibraryHint type="course" />}
              </>
            )}
            {wish}
          </div>
          {signIn}
          {course.state === 'published' && !isFree(course) && <PurchaseTerms licence={SEATS_NOTE} />}
        </>
      )}
      {preview && (
        <ButtonLink
          className="mt-4"
          isFull
          to={freeLessonPath(course.id, preview.id)}
          icon={<BookOpen className="icon" aria-hidden="true" />}
        >
          {preview === course.modules[0]?.lessons[0] ? 'Try the first lesson free' : 'Try a lesson free'}
        </ButtonLink>
      )}
    </div>
  );
}

function StartCourse({ id }: { id: number }) {
  const navigate = useNavigate();
  const item = { type: 'course', id } as const;
  return (
    <div className="mb-2">
      <LibraryButton
        item={item}
        variant="primary"
        size="l"
        isFull
        onAdded={() => void navigate(`/courses/${id}/learning`)}
      />
      <LibraryNote item={item} />
    </div>
  );
}

const isFree = ({ price }: CourseDetail) => Number(price) === 0;

function enrollAddress(course: CourseDetail): string {
  return isFree(course) ? `/direct-enroll/${course.id}` : `/direct-checkout?type=course&id=${course.id}`;
}

function firstPreviewOf(course: CourseDetail): CourseLesson | undefined {
  return course.modules.flatMap(({ lessons }) => lessons).find(({ isPreview }) => isPreview);
}
