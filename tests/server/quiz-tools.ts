// Quizzes for tests: a course with one quiz and a question of every kind, and someone who may take it.
import { and, eq } from 'drizzle-orm';
import { courseFiles, courseModules, lessons } from '#server/db/schema/course.ts';
import { quizQuestions, quizzes } from '#server/db/schema/quiz.ts';
import { createCourse, createEntitlement, type NewModule } from '#server/seed/factories.ts';
import type { Answers, Question } from '#shared/features/quiz/question.rules.ts';
import { someone } from './resource-tools.ts';
import type { TestContext } from './test-database.ts';

/** In every text a learner must not see before the review policy allows. */
export const SECRET = 'planted-secret';

const parts = (ids: string[]) => ids.map((id) => ({ id, text: `Part ${id}` }));

type NewQuestion = Question & { prompt?: string; points?: number; tags?: string[]; quizId?: number | null };

export const SINGLE: NewQuestion = {
  kind: 'single',
  content: { options: parts(['a', 'b', 'c']) },
  answerKey: { correct: 'b', feedback: { a: `${SECRET} feedback`, b: `${SECRET} praise` } },
};
export const OPEN: NewQuestion = {
  kind: 'open',
  content: {},
  answerKey: { guidance: `${SECRET} guidance` },
  points: 2,
};

/** A question of every kind that a rule can grade. */
export const ALL_KINDS: NewQuestion[] = [
  SINGLE,
  {
    kind: 'multiple',
    content: { options: parts(['a', 'b', 'c', 'd']) },
    answerKey: { correct: ['a', 'b'], feedback: { c: `${SECRET} feedback` } },
  },
  { kind: 'true_false', content: {}, answerKey: { correct: true } },
  { kind: 'short_text', content: {}, answerKey: { accepted: [`${SECRET} word`, 'plié'] } },
  { kind: 'number', content: { unit: 'bpm' }, answerKey: { value: 96_417, tolerance: 2 } },
  {
    kind: 'ordering',
    content: { items: parts(['a', 'b', 'c', 'd']) },
    answerKey: { order: ['a', 'b', 'c', 'd'] },
  },
  {
    kind: 'matching',
    content: { left: parts(['a', 'b']), right: parts(['x', 'y']) },
    answerKey: { pairs: { a: 'x', b: 'y' } },
  },
  {
    kind: 'hotspot',
    content: { alt: 'A dancer' },
    answerKey: { regions: [{ x: 0.41, y: 0.41, width: 0.1, height: 0.1 }] },
  },
  { kind: 'moment', content: {}, answerKey: { from: 3, to: 5 } },
];

type NewQuiz = NonNullable<NewModule['quizzes']>[number];

/** The right answer to a question of `ALL_KINDS` by the texts it is shown with: ids are new in every attempt. */
export function rightAnswer(question: { kind: string; content: unknown }): Answers[keyof Answers] {
  const content = question.content as Record<string, { id: string; text: string }[]>;
  const idOf = (list: string, text: string) =>
    content[list]?.find((part) => part.text === `Part ${text}`)?.id ?? '';
  switch (question.kind) {
    case 'single':
      return { choice: idOf('options', 'b') };
    case 'multiple':
      return { choices: [idOf('options', 'a'), idOf('options', 'b')] };
    case 'true_false':
      return { value: true };
    case 'short_text':
      return { text: 'Plie' };
    case 'number':
      return { value: 96_418 };
    case 'ordering':
      return { order: ['a', 'b', 'c', 'd'].map((text) => idOf('items', text)) };
    case 'matching':
      return { pairs: { [idOf('left', 'a')]: idOf('right', 'x'), [idOf('left', 'b')]: idOf('right', 'y') } };
    case 'hotspot':
      return { x: 0.45, y: 0.45 };
    case 'moment':
      return { second: 4 };
    default:
      return { text: 'Where are your knees pointing?' };
  }
}

/** A published course with a lesson and a quiz of these questions. */
export async function courseWithQuiz(
  ctx: TestContext,
  {
    questions = [SINGLE],
    bank = [],
    ...quiz
  }: NewQuiz & { questions?: NewQuestion[]; bank?: NewQuestion[] } = {},
  course: Parameters<typeof createCourse>[1] = {},
) {
  const teacher = await someone(ctx, { roles: ['instructor'] });
  const lesson = { title: 'Worth a second look', completionRule: 'marked' as const };
  const count = questions.length + (quiz.drawCount ?? 0);
  const modules = [{ lessons: [lesson], quizzes: [{ questionCount: count, ...quiz }] }];
  const { id: courseId } = await createCourse(ctx.db, { instructorId: teacher.id, modules, ...course });
  const [found] = await ctx.db
    .select({ quizId: quizzes.id, moduleId: courseModules.id, lessonId: lessons.id })
    .from(quizzes)
    .innerJoin(courseModules, eq(courseModules.id, quizzes.moduleId))
    .innerJoin(lessons, and(eq(lessons.moduleId, courseModules.id)))
    .where(eq(courseModules.courseId, courseId));
  if (!found) throw new Error('The quiz was not created.');
  const fileId = await someFile(ctx, courseId);
  const rows = [...questions.map((question) => ({ ...question, quizId: found.quizId })), ...bank].map(
    ({ prompt = 'Why?', ...question }, position) => ({
      courseId,
      position,
      prompt: `${prompt}\n\nThink of your own class.`,
      explanation: `${SECRET} explanation`,
      reviewLessonId: found.lessonId,
      fileId: question.kind === 'hotspot' || question.kind === 'moment' ? fileId : null,
      ...question,
    }),
  );
  await ctx.db.insert(quizQuestions).values(rows);
  return { ...found, courseId, teacher, fileId };
}

async function someFile(ctx: TestContext, courseId: number): Promise<number> {
  const storageKey = `test/quiz-${courseId}.png`;
  const stored = await ctx.storage.put(storageKey, Buffer.from('a picture'), { contentType: 'image/png' });
  const [file] = await ctx.db
    .insert(courseFiles)
    .values({
      courseId,
      kind: 'image',
      name: 'dancer.png',
      contentType: 'image/png',
      bytes: stored.bytes,
      sha256: stored.sha256,
      storageKey,
      createdAt: ctx.clock.now(),
    })
    .returning({ id: courseFiles.id });
  if (!file) throw new Error('The file was not created.');
  return file.id;
}

export async function learnerOf(ctx: TestContext, courseId: number) {
  const person = await someone(ctx);
  await createEntitlement(ctx.db, { userId: person.id, itemType: 'course', itemId: courseId });
  return person;
}
