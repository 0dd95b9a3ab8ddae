// The outline beside the lesson: modules that open and close, with what is done, locked and next.
import Check from 'icon:check';
import Lock from 'icon:lock';
import Play from 'icon:play';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { countOf, formatDuration } from '#shared/features/course/course.rules.ts';
import { classroomPath, isSameItem } from '#shared/features/learning/learning.rules.ts';
import { formatSecond } from '#shared/features/learning/practice.rules.ts';
import { describeLock } from '#shared/features/progress/progress.rules.ts';
import { CertificateStatus } from './certificate-progress.tsx';
import type { Classroom, ClassroomItem } from './learning.api.ts';

type ClassroomOutlineProps = {
  ref: Ref<HTMLElement>;
  classroom: Classroom;
  current: ClassroomItem | null;
};

export function ClassroomOutline({ ref, classroom, current }: ClassroomOutlineProps) {
  return (
    <aside ref={ref} className="classroom-outline" aria-label="Course outline">
      <h2 className="t-s">Outline</h2>
      <ol>
        {classroom.modules.map((module, at) => (
          <li key={module.id}>
            {/* Keyed, so that the module one arrives in opens, and stays as one leaves it otherwise. */}
            <details
              key={String(current?.moduleId === module.id)}
              open={current?.moduleId === module.id || classroom.modules.length === 1}
            >
              <summary>
                <h3>
                  {at + 1}. {module.title}
                </h3>
                <span className="meta num">
                  {module.items.filter(({ isCompleted }) => isCompleted).length} of {module.items.length}
                </span>
              </summary>
              <ol>
                {module.items.map((item) => (
                  <li key={`${item.itemType} ${item.itemId}`}>
                    <OutlineLink
                      courseId={classroom.course.id}
                      item={item}
                      isCurrent={current !== null && isSameItem(item, current)}
                      isVisitor={classroom.role === null}
                    />
                  </li>
                ))}
              </ol>
            </details>
          </li>
        ))}
      </ol>
      {classroom.role === 'learner' && <CertificateStatus courseId={classroom.course.id} />}
    </aside>
  );
}

type OutlineLinkProps = { courseId: number; item: ClassroomItem; isCurrent: boolean; isVisitor: boolean };

function OutlineLink({ courseId, item, isCurrent, isVisitor }: OutlineLinkProps) {
  const isClosed = isVisitor && !item.isPreview;
  const { isCompleted, lock } = item;
  const isLocked = lock !== null || isClosed;
  return (
    <Link
      className="classroom-item"
      to={classroomPath(courseId, item)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className="classroom-mark" data-mark={markOf({ isCompleted, isCurrent, isLocked })}>
        {isCompleted ? (
          <Check className="icon" aria-hidden="true" />
        ) : isLocked ? (
          <Lock className="icon" aria-hidden="true" />
        ) : (
          isCurrent && <Play className="icon" aria-hidden="true" />
        )}
      </span>
      <span>
        {item.itemType === 'quiz' && 'Quiz: '}
        {item.title}
        {isCompleted && <span className="sr-only">, done</span>}
        {lock && <span className="small classroom-lock">{describeLock(lock)}</span>}
        {isClosed && <span className="sr-only">, for enrolled learners</span>}
      </span>
      <span className="small num">{figureOf(item, { isVisitor })}</span>
    </Link>
  );
}

type Mark = { isCompleted: boolean; isCurrent: boolean; isLocked: boolean };

function markOf({ isCompleted, isCurrent, isLocked }: Mark): 'done' | 'now' | 'locked' | undefined {
  if (isCompleted) return 'done';
  if (isCurrent && !isLocked) return 'now';
  return isLocked ? 'locked' : undefined;
}

type Figures = Pick<ClassroomItem, 'kind' | 'minutes' | 'seconds' | 'questionCount' | 'isPreview'>;

function figureOf(item: Figures, { isVisitor }: { isVisitor: boolean }): string {
  const { kind, minutes, seconds, questionCount, isPreview } = item;
  if (questionCount !== null) return countOf(questionCount, 'question');
  if (isPreview && isVisitor) return 'Free';
  if (kind === 'assignment') return 'Assignment';
  if (kind === 'live') return 'Live';
  return seconds ? formatSecond(seconds) : formatDuration(minutes ?? 0);
}
