// Saves how far the learner is in a lesson: when it opens, while it plays, and when it is marked as done.
import { useEffect, useRef } from 'react';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useSaveLessonProgress } from '#app/lib/lesson-progress.api.ts';
import { fillPath } from '#shared/contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import type { Lesson } from './learning.api.ts';
import type { PlayedUpdate } from './player/use-player.ts';
import { reportWhileOpen } from './report-while-open.ts';

export type LessonProgress = ReturnType<typeof useLessonProgress>;

export function useLessonProgress(lesson: Lesson) {
  const { id: lessonId } = lesson;
  const isLearner = lesson.role === 'learner';
  const save = useSaveLessonProgress();
  const { mutate } = save;
  const position = useRef(lesson.position);

  useEffect(() => {
    if (!isLearner) return undefined;
    return reportWhileOpen(() => mutate({ lessonId, position: position.current }));
  }, [isLearner, lessonId, mutate]);

  return {
    /** The last save failed; what was played is sent again with the next one. */
    isUnsaved: save.isError && save.variables.completed !== true,
    isMarking: save.isPending && save.variables.completed === true,
    savePlayed(played: PlayedUpdate) {
      position.current = played.position;
      if (!isLearner) return;
      if (document.hidden) saveBeforeLeaving(lessonId, played);
      else mutate({ lessonId, ...played });
    },
    /** Refusals are explained in a toast. */
    async markAsDone(): Promise<{ isDone: boolean; hasCompletedCourse: boolean }> {
      try {
        const answer = await save.mutateAsync({ lessonId, position: position.current, completed: true });
        return { isDone: answer.isCompleted, hasCompletedCourse: answer.hasCompletedCourse };
      } catch (error) {
        toast({
          title: 'Couldn’t mark this lesson as done',
          description: failureTextOf(error),
          variant: 'destructive',
        });
        return { isDone: false, hasCompletedCourse: false };
      }
    },
  };
}

/** A page that goes away cancels its requests, unless they are kept alive. */
function saveBeforeLeaving(id: number, body: PlayedUpdate): void {
  void fetch(fillPath(saveLessonProgress.path, { id }), {
    method: saveLessonProgress.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}
