// Whether a question can be graded: the checklist asks before a quiz is published.
import type { DraftQuestion } from '#shared/features/course-editor/course-editor.schema.ts';
import { questionSchema } from '#shared/features/quiz/quiz.schema.ts';

type Question = Pick<DraftQuestion, 'kind' | 'prompt' | 'fileId'> & { content: unknown; answerKey: unknown };

export function hasRightAnswer({ kind, prompt, fileId, content, answerKey }: Question): boolean {
  return questionSchema.safeParse({ kind, prompt, fileId, content, answerKey }).success;
}
