// Assignments: handing in, who sees what, grading once, and what a grade does.
import { describe, expect, it } from 'vitest';
import { checkUploadJob } from '#server/features/upload/upload.service.ts';
import * as contract from '#shared/features/assignment/assignment.contract.ts';
import type {
  Assignment,
  GradedSubmission,
  Submission,
} from '#shared/features/assignment/assignment.schema.ts';
import { someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { tusTools } from '../../../tests/server/upload-tools.ts';

const test = await testApp();
const { app, ctx, call } = test;
const tus = tusTools(test);
const stranger = await someone(ctx);
const otherInstructor = (await someCourse(ctx)).instructor;

async function setUp() {
  const course = await someCourse(ctx, ['assignment']);
  const lessonId = course.lessonIds[0] ?? 0;
  const learner = await someLearner(ctx, course.id, { firstName: 'Jonah', lastName: 'Whitfield' });
  return { ...course, lessonId, learner };
}

const submit = (lessonId: number, person: Person, body: object = { text: 'My plan for the class.' }) =>
  call(contract.submitAssignment, { params: { id: lessonId }, body, ...person });

async function handIn(lessonId: number, person: Person, body?: object): Promise<Submission> {
  const answer = await submit(lessonId, person, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Submission>();
}

async function uploaded(person: Person, name: string, content: string): Promise<string> {
  const id = await tus.send(person.headers.cookie, name, Buffer.from(content), 'submission');
  await checkUploadJob.run(ctx, { id });
  return id;
}

const PASSING = { grade: 'passed', rubricPoints: { clarity: 4, craft: 4 } };
const RETURNING = { grade: 'returned', rubricPoints: { clarity: 1 }, feedback: 'One correction at a time.' };

const grade = (id: number, person: Person, body: object = PASSING) =>
  call(contract.gradeSubmission, { params: { id }, body, ...person });

const read = async (lessonId: number, person: Person) =>
  (await call(contract.getAssignment, { params: { id: lessonId }, ...person })).json<Assignment>();

describe('handing in', () => {
  it('a text and a file, once until it is returned', async () => {
    const { lessonId, learner } = await setUp();
    const uploadId = await uploaded(learner, 'plan.txt', 'Week one: find the floor.');
    const submission = await handIn(lessonId, learner, { text: ' My plan. ', uploadIds: [uploadId] });
    expect(submission).toMatchObject({
      number: 1,
      state: 'submitted',
      text: 'My plan.',
      files: [{ name: 'plan.txt', contentType: 'text/plain' }],
    });
    const second = await submit(lessonId, learner);
    expect(second.statusCode).toBe(409);
    expect(second.json<{ message: string }>().message).toContain('already handed this in');
    expect(await read(lessonId, learner)).toMatchObject({ canSubmit: false, submissions: [{ number: 1 }] });
  });

  it('many at once count as one', async () => {
    const { lessonId, learner } = await setUp();
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(lessonId, learner)));
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await read(lessonId, learner)).submissions).toHaveLength(1);
  });

  it('rejects an empty submission, someone else’s file, and a file used twice', async () => {
    const { lessonId, learner, id } = await setUp();
    const other = await someLearner(ctx, id);
    expect((await submit(lessonId, learner, { text: '\u200B ' })).statusCode).toBe(422);
    const uploadId = await uploaded(other, 'mine.txt', 'Not yours.');
    expect((await submit(lessonId, learner, { uploadIds: [uploadId] })).statusCode).toBe(404);
    await handIn(lessonId, other, { uploadIds: [uploadId] });
    const again = await submit(lessonId, learner, { uploadIds: [uploadId] });
    expect(again.statusCode).toBe(404);
    expect((await read(lessonId, learner)).submissions).toEqual([]);
  });

  it('is for learners of the course, and not before its turn', async () => {
    const { lessonId, instructor } = await setUp();
    expect((await call(contract.submitAssignment, { params: { id: lessonId }, body: {} })).statusCode).toBe(
      401,
    );
    expect((await submit(lessonId, stranger)).statusCode).toBe(402);
    expect((await submit(lessonId, otherInstructor)).statusCode).toBe(402);
    expect((await submit(lessonId, instructor)).statusCode).toBe(403);
    const sequential = await someCourse(ctx, ['reading', 'assignment'], { isSequential: true });
    const learner = await someLearner(ctx, sequential.id);
    const [reading, assignment] = sequential.lessonIds;
    const locked = await submit(assignment ?? 0, learner);
    expect(locked.statusCode).toBe(403);
    expect(locked.json<{ message: string }>().message).toContain('locked');
    expect((await submit(reading ?? 0, learner)).statusCode).toBe(404);
  });
});

describe('grading', () => {
  it('passes: the lesson and, being the last one, the course are completed, and the learner reads it', async () => {
    const { lessonId, learner, instructor, id: courseId } = await setUp();
    const { id } = await handIn(lessonId, learner);
    const params = { id };
    const comment = { atSecond: 136.5, text: 'Warm, and they all looked up.' };
    const added = await call(contract.addSubmissionComment, { params, body: comment, ...instructor });
    expect(added.json()).toMatchObject({ ...comment, author: 'Odile Marchetti' });
    expect((await read(lessonId, learner)).submissions[0]?.comments).toEqual([]);
    const graded = await grade(id, instructor, { ...PASSING, feedback: 'Lovely.' });
    expect(graded.statusCode, graded.body).toBe(200);
    expect(await read(lessonId, learner)).toMatchObject({
      canSubmit: false,
      submissions: [
        { state: 'passed', feedback: 'Lovely.', gradedBy: 'Odile Marchetti', comments: [comment] },
      ],
    });
    const { rows } = await ctx.pool.query(
      `select (select completed_at is not null from item_progress where user_id = $1 and item_id = $2) as lesson,
         (select completed_at is not null from course_progress where user_id = $1 and course_id = $3) as course`,
      [learner.id, lessonId, courseId],
    );
    expect(rows).toEqual([{ lesson: true, course: true }]);
    const mails = await ctx.pool.query<{ text: string }>(
      `select text from mail_outbox where "to" = $1 and subject like 'Passed: %'`,
      [`${learner.username}@releve.example`],
    );
    expect(mails.rows).toHaveLength(1);
    expect(mails.rows[0]?.text).toContain('2:16  Warm, and they all looked up.');
  });

  it('returns for another try, which keeps the earlier one', async () => {
    const { lessonId, learner, instructor } = await setUp();
    const first = await handIn(lessonId, learner);
    expect((await grade(first.id, instructor, { ...RETURNING, feedback: ' ' })).statusCode).toBe(422);
    expect((await grade(first.id, instructor, RETURNING)).statusCode).toBe(200);
    expect((await read(lessonId, learner)).canSubmit).toBe(true);
    const second = await handIn(lessonId, learner, { text: 'Slower.' });
    expect(second.number).toBe(2);
    const answer = await call(contract.getSubmission, { params: { id: second.id }, ...instructor });
    expect(answer.json<GradedSubmission>().previous).toMatchObject([{ number: 1, state: 'returned' }]);
  });

  it('counts points on the server: none forged, none beyond the rubric', async () => {
    const { lessonId, learner, instructor } = await setUp();
    const { id } = await handIn(lessonId, learner);
    for (const rubricPoints of [
      { clarity: 1, craft: 1, forged: 90 },
      { clarity: 50, craft: 5 },
      { clarity: 5 },
    ]) {
      expect((await grade(id, instructor, { grade: 'passed', rubricPoints })).statusCode).toBe(422);
    }
  });

  it('happens once, however many graders try', async () => {
    const { lessonId, learner, instructor } = await setUp();
    const { id } = await handIn(lessonId, learner);
    const answers = await Promise.all(
      [PASSING, RETURNING, PASSING, RETURNING].map((body) => grade(id, instructor, body)),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    const mails = await ctx.pool.query(`select 1 from mail_outbox where "to" = $1`, [
      `${learner.username}@releve.example`,
    ]);
    expect(mails.rows).toHaveLength(1);
    const late = await call(contract.addSubmissionComment, {
      params: { id },
      body: { text: 'Late' },
      ...instructor,
    });
    expect(late.statusCode).toBe(409);
  });

  it('lists the instructor’s own courses, longest waiting first', async () => {
    const { lessonId, learner, instructor, id: courseId } = await setUp();
    const other = await someLearner(ctx, courseId, { firstName: 'Priya' });
    const first = await handIn(lessonId, learner);
    ctx.clock.advance(60_000);
    const second = await handIn(lessonId, other);
    const list = async (person: Person, query: Record<string, string> = {}) =>
      (await call(contract.listSubmissionsToGrade, { query, ...person })).json<{ items: { id: number }[] }>();
    expect((await list(instructor)).items.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await list(instructor, { q: 'priya' })).items.map(({ id }) => id)).toEqual([second.id]);
    expect((await list(instructor, { course: '1' })).items).toEqual([]);
    expect((await list(otherInstructor)).items).toEqual([]);
    expect((await list(learner)).items).toEqual([]);
    const all = await call(contract.listSubmissionsToGrade, { query: { course: String(courseId) } }, 'admin');
    expect(all.json<{ items: object[] }>().items).toHaveLength(2);
  });
});

describe('other people', () => {
  it('find no submission, file or comment', async () => {
    const { lessonId, learner, instructor, id: courseId } = await setUp();
    const uploadId = await uploaded(learner, 'plan.txt', 'SECRET-MARKER plan');
    const { id, files } = await handIn(lessonId, learner, { uploadIds: [uploadId] });
    const comment = await call(contract.addSubmissionComment, {
      params: { id },
      body: { text: 'Between us.' },
      ...instructor,
    });
    const commentId = comment.json<{ id: number }>().id;
    const classmate = await someLearner(ctx, courseId);
    const fileUrl = `/api/submission-files/${files[0]?.id}`;
    const open = (person?: Person, headers = {}) =>
      app.inject({ url: fileUrl, headers: { ...person?.headers, ...headers } });
    for (const person of [stranger, otherInstructor, classmate]) {
      const answers = await Promise.all([
        call(contract.getSubmission, { params: { id }, ...person }),
        call(contract.addSubmissionComment, { params: { id }, body: { text: 'x' }, ...person }),
        call(contract.deleteSubmissionComment, { params: { id: commentId }, ...person }),
        grade(id, person),
        open(person),
      ]);
      expect(statusesOf(answers)).toEqual([404, 404, 404, 404, 404]);
    }
    // Not even the learner reads the grader's draft.
    expect((await call(contract.getSubmission, { params: { id }, ...learner })).statusCode).toBe(404);
    expect((await open()).statusCode).toBe(401);
    const own = await open(learner);
    expect(own.body).toBe('SECRET-MARKER plan');
    expect(own.headers['content-disposition']).toContain('attachment');
    expect(own.headers['content-security-policy']).toContain('sandbox');
    const part = await open(instructor, { range: 'bytes=0-5' });
    expect([part.statusCode, part.body]).toEqual([206, 'SECRET']);
    const removed = await call(contract.deleteSubmissionComment, {
      params: { id: commentId },
      ...instructor,
    });
    expect(removed.statusCode).toBe(204);
  });
});
