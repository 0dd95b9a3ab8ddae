// Questions and answers: only for people of the course, instructor first, votes once, reports decided by the instructor.
import { describe, expect, it } from 'vitest';
import * as contract from '#shared/features/discussion/discussion.contract.ts';
import type { Post, Question } from '#shared/features/discussion/discussion.schema.ts';
import { someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const stranger = await someone(ctx);
const otherInstructor = (await someCourse(ctx)).instructor;

async function setUp() {
  const course = await someCourse(ctx, ['video']);
  const lessonId = course.lessonIds[0] ?? 0;
  const learner = await someLearner(ctx, course.id, { firstName: 'Priya', lastName: 'Nair' });
  const classmate = await someLearner(ctx, course.id);
  return { ...course, lessonId, learner, classmate };
}

const post = (lessonId: number, person: Person, body: object = { text: 'Do I skip the floor test?' }) =>
  call(contract.createPost, { params: { id: lessonId }, body, ...person });

const list = async (lessonId: number, person: Person) =>
  (await call(contract.listDiscussion, { params: { id: lessonId }, ...person })).json<{ items: Question[] }>()
    .items;

async function ask(lessonId: number, person: Person, body?: object): Promise<Post> {
  const answer = await post(lessonId, person, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Post>();
}

describe('a thread', () => {
  it('shows the instructor’s answer first, then the most helpful', async () => {
    const { lessonId, learner, classmate, instructor } = await setUp();
    const question = await ask(lessonId, learner, { text: 'Concrete floor?', atSecond: 524 });
    expect(question).toMatchObject({ author: 'Priya N.', atSecond: 524, isOwn: true, isInstructor: false });
    const { id: questionId } = question;
    await ask(lessonId, learner, { text: 'Found a mat.', questionId });
    const helpful = await ask(lessonId, classmate, { text: 'I use two mats.', questionId });
    await ask(lessonId, instructor, { text: 'Skip it, and say so.', questionId });
    await call(contract.voteForPost, { params: { id: helpful.id }, ...learner });
    const [thread] = await list(lessonId, learner);
    expect(thread?.answers.map(({ text }) => text)).toEqual([
      'Skip it, and say so.',
      'I use two mats.',
      'Found a mat.',
    ]);
    expect(thread?.answers[0]).toMatchObject({ author: 'Odile Marchetti', isInstructor: true });
    expect(thread?.answers[1]).toMatchObject({ votes: 1, hasVoted: true });
  });

  it('answers only questions of the same lesson', async () => {
    const { lessonId, learner } = await setUp();
    const other = await setUp();
    const { id: foreign } = await ask(other.lessonId, other.learner);
    expect((await post(lessonId, learner, { text: 'x', questionId: foreign })).statusCode).toBe(404);
    const { id: questionId } = await ask(lessonId, learner);
    const { id: answerId } = await ask(lessonId, learner, { text: 'x', questionId });
    expect((await post(lessonId, learner, { text: 'y', questionId: answerId })).statusCode).toBe(404);
  });

  it('keeps the place of a deleted question that has answers, without its words', async () => {
    const { lessonId, learner, classmate } = await setUp();
    const { id } = await ask(lessonId, learner, { text: 'SECRET-WORDS' });
    await ask(lessonId, classmate, { text: 'Like this.', questionId: id });
    const lonely = await ask(lessonId, learner);
    for (const deleted of [id, lonely.id]) {
      expect((await call(contract.deletePost, { params: { id: deleted }, ...learner })).statusCode).toBe(204);
    }
    const questions = await list(lessonId, classmate);
    expect(questions).toMatchObject([{ id, isDeleted: true, text: '', answers: [{ text: 'Like this.' }] }]);
    expect(JSON.stringify(questions)).not.toContain('SECRET-WORDS');
  });

  it('takes one vote from each, none from the author', async () => {
    const { lessonId, learner, classmate } = await setUp();
    const { id } = await ask(lessonId, learner);
    const vote = (person: Person) => call(contract.voteForPost, { params: { id }, ...person });
    expect((await vote(learner)).statusCode).toBe(409);
    const answers = await Promise.all(Array.from({ length: 5 }, () => vote(classmate)));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200]);
    expect((await list(lessonId, classmate))[0]).toMatchObject({ votes: 1 });
    expect((await call(contract.removeVote, { params: { id }, ...classmate })).json()).toEqual({ votes: 0 });
  });
});

describe('other people', () => {
  it('read and write nothing', async () => {
    const { lessonId, learner, classmate } = await setUp();
    const { id } = await ask(lessonId, learner);
    expect((await call(contract.listDiscussion, { params: { id: lessonId } })).statusCode).toBe(401);
    for (const person of [stranger, otherInstructor]) {
      expect((await call(contract.listDiscussion, { params: { id: lessonId }, ...person })).statusCode).toBe(
        402,
      );
      expect((await post(lessonId, person)).statusCode).toBe(402);
      const answers = await Promise.all([
        call(contract.editPost, { params: { id }, body: { text: 'x' }, ...person }),
        call(contract.deletePost, { params: { id }, ...person }),
        call(contract.voteForPost, { params: { id }, ...person }),
        call(contract.reportPost, { params: { id }, body: { reason: 'Spam' }, ...person }),
      ]);
      expect(statusesOf(answers)).toEqual([404, 404, 404, 404]);
    }
    const changed = await call(contract.editPost, { params: { id }, body: { text: 'x' }, ...classmate });
    expect(changed.statusCode).toBe(404);
    expect((await call(contract.deletePost, { params: { id }, ...classmate })).statusCode).toBe(404);
  });

  it('see no question once their access ends', async () => {
    const { lessonId, learner, id } = await setUp();
    await ask(lessonId, learner);
    await ctx.pool.query(`update entitlements set state = 'revoked' where user_id = $1`, [learner.id]);
    const answer = await call(contract.listDiscussion, { params: { id: lessonId }, ...learner });
    expect([id > 0, answer.statusCode]).toEqual([true, 402]);
  });
});

describe('reports', () => {
  it('come once from each, go to the course’s instructor, and are decided once', async () => {
    const { lessonId, learner, classmate, instructor } = await setUp();
    const { id } = await ask(lessonId, learner, { text: 'Buy my shoes' });
    const report = () =>
      call(contract.reportPost, { params: { id }, body: { reason: 'Spam' }, ...classmate });
    expect(statusesOf([await report(), await report()])).toEqual([204, 409]);
    const reportsOf = async (person: Person) =>
      (await call(contract.listPostReports, { ...person })).json<{ items: { id: number }[] }>().items;
    expect(await reportsOf(otherInstructor)).toEqual([]);
    const [open] = await reportsOf(instructor);
    const decide = (person: Person) =>
      call(contract.decidePostReport, {
        params: { id: open?.id ?? 0 },
        body: { decision: 'removed' },
        ...person,
      });
    expect((await decide(otherInstructor)).statusCode).toBe(404);
    expect(statusesOf(await Promise.all([decide(instructor), decide(instructor)]))).toEqual([204, 409]);
    expect(await list(lessonId, learner)).toEqual([]);
  });

  it('an instructor sees the questions nobody of the course’s teachers has answered', async () => {
    const { lessonId, learner, classmate, instructor } = await setUp();
    const { id: questionId } = await ask(lessonId, learner);
    await ask(lessonId, classmate, { text: 'Me too.', questionId });
    const open = async () =>
      (await call(contract.listOpenQuestions, { ...instructor })).json<{ total: number }>().total;
    expect(await open()).toBe(1);
    await ask(lessonId, instructor, { text: 'Skip it.', questionId });
    expect(await open()).toBe(0);
  });
});

describe('emails', () => {
  const emailOf = async ({ id }: Person) => {
    const { rows } = await ctx.pool.query<{ email: string }>('select email from users where id = $1', [id]);
    return rows[0]?.email ?? '';
  };
  const mails = async (person: Person) => mailsTo(ctx, await emailOf(person));

  it('tell the instructor of a question, at most once an hour, with how many wait', async () => {
    const { lessonId, learner, classmate, instructor } = await setUp();
    await ask(lessonId, learner, { text: 'Do I skip the floor test?' });
    await ask(lessonId, classmate, { text: 'And on carpet?' });
    const [first, ...rest] = await mails(instructor);
    expect(rest).toEqual([]);
    expect(first?.subject).toMatch(/^New question: /);
    expect(first?.text).toContain('Priya N. asked');
    expect(first?.text).toContain('Do I skip the floor test?');
    expect(first?.text).toContain(`/lessons/${lessonId}#questions`);
    ctx.clock.advance(61 * 60_000);
    await ask(lessonId, learner, { text: 'One more.' });
    expect((await mails(instructor)).at(-1)?.text).toContain('2 more questions wait for you');
  });

  it('tell whoever asked of an answer, not of their own, and not after their access has ended', async () => {
    const { lessonId, learner, classmate, instructor } = await setUp();
    const { id: questionId } = await ask(lessonId, learner);
    await ask(lessonId, learner, { text: 'Found it.', questionId });
    expect(await mails(learner)).toEqual([]);
    await ask(lessonId, instructor, { text: 'SECRET-ANSWER', questionId });
    await ask(lessonId, classmate, { text: 'SECRET-HINT', questionId });
    const texts = (await mails(learner)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.join()).toContain('Your instructor answered your question');
    expect(texts.join()).not.toContain('SECRET');
    expect(await mails(classmate)).toEqual([]);
    await ctx.pool.query(`update entitlements set state = 'revoked' where user_id = $1`, [learner.id]);
    await ask(lessonId, instructor, { text: 'Once more.', questionId });
    expect(await mails(learner)).toHaveLength(2);
  });
});
