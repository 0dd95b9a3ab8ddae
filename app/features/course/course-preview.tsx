// A lesson that is free to read, over the page. Its own file: few open one, so few fetch what dialogs need.
import { Dialog } from '#app/components/ui/dialog.tsx';
import { formatDuration } from '#shared/features/course/course.rules.ts';
import type { CourseLesson } from './course.api.ts';

type CoursePreviewProps = { lesson: CourseLesson; courseTitle: string; onClose: () => void };

export default function CoursePreview({ lesson, courseTitle, onClose }: CoursePreviewProps) {
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={lesson.title}
      description={`A lesson of ${courseTitle}, ${formatDuration(lesson.minutes)}`}
    >
      <p className="course-lesson">{lesson.previewText}</p>
    </Dialog>
  );
}
