// What a course costs and what one can do about it: enrol, put it into the cart, or keep it in mind.
import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MyItem } from '#shared/features/resource/resource.contract.ts';
import { formatPrice } from '#shared/money.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { CourseDetail, CourseLesson } from './course.api.ts';

type CourseEnrolProps = {
  course: CourseDetail;
  /** Undefined for a guest, and until it is known. */
  mine: MyItem | null | undefined;
  /** The button that puts it into the cart, and the one that puts it on the wish list. */
  cart: ReactNode;
  wish: ReactNode;
  onRead: (lesson: CourseLesson) => void;
};

export function CourseEnrol({ course, mine, cart, wish, onRead }: CourseEnrolProps) {
  const preview = firstPreviewOf(course);
  return (
    <div>
      <p className="course-price num">{formatPrice(course.price)}</p>
      {mine?.isOwned || mine?.isMine ? (
        <Notice tone="ok" className="mt-5">
          {mine.isMine ? 'You teach this one.' : 'This is yours. Its lessons open here soon.'}
        </Notice>
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
