// Before and after: the neighbors of a lesson or quiz in the outline.
import ArrowLeft from 'icon:arrow-left';
import ArrowRight from 'icon:arrow-right';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { classroomPath, isSameItem } from '#shared/features/learning/learning.rules.ts';
import type { ClassroomItem } from './learning.api.ts';

export function neighborsOf(items: readonly ClassroomItem[], item: ClassroomItem) {
  const at = items.findIndex((each) => isSameItem(each, item));
  return { previous: items[at - 1] ?? null, next: items[at + 1] ?? null };
}

type LessonStepsProps = { courseId: number; items: readonly ClassroomItem[]; item: ClassroomItem };

export function LessonSteps({ courseId, items, item }: LessonStepsProps) {
  const { previous, next } = neighborsOf(items, item);
  return (
    <nav className="classroom-steps" aria-label="Previous and next">
      {previous && (
        <ButtonLink
          variant="quiet"
          to={classroomPath(courseId, previous)}
          icon={<ArrowLeft className="icon" aria-hidden="true" />}
        >
          <span className="sr-only">Previous: </span>
          {previous.title}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink
          className="classroom-next"
          variant="quiet"
          to={classroomPath(courseId, next)}
          icon={<ArrowRight className="icon" aria-hidden="true" />}
        >
          <span className="sr-only">Next: </span>
          {next.title}
        </ButtonLink>
      )}
    </nav>
  );
}
