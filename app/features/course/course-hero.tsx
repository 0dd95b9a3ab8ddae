// The head of a course's page: its title on clear ground, its cover beside it, and the four facts one asks for first.
import './course-hero.css';
import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import {
  COURSE_KIND_LABELS,
  describeLength,
  describeLevel,
  describeTime,
} from '#shared/features/course/course.rules.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { formatPrice } from '#shared/money.ts';
import type { CourseDetail, CourseLesson } from './course.api.ts';

/** Longer titles are set smaller. */
const LONG_TITLE = 44;

/** `art` fills its side; words never lie on it. The ground is the ink of the cover's style, so that both belong together. */
export function CourseHero({ course, art }: { course: CourseDetail; art: ReactNode }) {
  return (
    <div className="course-band" data-theme="light" data-style={course.danceStyle}>
      <div className="course-band-say">
        <h1 data-long={course.title.length > LONG_TITLE || undefined}>{course.title}</h1>
        {course.tagline && <p>{course.tagline}</p>}
      </div>
      <div className="course-band-art">
        {art}
        <span className="tag">{COURSE_KIND_LABELS[course.kind]}</span>
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

type CourseEnrolProps = {
  course: CourseDetail;
  /** Undefined for a guest, and until it is known. */
  mine: MyItem | null | undefined;
  /** The button that puts it into the cart, and the one that puts it on the wish list. */
  cart: ReactNode;
  wish: ReactNode;
  onRead: (lesson: CourseLesson) => void;
};

export function CourseEnroll({ course, mine, cart, wish, onRead }: CourseEnrolProps) {
  const preview = firstPreviewOf(course);
  return (
    <div>
      <p className="course-price num">{formatPrice(course.price)}</p>
      {mine?.isOwned || mine?.isMine ? (
        <div className="mt-5 grid gap-3">
          {mine.isMine && <p className="meta">You teach this course.</p>}
          <ButtonLink to={`/courses/${course.id}/learning`} variant="primary" size="l" isFull>
            {mine.isMine ? 'Open the classroom' : 'Continue'}
          </ButtonLink>
        </div>
      ) : (
        <div className="mt-5 grid gap-2">
          {course.state === 'published' && (
            <>
              <ButtonLink to={enrolAddress(course)} variant="primary" size="l" isFull>
                {isFree(course) ? 'Enrol free' : 'Enrol now'}
              </ButtonLink>
              {!isFree(course) && cart}
            </>
          )}
          {wish}
        </div>
      )}
      {preview && (
        <Button
          className="course-needs-script mt-4"
          isFull
          aria-haspopup="dialog"
          icon={<BookOpen className="icon" aria-hidden="true" />}
          onClick={() => onRead(preview)}
        >
          {preview === course.modules[0]?.lessons[0] ? 'Read the first lesson free' : 'Read a lesson free'}
        </Button>
      )}
    </div>
  );
}

const isFree = ({ price }: CourseDetail) => Number(price) === 0;

function enrolAddress(course: CourseDetail): string {
  return isFree(course) ? `/direct-enroll/${course.id}` : `/direct-checkout?type=course&id=${course.id}`;
}

function firstPreviewOf(course: CourseDetail): CourseLesson | undefined {
  return course.modules.flatMap(({ lessons }) => lessons).find(({ previewText }) => previewText);
}
