// A free preview lesson in a dialog. A separate file: few people open one, so few load the dialog code.
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { formatDuration } from '#shared/features/course/course.rules.ts';
import type { CourseLesson } from './course.api.ts';

type CoursePreviewProps = {
  lesson: CourseLesson;
  courseId: number;
  courseTitle: string;
  onClose: () => void;
};

export default function CoursePreview({ lesson, courseId, courseTitle, onClose }: CoursePreviewProps) {
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={lesson.title}
      footer={<ButtonLink to={`/courses/${courseId}/lessons/${lesson.id}`}>Open in the classroom</ButtonLink>}
      description={`A lesson of ${courseTitle}, ${formatDuration(lesson.minutes)}`}
    >
      <p className="course-lesson">{lesson.previewText}</p>
    </Dialog>
  );
}
