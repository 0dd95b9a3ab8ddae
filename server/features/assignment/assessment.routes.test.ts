// Practical assessments: live sessions agreed by hand, two independent assessors, and who reaches the video.
import { describe, expect, it } from 'vitest';
import { checkUploadJob } from '#server/features/upload/upload.service.ts';
import * as contract from '#shared/features/assignment/assignment.contract.ts';
import type {
  Assignment,
  GradedSubmission,
  Submission,
} from '#shared/features/assignment/assignment.schema.ts';
import { type AssessmentSettings, DEFAULT_ASSIGNMENT } from '#shared/features/course/course.rules.ts';
import { someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { tusTools } from '../../../tests/server/upload-tools.ts';

const test = await testApp();
const { app, ctx, call } = test;
const tus = tusTools(test);
const DAY_MS = 24 * 60 * 60 * 1000;

/** A course of one lesson, the practical assessment. */
async function setUp(assessment: Partial<AssessmentSettings> = {}) {
  const course = await someCourse(ctx, ['assignment']);
  const lessonId = course.lessonIds[0] ?? 0;
  const settings = {
    ...DEFAULT_ASSIGNMENT,
    assessment: { isLiveOffered: true, assessorCount: 1, ...assessment },
  };
  await ctx.pool.query('update lessons set assignment = $2 where id = $1', [
    lessonId,
    JSON.stringify(settings),
  ]);
  const learner = await someLearner(ctx, course.id, { firstName: 'Jonah', lastName: 'Whitfield' });
  const assessor = (await someCourse(ctx)).instructor;
  return { ...course, lessonId, learner, assessor };
}

const addAssessor = (id: number, person: Person, user: string) =>
  call(contract.addCourseAssessor, { params: { id }, body: { user }, ...person });

const submit = (lessonId: number, person: Person, body: object) =>
  call(contract.submitAssignment, { params: { id: lessonId }, body, ...person });

async function handIn(lessonId: number, person: Person, body: object = { text: 'My class.' }) {
  const answer = await submit(lessonId, person, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Submission>();
}

const PASSED = { grade: 'passed', rubricPoints: { clarity: 4, craft: 4 }, feedback: 'Lovely.' };
const RETURNED = { grade: 'returned', rubricPoints: { clarity: 1, craft: 1 }, feedback: 'Slower.' };

const grade = (id: number, person: Person, body: object = PASSED) =>
  call(contract.gradeSubmission, { params: { id }, body, ...person });
const open = (id: number, person: Person) => call(contract.getSubmission, { params: { id }, ...person });
const read = async (lessonId: number, person: Person) =>
  (await call(contract.getAssignment, { params: { id: lessonId }, ...person })).json<Assignment>();
const mailsTo = async (person: Person) =>
  (
    await ctx.pool.query<{ subject: string; text: string }>(
      `select subject, text from mail_outbox where "to" = $1 order by id`,
      [`${person.username}@releve.example`],
    )
  ).rows;

describe('a live session', () => {
  it('is asked for, agreed, moved, and passes once it has taken place', async () => {
    const { lessonId, learner, instructor } = await setUp();
    const { id } = await handIn(lessonId, learner, { isLive: true, text: 'Tuesdays after 5 PM.' });
    const setSession = (startsAt: Date, person = instructor) =>
      call(contract.setAssessmentSession, {
        params: { id },
        body: { startsAt: startsAt.toISOString(), place: 'Studio 2, 14 Mill Lane' },
        ...person,
      });
    expect((await grade(id, instructor)).statusCode).toBe(422);
    expect((await setSession(new Date(ctx.clock.now().getTime() - 1000))).statusCode).toBe(422);
    await ctx.pool.query(`update users set time_zone = 'America/New_York' where id = $1`, [learner.id]);
    const startsAt = new Date(
      `${new Date(ctx.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)}T22:00Z`,
    );
    const agreed = await setSession(startsAt);
    expect(agreed.statusCode, agreed.body).toBe(200);
    expect(await read(lessonId, learner)).toMatchObject({
      canSubmit: false,
      submissions: [
        { isLive: true, session: { startsAt: startsAt.toISOString(), place: 'Studio 2, 14 Mill Lane' } },
      ],
    });
    expect((await grade(id, instructor)).statusCode).toBe(422);
    expect((await setSession(new Date(ctx.clock.now().getTime() + DAY_MS))).statusCode).toBe(200);
    ctx.clock.advance(2 * DAY_MS);
    expect((await grade(id, instructor)).statusCode).toBe(200);
    expect((await setSession(new Date(ctx.clock.now().getTime() + DAY_MS))).statusCode).toBe(409);
    const mails = await mailsTo(learner);
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(
      expect.arrayContaining(['Assessment scheduled', 'Assessment moved', 'Passed']),
    );
    const scheduled = mails.find(({ subject }) => subject.startsWith('Assessment scheduled'));
    expect(scheduled?.text).toMatch(/day, \w+ \d+, \d{4} at (5:00 PM EST|6:00 PM EDT)/);
    expect(scheduled?.text).toContain('Studio 2, 14 Mill Lane');
  });

  it('needs a time, and a course that offers it; others can’t set its date', async () => {
    const { lessonId, learner, assessor } = await setUp();
    expect((await submit(lessonId, learner, { isLive: true })).statusCode).toBe(422);
    const videoOnly = await setUp({ isLiveOffered: false });
    const asked = { isLive: true, text: 'Any day.' };
    expect((await submit(videoOnly.lessonId, videoOnly.learner, asked)).statusCode).toBe(422);
    const { id } = await handIn(lessonId, learner, asked);
    const body = { startsAt: '2040-01-15T22:00:00Z', place: 'Here' };
    for (const person of [learner, assessor]) {
      const answer = await call(contract.setAssessmentSession, { params: { id }, body, ...person });
      expect(answer.statusCode).toBe(404);
    }
    const recording = await handIn(videoOnly.lessonId, videoOnly.learner);
    const answer = await call(contract.setAssessmentSession, {
      params: { id: recording.id },
      body,
      ...videoOnly.instructor,
    });
    expect(answer.statusCode).toBe(422);
  });
});

describe('two assessors', () => {
  async function setUpTwo() {
    const course = await setUp({ assessorCount: 2 });
    const added = await addAssessor(course.id, course.instructor, course.assessor.username);
    expect(added.statusCode, added.body).toBe(200);
    return course;
  }

  it('decide without seeing each other, and both must pass it', async () => {
    const { lessonId, learner, instructor, assessor, id: courseId } = await setUpTwo();
    const { id } = await handIn(lessonId, learner);
    const comment = { atSecond: 12, text: 'Good cue.' };
    await call(contract.addSubmissionComment, { params: { id }, body: comment, ...instructor });
    expect((await grade(id, instructor)).statusCode).toBe(200);
    expect((await grade(id, instructor, RETURNED)).statusCode).toBe(409);
    // Neither the learner nor the second assessor learns what the first decided.
    expect((await read(lessonId, learner)).submissions).toMatchObject([
      { state: 'submitted', comments: [], rubricPoints: null, assessments: [] },
    ]);
    const seen = (await open(id, assessor)).json<GradedSubmission>();
    expect(seen).toMatchObject({
      comments: [],
      assessments: [],
      hasAssessed: false,
      isAssessedByOther: true,
    });
    expect((await open(id, instructor)).json()).toMatchObject({
      state: 'submitted',
      hasAssessed: true,
      comments: [comment],
    });
    const queue = async (person: Person) =>
      (await call(contract.listSubmissionsToGrade, { query: { course: String(courseId) }, ...person })).json<{
        items: { id: number }[];
      }>().items;
    expect(await queue(instructor)).toEqual([]);
    expect(await queue(assessor)).toMatchObject([{ id, isAssessment: true }]);
    expect(await mailsTo(learner)).toEqual([]);
    expect((await grade(id, assessor)).statusCode).toBe(200);
    expect((await read(lessonId, learner)).submissions).toMatchObject([
      { state: 'passed', comments: [comment], assessments: [{ grade: 'passed' }, { grade: 'passed' }] },
    ]);
    const { rows } = await ctx.pool.query(
      'select completed_at is not null as done from course_progress where user_id = $1 and course_id = $2',
      [learner.id, courseId],
    );
    expect(rows).toEqual([{ done: true }]);
    expect((await mailsTo(learner)).map(({ subject }) => subject.split(':')[0])).toContain('Passed');
  });

  it.each([
    [PASSED, RETURNED],
    [RETURNED, PASSED],
    [RETURNED, RETURNED],
  ])('return it unless both pass it (%#)', async (first, second) => {
    const { lessonId, learner, instructor, assessor } = await setUpTwo();
    const { id } = await handIn(lessonId, learner);
    await grade(id, instructor, first);
    await grade(id, assessor, second);
    expect(await read(lessonId, learner)).toMatchObject({
      canSubmit: true,
      submissions: [{ state: 'returned' }],
    });
  });

  it('decide once each, however often they try at once', async () => {
    const { lessonId, learner, instructor, assessor } = await setUpTwo();
    const { id } = await handIn(lessonId, learner);
    const answers = await Promise.all(
      [instructor, assessor, instructor, assessor, instructor, assessor].map((person) => grade(id, person)),
    );
    expect(statusesOf(answers)).toEqual([200, 200, 409, 409, 409, 409]);
    const { rows } = await ctx.pool.query('select 1 from assessments where submission_id = $1', [id]);
    expect(rows).toHaveLength(2);
    expect((await mailsTo(learner)).filter(({ subject }) => subject.startsWith('Passed'))).toHaveLength(1);
  });

  it('are refereed by the database: not the same twice, not a third, not the learner', async () => {
    const { lessonId, learner, instructor, assessor } = await setUpTwo();
    const { id } = await handIn(lessonId, learner);
    const insert = (assessorId: number, position: number) =>
      ctx.pool
        .query(
          `insert into assessments (submission_id, learner_id, assessor_id, position, grade, rubric_points, graded_at)
           values ($1, $2, $3, $4, 'passed', '{}', now())`,
          [id, learner.id, assessorId, position],
        )
        .then(() => 'stored')
        .catch((error: { constraint?: string }) => error.constraint);
    expect(await insert(learner.id, 1)).toBe('assessments_not_own');
    expect(await insert(instructor.id, 1)).toBe('stored');
    expect(await insert(instructor.id, 2)).toBe('assessments_assessor');
    expect(await insert(assessor.id, 1)).toBe('assessments_position');
    expect(await insert(assessor.id, 3)).toBe('assessments_position');
    const own = ctx.pool.query(
      `update submissions set state = 'passed', graded_at = now(), graded_by = user_id where id = $1`,
      [id],
    );
    await expect(own).rejects.toMatchObject({ constraint: 'submissions_not_own' });
  });
});

describe('the assessors of a course', () => {
  it('are instructors its own instructor names', async () => {
    const { id, instructor, assessor, learner } = await setUp();
    for (const user of [learner.username, instructor.username, 'nobody-at-all']) {
      expect((await addAssessor(id, instructor, user)).statusCode, user).toBe(422);
    }
    expect((await addAssessor(id, assessor, assessor.username)).statusCode).toBe(404);
    expect((await addAssessor(id, instructor, assessor.username)).json()).toMatchObject([
      { id: assessor.id },
    ]);
    // Naming someone twice changes nothing.
    expect((await addAssessor(id, instructor, assessor.username)).json()).toHaveLength(1);
    const list = (person: Person) => call(contract.listCourseAssessors, { params: { id }, ...person });
    expect((await list(assessor)).statusCode).toBe(404);
    const remove = (person: Person) =>
      call(contract.removeCourseAssessor, { params: { id, userId: assessor.id }, ...person });
    expect((await remove(assessor)).statusCode).toBe(404);
    expect((await remove(instructor)).statusCode).toBe(204);
    expect((await remove(instructor)).statusCode).toBe(404);
    expect((await list(instructor)).json()).toEqual([]);
  });

  it('reach the video; nobody else does', async () => {
    const { id: courseId, lessonId, learner, instructor, assessor } = await setUp();
    const uploadId = await tus.send(learner.headers.cookie, 'class.txt', Buffer.from('SECRET'), 'submission');
    await checkUploadJob.run(ctx, { id: uploadId });
    const { id, files } = await handIn(lessonId, learner, { uploadIds: [uploadId] });
    const classmate = await someLearner(ctx, courseId);
    const stranger = await someone(ctx);
    const statuses = async (person: Person) => {
      const file = await app.inject({
        url: `/api/submission-files/${files[0]?.id}`,
        headers: person.headers,
      });
      return [file.statusCode, (await open(id, person)).statusCode];
    };
    for (const person of [classmate, stranger, assessor]) expect(await statuses(person)).toEqual([404, 404]);
    await addAssessor(courseId, instructor, assessor.username);
    expect(await statuses(assessor)).toEqual([200, 200]);
    // An assessor sees practical assessments, not the course's other assignments.
    await ctx.pool.query(`update lessons set assignment = assignment - 'assessment' where id = $1`, [
      lessonId,
    ]);
    expect(await statuses(assessor)).toEqual([404, 404]);
    expect(await statuses(instructor)).toEqual([200, 200]);
    expect((await open(id, learner)).statusCode).toBe(404);
  });
});
