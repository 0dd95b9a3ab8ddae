// Under a lesson: what completes it, the one button to go on, and its files.
import Check from 'icon:check';
import Download from 'icon:download';
import { Button, ButtonLink, buttonClass } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { formatBytes } from '#app/lib/format-bytes.ts';
import type { ClassroomItem, Lesson } from './learning.api.ts';
import type { LessonProgress } from './use-lesson-progress.ts';

type LessonActionsProps = {
  lesson: Lesson;
  progress: LessonProgress;
  canMark: boolean;
  next: ClassroomItem | null;
  onMark: () => void;
  onNext: (() => void) | null;
};

export function LessonActions({ lesson, progress, canMark, next, onMark, onNext }: LessonActionsProps) {
  const isLearner = lesson.role === 'learner';
  return (
    <>
      {isLearner && <Completion lesson={lesson} isUnsaved={progress.isUnsaved} />}
      {lesson.role === null && (
        <Notice className="mt-6">
          This lesson is free to try.{' '}
          <ButtonLink variant="quiet" size="s" to={`/courses/${lesson.courseId}`}>
            See the whole course
          </ButtonLink>
        </Notice>
      )}
      <div className="classroom-actions">
        {canMark ? (
          <Button variant="primary" isBusy={progress.isMarking} onClick={onMark}>
            {next ? 'Mark as done, next lesson' : 'Mark as done'}
          </Button>
        ) : (
          onNext && (
            <Button variant={lesson.isCompleted || !isLearner ? 'primary' : 'second'} onClick={onNext}>
              {next?.itemType === 'quiz' ? 'Go to the quiz' : 'Next lesson'}
            </Button>
          )
        )}
        {lesson.attachments.map(({ id, name, bytes, url }) => (
          <a key={id} className={buttonClass({})} href={`${url}?download=1`} download={name}>
            <Download className="icon" aria-hidden="true" />
            <span className="btn-label">
              {name} <span className="small num">{formatBytes(bytes)}</span>
            </span>
          </a>
        ))}
      </div>
    </>
  );
}

/** Why it counts as done, or what is missing. */
function Completion({ lesson, isUnsaved }: { lesson: Lesson; isUnsaved: boolean }) {
  const { isCompleted, completion, completionRule, watchedPercent } = lesson;
  const isMeasured = completionRule === 'watched' && watchedPercent !== null;
  return (
    <p className="classroom-completion meta" role="status">
      {isCompleted ? (
        <span className="classroom-done">
          <Check className="icon" aria-hidden="true" /> Done
        </span>
      ) : (
        <>
          {completion}
          {isMeasured && <span className="num">. So far it’s {watchedPercent}%</span>}.
        </>
      )}
      {isUnsaved && ' Your progress isn’t saved yet; we’ll try again while you go on.'}
    </p>
  );
}
