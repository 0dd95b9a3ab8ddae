// The questions of the demo courses, from data/quizzes/*.json, written the way a teacher would jot them down.
import type { quizQuestions } from '#server/db/schema/quiz.ts';
import { questionSchema } from '#shared/features/quiz/quiz.schema.ts';
import { demoQuizzes, quizFiles, type SeedQuestion } from '../demo-data.ts';

type Row = typeof quizQuestions.$inferInsert;

/** Where a quiz is: `lessonIds` are those of its module, in order. */
export type QuizPlace = {
  quizId: number;
  courseId: number;
  shortName: string;
  modulePosition: number;
  lessonIds: number[];
};

export function questionRows(places: readonly QuizPlace[]): Row[] {
  return places.flatMap((place) => {
    const { shortName, modulePosition, quizId, courseId } = place;
    const questions = demoQuizzes()[shortName]?.[modulePosition] ?? [];
    return questions.map((question, position) => ({
      ...valuesOf(question, place, tagOf(question)),
      courseId,
      quizId,
      position,
    }));
  });
}

/** What the quizzes of these places draw at random; the questions belong to no quiz. */
export function bankOf(places: readonly QuizPlace[]) {
  const banks = quizFiles().flatMap(({ course, quizzes }) =>
    quizzes.flatMap(({ module, bank }) => (bank ? { course, module, ...bank } : [])),
  );
  return banks.map(({ course, module, tag, draws, questions }) => {
    const place = places.find((one) => one.shortName === course && one.modulePosition === module);
    if (!place) throw new Error(`${course} has no quiz in module ${module}.`);
    const rows: Row[] = questions.map((question) => ({
      ...valuesOf(question, place, tag),
      courseId: place.courseId,
      quizId: null,
    }));
    return { quizId: place.quizId, tag, draws, rows };
  });
}

/** Checked like a question from the editor: what can't be answered must not be seeded. */
function valuesOf(question: SeedQuestion, { lessonIds }: QuizPlace, tag: string) {
  return questionSchema.parse({
    ...kindOf(question),
    prompt: question.ask,
    explanation: question.why ?? '',
    reviewLessonId: lessonIds[question.lesson] ?? null,
    points: question.guidance === undefined ? 1 : 2,
    tags: [tag],
  });
}

const parts = (texts: readonly string[], prefix: string) =>
  texts.map((text, at) => ({ id: `${prefix}${at + 1}`, text }));

function kindOf(question: SeedQuestion) {
  const { right, wrong = [], all, others = [], isTrue, words, number, order, pairs } = question;
  if (right !== undefined) {
    const options = parts([right, ...wrong], 'o');
    return { kind: 'single', content: { options }, answerKey: { correct: 'o1' } };
  }
  if (all) {
    const correct = parts(all, 'o');
    const options = [...correct, ...parts(others, 'x')];
    return { kind: 'multiple', content: { options }, answerKey: { correct: correct.map(({ id }) => id) } };
  }
  if (isTrue !== undefined) return { kind: 'true_false', content: {}, answerKey: { correct: isTrue } };
  if (words) return { kind: 'short_text', content: {}, answerKey: { accepted: words } };
  if (number !== undefined) {
    const { tolerance = 0, unit = '' } = question;
    return { kind: 'number', content: { unit }, answerKey: { value: number, tolerance } };
  }
  if (order) {
    const items = parts(order, 'i');
    return { kind: 'ordering', content: { items }, answerKey: { order: items.map(({ id }) => id) } };
  }
  if (pairs) {
    const left = parts(Object.keys(pairs), 'l');
    const right = parts(Object.values(pairs), 'r');
    const matches = Object.fromEntries(left.map(({ id }, at) => [id, `r${at + 1}`]));
    return { kind: 'matching', content: { left, right }, answerKey: { pairs: matches } };
  }
  return { kind: 'open', content: {}, answerKey: { guidance: question.guidance ?? '' } };
}

/** For the bank: what remembering is, and what needs judgment. */
function tagOf({ guidance, number, words, order, pairs }: SeedQuestion): string {
  if (guidance !== undefined) return 'in your words';
  return number !== undefined || words || order || pairs ? 'know' : 'decide';
}
