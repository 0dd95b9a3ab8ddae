// The question bank over HTTP: its teacher writes it, quizzes draw from it, and nobody else sees it.
import { describe, expect, it } from 'vitest';
import * as editor from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import * as contract from '#shared/features/quiz/question-bank.contract.ts';
import type { Attempt } from '#shared/features/quiz/quiz.contract.ts';
import * as attempts from '#shared/features/quiz/quiz.contract.ts';
import { courseEditorTools } from '../../../tests/server/course-editor-tools.ts';
import { courseWithQuiz, learnerOf, OPEN, SINGLE } from '../../../tests/server/quiz-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { as, statusOf, teacher, draftOf, published, edit, publish, QUESTION } = courseEditorTools({
  ctx,
  call,
});

const TRUE = {
  kind: 'true_false',
  prompt: 'The heel stays down.',
  content: {},
  answerKey: { correct: true },
  tags: ['Safety'],
};
const create = async (person: Person, courseId: number, question: object = TRUE): Promise<number> =>
  (await as<{ id: number }>(person, contract.createBankQuestion, {}, { courseId, question })).id;

/** A published course with a quiz in its draft. */
async function withQuiz() {
  const odile = await teacher();
  const { id, moduleId } = await published(odile);
  const { created } = await as<{ created: { id: number }[] }>(
    odile,
    editor.createDraftItems,
    { id },
    { moduleId, items: [{ type: 'quiz', title: 'Final' }] },
  );
  return { odile, id, quizId: created[0]?.id ?? 0, quiz: { id, type: 'quiz', itemId: created[0]?.id ?? 0 } };
}
const missingOf = async (person: Person, id: number) =>
  (await draftOf(person, id)).checklist.filter(({ state }) => state === 'missing').map((entry) => entry.id);
const outlineCount = ({ outline }: CourseDraft) => outline[0]?.items.at(-1)?.questionCount;

describe('the question bank', () => {
  it('is written, changed and emptied by its teacher, and found by tag, word, kind and place', async () => {
    const { teacher: odile, courseId } = await courseWithQuiz(ctx, {
      questions: [SINGLE, { ...OPEN, prompt: 'In five words?' }],
    });
    const id = await create(odile, courseId, { ...TRUE, tags: ['Safety', 'safety ', 'feet'] });
    const find = async (query: Record<string, string>, person: Person = odile) =>
      (await call(contract.listTaughtQuestions, { query, ...person })).json();
    expect((await find({})).items).toMatchObject([
      { id, question: 'The heel stays down.', quizId: null, correctText: 'True', tags: ['safety', 'feet'] },
      { question: 'Why?', correctText: 'Part b' },
      { question: 'In five words?' },
    ]);
    expect(await find({ tag: 'SAFETY' })).toMatchObject({ total: 1, tags: ['feet', 'safety'] });
    expect((await find({ kind: 'open' })).total).toBe(1);
    expect((await find({ q: 'five' })).total).toBe(1);
    expect((await find({ q: '%' })).total).toBe(0);
    expect((await find({ place: 'bank' })).total).toBe(1);
    expect((await find({ place: 'quiz' })).total).toBe(2);
    expect((await find({ courseId: String(courseId) })).total).toBe(3);

    const question = { ...TRUE, prompt: 'The heel lifts.', answerKey: { correct: false }, tags: [] };
    await as(odile, contract.updateBankQuestion, { id }, { question });
    expect(await as(odile, contract.getTaughtQuestion, { id })).toMatchObject({
      courseId,
      quizId: null,
      question: { prompt: 'The heel lifts.', answerKey: { correct: false }, tags: [] },
    });
    await as(odile, contract.deleteBankQuestion, { id });
    expect((await find({ place: 'bank' })).total).toBe(0);
    expect(await statusOf(odile, contract.updateBankQuestion, { id }, { question })).toBe(404);
  });

  it('refuses incomplete questions, too many tags and files of another course', async () => {
    const { teacher: odile, courseId } = await courseWithQuiz(ctx);
    const other = await courseWithQuiz(ctx);
    const { rows } = await ctx.pool.query<{ id: number }>(
      `select id from course_files where course_id = $1 limit 1`,
      [other.courseId],
    );
    const statusFor = (question: object) =>
      statusOf(odile, contract.createBankQuestion, {}, { courseId, question });
    expect(await statusFor({ ...TRUE, answerKey: {} })).toBe(400);
    expect(await statusFor({ ...TRUE, prompt: ' ' })).toBe(400);
    expect(await statusFor({ ...TRUE, tags: Array.from({ length: 11 }, (_, at) => `tag ${at}`) })).toBe(400);
    expect(await statusFor({ ...TRUE, fileId: rows[0]?.id })).toBe(422);
    expect(await statusFor(TRUE)).toBe(201);
  });

  it('isn’t there for anyone else', async () => {
    const { teacher: odile, courseId } = await courseWithQuiz(ctx);
    const id = await create(odile, courseId);
    const learner = await learnerOf(ctx, courseId);
    const stranger = (await courseWithQuiz(ctx)).teacher;
    for (const person of [learner, stranger, await someone(ctx)]) {
      expect(await statusOf(person, contract.createBankQuestion, {}, { courseId, question: TRUE })).toBe(404);
      expect(await statusOf(person, editor.getQuestionBank, { id: courseId })).toBe(404);
      expect(await statusOf(person, contract.getTaughtQuestion, { id })).toBe(404);
      expect(await statusOf(person, contract.updateBankQuestion, { id }, { question: TRUE })).toBe(404);
      expect(await statusOf(person, contract.deleteBankQuestion, { id })).toBe(404);
      const { items } = (await call(contract.listTaughtQuestions, person)).json();
      expect(items.some((item: { courseId: number }) => item.courseId === courseId)).toBe(false);
    }
    const asAdmin = { body: { courseId, question: TRUE } };
    expect((await call(contract.createBankQuestion, asAdmin, 'admin')).statusCode).toBe(201);
    // What is in a quiz is edited with the quiz.
    const { rows } = await ctx.pool.query<{ id: number }>(
      `select id from quiz_questions where course_id = $1 and quiz_id is not null`,
      [courseId],
    );
    const owned = { id: rows[0]?.id ?? 0 };
    expect(await statusOf(odile, contract.deleteBankQuestion, owned)).toBe(409);
    expect(await statusOf(odile, contract.updateBankQuestion, owned, { question: TRUE })).toBe(409);
  });
});

describe('a quiz that draws at random', () => {
  it('can be published once the bank has enough, and asks what it draws', async () => {
    const { odile, id, quiz, quizId } = await withQuiz();
    await edit(odile, quiz, { drawCount: 2, drawTags: ['SAFETY'] });
    expect(await missingOf(odile, id)).toEqual(['bank']);
    await create(odile, id);
    await create(odile, id, { ...TRUE, tags: ['music'] });
    expect(await missingOf(odile, id)).toEqual(['bank']);
    expect(outlineCount(await draftOf(odile, id))).toBe(1);
    expect(await as(odile, editor.getQuestionBank, { id })).toMatchObject({
      questions: [{ question: 'The heel stays down.', tags: ['safety'] }, { tags: ['music'] }],
    });
    const third = await create(odile, id, { ...TRUE, prompt: 'The knee bends.', tags: ['feet', 'safety'] });
    expect(await missingOf(odile, id)).toEqual([]);
    const { checklist } = await publish(odile, id);
    expect(checklist.every(({ state }) => state !== 'missing')).toBe(true);

    const learner = await learnerOf(ctx, id);
    const attempt = await as<Attempt>(learner, attempts.startAttempt, { id: quizId });
    expect(attempt.questions.map(({ question }) => question).toSorted()).toEqual([
      'The heel stays down.',
      'The knee bends.',
    ]);
    // The bank shrinks: the quiz says what it asks from now on.
    await as(odile, contract.deleteBankQuestion, { id: third });
    expect(await as(learner, attempts.getQuiz, { id: quizId })).toMatchObject({ questionCount: 1 });
  });

  it('keeps its last question in the bank', async () => {
    const { odile, id, quiz } = await withQuiz();
    await edit(odile, quiz, { drawCount: 1, drawTags: ['safety'] });
    const only = await create(odile, id);
    await publish(odile, id);
    const refused = await call(contract.deleteBankQuestion, { params: { id: only }, headers: odile.headers });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('“Final”');
    const retagged = { question: { ...TRUE, tags: [] } };
    expect(await statusOf(odile, contract.updateBankQuestion, { id: only }, retagged)).toBe(409);
    await create(odile, id);
    await as(odile, contract.deleteBankQuestion, { id: only });
  });

  it('asks at most 200 questions, those drawn included', async () => {
    const { odile, quiz } = await withQuiz();
    const questions = Array.from({ length: 150 }, () => ({ ...QUESTION, answerKey: { correct: true } }));
    await edit(odile, quiz, { questions });
    const { revision } = await as<{ revision: number }>(odile, editor.getDraftItem, quiz);
    const changes = { drawCount: 51, drawTags: ['safety'] };
    expect(await statusOf(odile, editor.updateDraftItem, quiz, { revision, changes })).toBe(422);
    await edit(odile, quiz, { ...changes, drawCount: 50 });
    const tags = Array.from({ length: 11 }, (_, at) => `tag ${at}`);
    const tooMany = { questions: [{ ...QUESTION, tags }] };
    const latest = await as<{ revision: number }>(odile, editor.getDraftItem, quiz);
    expect(await statusOf(odile, editor.updateDraftItem, quiz, { ...latest, changes: tooMany })).toBe(400);
  });
});
