// What a course costs and what one can do about it. Enrolling comes in here.
import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MyItem } from '#shared/features/resource/resource.contract.ts';
import { formatPrice } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { CourseDetail, CourseLesson } from './course.api.ts';

type CourseEnrolProps = {
  course: CourseDetail;
  /** Undefined for a guest, and until it is known. */
  mine: MyItem | null | undefined;
  /** The button that puts it on the wish list. */
  wish: ReactNode;
  onRead: (lesson: CourseLesson) => void;
};

export function CourseEnrol({ course, mine, wish, onRead }: CourseEnrolProps) {
  const preview = firstPreviewOf(course);
  return (
    <div>
      <p className="course-price num">{formatPrice(course.price)}</p>
      {mine?.isOwned || mine?.isMine ? (
        <Notice tone="ok" className="mt-5">
          {mine.isMine ? 'You teach this one.' : 'This is yours. Its lessons open here soon.'}
        </Notice>
      ) : (
        <>
          <div className="mt-5">{wish}</div>
          <p className="meta mt-3">Enrolment opens soon. Until then, keep it on your wish list.</p>
        </>
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

function firstPreviewOf(course: CourseDetail): CourseLesson | undefined {
  return course.modules.flatMap(({ lessons }) => lessons).find(({ previewText }) => previewText);
}
