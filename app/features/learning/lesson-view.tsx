// One lesson: its recording, text, document, session or assignment, what completes it, and the learner's notes.
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, type RefObject, Suspense, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { useGuestRedirect } from '#app/layouts/guards.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { classroomPath } from '#shared/features/learning/learning.rules.ts';
import { LessonSkeleton, LockedItem, NotEnrolled } from './classroom-states.tsx';
import { useClassroomKeys } from './classroom-keys.tsx';
import { type Classroom, type ClassroomItem, getLessonQuery, type Lesson } from './learning.api.ts';
import { LessonActions } from './lesson-actions.tsx';
import { LessonDocument, LiveSession } from './lesson-content.tsx';
import { LessonMedia } from './lesson-media.tsx';
import { LessonNotes } from './lesson-notes.tsx';
import { LessonSteps, neighborsOf } from './lesson-steps.tsx';
import type { PlayerHandle } from './player/practice-player.tsx';
import { useLessonProgress } from './use-lesson-progress.ts';

const LessonText = lazy(() => import('./lesson-text.tsx'));

/** Handed in by the page, because they are other features'. */
export type LessonSlots = {
  HandIn: (props: { lesson: Lesson }) => ReactNode;
  Discussion: (props: { lesson: Lesson; player: RefObject<PlayerHandle | null> }) => ReactNode;
};

type LessonViewProps = {
  classroom: Classroom;
  items: readonly ClassroomItem[];
  item: ClassroomItem;
  slots: LessonSlots;
};

export function LessonView(props: LessonViewProps) {
  const { classroom, items, item } = props;
  const {
    data: lesson,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...getLessonQuery(item.itemId),
    enabled: item.lock === null,
  });
  const status = error instanceof ApiError ? error.status : null;
  useGuestRedirect(status === 401);
  if (item.lock && !lesson) return <LockedItem {...props} lock={item.lock} />;
  // Access may end while the page is open: then what was fetched before isn't shown either.
  if (status === 402) return <NotEnrolled classroom={classroom} />;
  if (lesson && status === null) return <OpenLesson lesson={lesson} {...props} />;
  if (!error || status === 401) return <LessonSkeleton />;
  return (
    <ErrorState
      className="classroom-words"
      title={status === 404 ? 'This lesson isn’t available' : 'We couldn’t load this lesson'}
      headingLevel={1}
      {...(status !== 404 && { onRetry: () => void refetch(), isRetrying: isFetching })}
    >
      {failureTextOf(error)} <LessonSteps courseId={classroom.course.id} items={items} item={item} />
    </ErrorState>
  );
}

function OpenLesson({ lesson, classroom, items, item, slots }: LessonViewProps & { lesson: Lesson }) {
  const navigate = useNavigate();
  const player = useRef<PlayerHandle>(null);
  const { previous, next } = neighborsOf(items, item);
  const progress = useLessonProgress(lesson);
  const courseId = classroom.course.id;
  const goTo = (to: ClassroomItem | null) => to && (() => void navigate(classroomPath(courseId, to)));
  const goOn = goTo(next);
  const markAsDone = async () => {
    const { isDone, hasCompletedCourse } = await progress.markAsDone();
    if (!isDone) return;
    // The classroom says so above the lesson.
    if (hasCompletedCourse) window.scrollTo({ top: 0 });
    else goOn?.();
  };
  const canMark = lesson.role === 'learner' && lesson.completionRule === 'marked' && !lesson.isCompleted;
  useClassroomKeys({ n: goOn, p: goTo(previous), m: canMark ? () => void markAsDone() : goOn });
  return (
    <article>
      <title>{`${lesson.title} · ${lesson.courseTitle}`}</title>
      <LessonMedia ref={player} lesson={lesson} onPlayed={progress.savePlayed} />
      <div className="classroom-words classroom-lesson">
        <div className="classroom-text">
          <h1 className="t-m">{lesson.title}</h1>
          {lesson.liveSession && <LiveSession session={lesson.liveSession} />}
          {lesson.body && (
            <Suspense>
              <LessonText markdown={lesson.body} />
            </Suspense>
          )}
          {lesson.document && <LessonDocument document={lesson.document} />}
          {lesson.assignment && lesson.role === 'learner' && <slots.HandIn lesson={lesson} />}
          <LessonActions
            lesson={lesson}
            progress={progress}
            canMark={canMark}
            next={next}
            onMark={() => void markAsDone()}
            onNext={goOn}
          />
        </div>
        <LessonNotes lesson={lesson} player={player} />
      </div>
      {lesson.role !== null && (
        <div className="classroom-words classroom-talk">
          <slots.Discussion lesson={lesson} player={player} />
        </div>
      )}
      <LessonSteps courseId={courseId} items={items} item={item} />
    </article>
  );
}
