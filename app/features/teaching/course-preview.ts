// A draft as learners would see it: lessons and questions in the shapes of the classroom and of an attempt.
import type { CourseDraft, DraftItem } from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseFile, DraftQuestion } from '#shared/features/course-editor/course-editor.schema.ts';
import type { Lesson } from '#shared/features/learning/learning.contract.ts';
import { countOf } from '#shared/features/course/course.rules.ts';
import { describeCompletion, describeLock, findLocks } from '#shared/features/progress/progress.rules.ts';
import { type BankQuestion, type DrawnQuestion, drawQuestions } from '#shared/features/quiz/draw.rules.ts';
import type { Attempt } from '#shared/features/quiz/quiz.contract.ts';
import { splitPrompt } from '#shared/features/quiz/quiz.rules.ts';

type DraftLesson = Extract<DraftItem, { type: 'lesson' }>;
type DraftQuiz = Extract<DraftItem, { type: 'quiz' }>;
export type PreviewItem = CourseDraft['outline'][number]['items'][number] & { moduleId: number };

export const fileUrl = (id: number) => `/api/course-files/${id}`;

export const listItems = ({ outline }: CourseDraft): PreviewItem[] =>
  outline.flatMap(({ id, items }) => items.map((item) => ({ ...item, moduleId: id })));

export const keyOf = ({ type, id }: Pick<PreviewItem, 'type' | 'id'>) => `${type}-${id}`;

/** Why each item is locked for a learner who has just enrolled, by `keyOf`; what is open isn't in it. */
export function locksOf({ outline, settings }: CourseDraft): Map<string, string> {
  const items = outline.flatMap(({ items: inside, releaseDays }) =>
    inside.map((item) => ({ ...item, releaseDays })),
  );
  const now = new Date();
  const { isSequential } = settings;
  const terms = { role: 'learner', enrolledAt: now, isSequential, prerequisites: [], now } as const;
  const locks = findLocks(
    items.map(({ type, id, title, isPreview, releaseDays }) => ({
      itemType: type === 'quiz' ? 'quiz' : 'lesson',
      itemId: id,
      title,
      isPreview,
      isCompleted: false,
      releaseDays,
    })),
    terms,
  );
  return new Map(
    items.flatMap((item, at) => {
      const lock = locks[at];
      if (!lock) return [];
      const days = countOf(item.releaseDays ?? 0, 'day');
      return [[keyOf(item), lock.kind === 'release' ? `Opens ${days} after enrolling` : describeLock(lock)]];
    }),
  );
}

const toFile = (file: CourseFile) => ({ ...file, url: fileUrl(file.id) });

/** A lesson of the draft; nothing of it has been opened or watched. */
export function toLesson(course: CourseDraft, { moduleId }: PreviewItem, item: DraftLesson): Lesson {
  const { content, files } = item;
  const file = files.find(({ id }) => id === content.fileId);
  const seconds = file?.seconds ?? null;
  const captions = files.filter(({ parentId, kind }) => kind === 'caption' && parentId === file?.id);
  const isPlayed = file?.kind === 'video' || file?.kind === 'audio';
  return {
    ...content,
    id: item.id,
    courseId: course.id,
    courseTitle: course.settings.title,
    moduleId,
    role: 'learner',
    media: isPlayed
      ? {
          kind: file.kind === 'video' ? 'video' : 'audio',
          url: fileUrl(file.id),
          smallUrl: null,
          contentType: file.contentType,
          seconds,
          posterUrl: null,
          captions: captions.map(({ id, language }) => ({
            language: language ?? 'en',
            label: language ?? 'en',
            url: fileUrl(id),
          })),
        }
      : null,
    document:
      file?.kind === 'document' ? { ...toFile(file), ...(!content.isDownloadable && { url: null }) } : null,
    attachments: content.attachmentIds.flatMap((id) => files.filter((one) => one.id === id).map(toFile)),
    completion: describeCompletion({ ...content, seconds }),
    position: 0,
    isCompleted: false,
    watchedPercent: null,
  };
}

export type PreviewQuestion = DrawnQuestion & { asked: Attempt['questions'][number] };

/** Drawn as an attempt draws them: options get new ids, and are shuffled where the quiz says so. */
export function toQuestions({ content }: DraftQuiz, seed: number): PreviewQuestion[] {
  const own = content.questions.map(toBankQuestion);
  return drawQuestions({ own, bank: [], drawCount: 0, isShuffled: content.isShuffled, seed }).map(
    (question) => {
      const { id, kind, fileId, points, content: shown } = question;
      const asked = { id, kind, fileId, points, content: shown, ...splitPrompt(question.prompt) };
      return { ...question, asked: asked as Attempt['questions'][number] };
    },
  );
}

/** A question that is still being written may have no answer yet. */
function toBankQuestion(question: DraftQuestion, at: number): BankQuestion {
  const answerKey = {
    feedback: {},
    ...(question.kind === 'multiple' && { correct: [] }),
    ...question.answerKey,
  };
  return { ...question, id: at + 1, answerKey } as unknown as BankQuestion;
}
