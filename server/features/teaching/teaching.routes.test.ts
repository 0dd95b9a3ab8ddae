// Teaching: students of one's own courses only, adding many with bad lines, invitations, analytics.
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { completeItem } from '#server/features/progress/progress.service.ts';
import * as contract from '#shared/features/teaching/teaching.contract.ts';
import type {
  AddReport,
  CourseAnalytics,
  InstructorDashboard,
  StudentDetail,
  StudentRow,
} from '#shared/features/teaching/teaching.schema.ts';
import { auditOf, someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { countCourseItemsJob } from './course-analytics.service.ts';
import { claimCourseInvitations } from './invitation.service.ts';

const { ctx, call } = await testApp();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const students = async (person: Person, query: Record<string, string> = {}) =>
  (await call(contract.listStudents, { query, ...person })).json<{ items: StudentRow[]; total: number }>();

const add = (courseId: number, person: Person, people: string) =>
  call(contract.addStudents, { params: { id: courseId }, body: { people }, ...person });

const complete = (userId: number, courseId: number, itemId: number) =>
  inTransaction(ctx.db, (tx) =>
    completeItem(ctx, tx, { userId, courseId, itemType: 'lesson', itemId, now: ctx.clock.now() }),
  );

describe('students', () => {
  it('with progress, next lesson and state, of one’s own courses only', async () => {
    const course = await someCourse(ctx, ['video', 'reading', 'reading']);
    const other = await someCourse(ctx);
    await someLearner(ctx, other.id);
    const ana = await someLearner(ctx, course.id, { firstName: 'Ana', lastName: 'Ruiz' });
    const wen = await someLearner(ctx, course.id, { firstName: 'Wen', lastName: 'Li' });
    await complete(ana.id, course.id, course.lessonIds[0] ?? 0);
    for (const id of course.lessonIds) await complete(wen.id, course.id, id);
    const { items, total } = await students(course.instructor, { sort: 'name' });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { name: 'Ana Ruiz', progress: 33, state: 'active', nextItem: 'Lesson 2' },
      { name: 'Wen Li', progress: 100, state: 'completed', nextItem: null },
    ]);
    expect((await students(course.instructor, { q: 'wen' })).items).toHaveLength(1);
    expect((await students(course.instructor, { course: String(other.id) })).items).toEqual([]);
    expect((await students(ana)).items).toEqual([]);
    await ctx.pool.query(`update users set role = 'user', roles = '{user}' where id = $1`, [
      course.instructor.id,
    ]);
    expect((await students(course.instructor)).items).toEqual([]);
    expect((await add(course.id, course.instructor, 'someone@example.com')).statusCode).toBe(404);
    await ctx.pool.query(`update users set role = 'instructor', roles = '{instructor}' where id = $1`, [
      course.instructor.id,
    ]);
    ctx.clock.advance(15 * DAY_MS);
    expect((await students(course.instructor, { state: 'stuck' })).items).toMatchObject([
      { name: 'Ana Ruiz' },
    ]);
    const dashboard = (await call(contract.getInstructorDashboard, { ...course.instructor })).json();
    expect(dashboard).toMatchObject({
      stuck: { count: 1, items: [{ name: 'Ana Ruiz' }] },
      enrollments: { count: 2, before: 0 },
      completions: { count: 1 },
      courses: [{ id: course.id, students: 2, completed: 1 }],
    } satisfies { [K in keyof InstructorDashboard]?: object });
    const taught = (await call(contract.listTaughtCourses, { ...course.instructor })).json<object[]>();
    expect(taught).toMatchObject([{ id: course.id, toGrade: 0, openQuestions: 0 }]);
    expect((await call(contract.listTaughtCourses, { ...ana })).json()).toEqual([]);
  });

  it('one in detail, and the list as CSV; nothing for another instructor', async () => {
    const course = await someCourse(ctx, ['video', 'assignment']);
    const { instructor: stranger } = await someCourse(ctx);
    const ana = await someLearner(ctx, course.id, { firstName: '=HYPERLINK()', lastName: 'Ruiz' });
    await complete(ana.id, course.id, course.lessonIds[0] ?? 0);
    const params = { id: course.id, userId: ana.id };
    const detail = (await call(contract.getStudent, { params, ...course.instructor })).json<StudentDetail>();
    expect(detail.items.map(({ completedAt }) => completedAt !== null)).toEqual([true, false]);
    expect((await call(contract.getStudent, { params, ...stranger })).statusCode).toBe(404);
    expect((await call(contract.getStudent, { params, ...ana })).statusCode).toBe(404);
    const csv = await call(contract.exportStudents, { ...course.instructor });
    expect(csv.body).toContain("'=HYPERLINK() Ruiz");
    expect((await call(contract.exportStudents, { ...stranger })).body).not.toContain('Ruiz');
  });
});

describe('adding students', () => {
  it('answers every line: added, invited, already there, refused', async () => {
    const course = await someCourse(ctx);
    const known = await someone(ctx, { firstName: 'Jonah' });
    const enrolled = await someLearner(ctx, course.id);
    const email = `new-${known.username}@releve.example`;
    const lines = [
      'Email',
      known.username,
      email,
      'no such person',
      enrolled.username,
      email.toUpperCase(),
      'a@b',
    ];
    const answer = await add(course.id, course.instructor, lines.join('\n'));
    expect(answer.statusCode, answer.body).toBe(200);
    const outcomes = answer.json<AddReport>().results.map(({ line, outcome }) => [line, outcome]);
    expect(outcomes).toEqual([
      [2, 'added'],
      [3, 'invited'],
      [4, 'refused'],
      [5, 'already'],
      [6, 'already'],
      [7, 'refused'],
    ]);
    const { items } = await students(course.instructor);
    expect(new Set(items.map(({ userId }) => userId))).toEqual(new Set([known.id, enrolled.id]));
    const { rows } = await ctx.pool.query<{ to: string }>(
      `select "to" from mail_outbox where "to" = any($1) order by 1`,
      [[email, `${known.username}@releve.example`]],
    );
    expect(rows.map(({ to }) => to)).toEqual([email, `${known.username}@releve.example`].toSorted());
    const again = await add(course.id, course.instructor, known.username);
    expect(again.json<AddReport>().results).toMatchObject([{ outcome: 'already' }]);
  });

  it('takes the same few statements for a whole school, and knows a person by either name', async () => {
    const course = await someCourse(ctx);
    const known = await Promise.all(Array.from({ length: 5 }, () => someone(ctx)));
    const [first] = known;
    const names = (count: number, of: string) =>
      Array.from({ length: count }, (_, at) => `${of}-${course.id}-${at}@releve.example`);
    const few = await countQueries(ctx, () => add(course.id, course.instructor, names(2, 'few').join('\n')));
    const list = [...names(400, 'many'), ...known.map(({ username }) => username)];
    let report: AddReport = { results: [] };
    const many = await countQueries(ctx, async () => {
      const lines = [...list, `${first?.username}@releve.example`].join('\n');
      report = (await add(course.id, course.instructor, lines)).json<AddReport>();
    });
    expect(many).toBeLessThanOrEqual(few + 5);
    const outcomes = Map.groupBy(report.results, ({ outcome }) => outcome);
    expect(outcomes.get('invited')).toHaveLength(400);
    expect(outcomes.get('added')).toHaveLength(5);
    expect(report.results.at(-1)).toMatchObject({ outcome: 'already', message: 'The same as line 401.' });
    expect((await students(course.instructor)).total).toBe(5);
  });

  it('sends an address only so many emails, whichever courses and instructors they come from', async () => {
    const email = `often-${Date.now()}@releve.example`;
    const outcomes: string[] = [];
    for (let at = 0; at < 4; at++) {
      const course = await someCourse(ctx);
      const report = (await add(course.id, course.instructor, email)).json<AddReport>();
      outcomes.push(report.results[0]?.outcome ?? '');
    }
    expect(outcomes).toEqual(['invited', 'invited', 'invited', 'refused']);
    // The same mailbox under another name.
    const course = await someCourse(ctx);
    const again = await add(course.id, course.instructor, email.replace('@', '+2@'));
    expect(again.json<AddReport>().results).toMatchObject([{ outcome: 'refused' }]);
  });

  it('lets people in without an email once they have had enough of them', async () => {
    const member = await someone(ctx);
    const messages: string[] = [];
    for (let at = 0; at < 6; at++) {
      const course = await someCourse(ctx);
      const report = (await add(course.id, course.instructor, member.username)).json<AddReport>();
      expect(report.results).toMatchObject([{ outcome: 'added' }]);
      messages.push(report.results[0]?.message ?? '');
    }
    expect(messages.filter((message) => message.includes('no email'))).toHaveLength(1);
    const { rows } = await ctx.pool.query('select 1 from mail_outbox where "to" = $1', [
      `${member.username}@releve.example`,
    ]);
    expect(rows).toHaveLength(5);
  });

  it('stops a sender after a thousand emails a day', async () => {
    const course = await someCourse(ctx);
    const names = (count: number, of: string) =>
      Array.from({ length: count }, (_, at) => `${of}${at}-${course.id}@releve.example`).join('\n');
    await add(course.id, course.instructor, names(500, 'a'));
    await add(course.id, course.instructor, names(499, 'b'));
    const last = (await add(course.id, course.instructor, names(2, 'c'))).json<AddReport>();
    expect(last.results.map(({ outcome }) => outcome)).toEqual(['invited', 'refused']);
    expect(last.results[1]?.message).toBe('You’ve sent 1,000 emails today. Try again tomorrow.');
    ctx.clock.advance(DAY_MS + 1000);
    const later = (await add(course.id, course.instructor, names(1, 'd'))).json<AddReport>();
    expect(later.results).toMatchObject([{ outcome: 'invited' }]);
  });

  it('by staff is recorded', async () => {
    const course = await someCourse(ctx);
    const { id, username } = await someone(ctx);
    await call(contract.addStudents, { params: { id: course.id }, body: { people: username } }, 'admin');
    expect(await auditOf(ctx, course.id)).toMatchObject([
      { action: 'course.add-students', details: { added: [id], invited: 0 } },
    ]);
    await add(course.id, course.instructor, (await someone(ctx)).username);
    expect(await auditOf(ctx, course.id)).toHaveLength(1);
  });

  it('is for the course’s instructor, and for a published course', async () => {
    const course = await someCourse(ctx);
    const other = await someCourse(ctx);
    expect((await add(course.id, other.instructor, 'ana')).statusCode).toBe(404);
    expect((await add(course.id, await someone(ctx), 'ana')).statusCode).toBe(404);
    const draft = await someCourse(ctx, ['video'], { state: 'draft', publishedAt: null });
    expect((await add(draft.id, draft.instructor, 'ana')).statusCode).toBe(422);
    const many = Array.from({ length: 501 }, (_, at) => `p${at}@releve.example`).join('\n');
    expect((await add(course.id, course.instructor, many)).statusCode).toBe(422);
  });

  it('an unconfirmed address is invited, not let in', async () => {
    const course = await someCourse(ctx);
    const squatter = await someone(ctx);
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [squatter.id]);
    const answer = await add(course.id, course.instructor, `${squatter.username}@releve.example`);
    expect(answer.json<AddReport>().results).toMatchObject([{ outcome: 'invited' }]);
    expect((await students(course.instructor)).items).toEqual([]);
  });
});

describe('invitations', () => {
  async function invited() {
    const course = await someCourse(ctx);
    const email = `guest-${course.id}@releve.example`;
    await add(course.id, course.instructor, email);
    const { rows } = await ctx.pool.query<{ text: string }>('select text from mail_outbox where "to" = $1', [
      email,
    ]);
    const token = /course-invitations\/(\S+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
    return { course, email, token };
  }

  it('open the course once, by the link', async () => {
    const { course, token, email } = await invited();
    const offer = await call(contract.getCourseInvitation, { params: { token } });
    expect(offer.json()).toMatchObject({
      course: { id: course.id },
      instructor: 'Odile Marchetti',
      email: null,
    });
    expect(offer.body).not.toContain(email);
    const [ana, ben] = [await someone(ctx), await someone(ctx)];
    const accept = (person: Person) =>
      call(contract.acceptCourseInvitation, { params: { token }, ...person });
    expect(statusesOf(await Promise.all([accept(ana), accept(ben)]))).toEqual([200, 410]);
    expect((await students(course.instructor)).total).toBe(1);
    expect((await call(contract.getCourseInvitation, { params: { token } })).statusCode).toBe(410);
  });

  it('rest while the instructor is suspended', async () => {
    const { course, token } = await invited();
    const status = async () => (await call(contract.getCourseInvitation, { params: { token } })).statusCode;
    const setState = (state: string) =>
      ctx.pool.query(
        `update users set state = $2, suspended_reason = case when $2 = 'suspended' then 'x' end where id = $1`,
        [course.instructor.id, state],
      );
    await setState('suspended');
    expect(await status()).toBe(410);
    const ana = await someone(ctx);
    expect((await call(contract.acceptCourseInvitation, { params: { token }, ...ana })).statusCode).toBe(410);
    await setState('active');
    expect(await status()).toBe(200);
  });

  it('are claimed by confirming the invited address, and end after a month or when withdrawn', async () => {
    const { course, email } = await invited();
    const ana = await someone(ctx);
    await inTransaction(ctx.db, (tx) => claimCourseInvitations(ctx, tx, { userId: ana.id, email }));
    expect((await students(course.instructor)).items).toMatchObject([{ userId: ana.id }]);
    const second = await invited();
    const list = await call(contract.listInvitations, { ...second.course.instructor });
    const [{ id } = { id: 0 }] = list.json<{ items: { id: number }[] }>().items;
    expect((await call(contract.deleteInvitation, { params: { id }, ...course.instructor })).statusCode).toBe(
      404,
    );
    const withdrawn = await call(contract.deleteInvitation, { params: { id }, ...second.course.instructor });
    expect(withdrawn.statusCode).toBe(204);
    const params = { token: second.token };
    expect((await call(contract.getCourseInvitation, { params })).statusCode).toBe(410);
    const third = await invited();
    ctx.clock.advance(31 * DAY_MS);
    expect((await call(contract.getCourseInvitation, { params: { token: third.token } })).statusCode).toBe(
      410,
    );
  });
});

it('analytics count who opened and finished each lesson, and where a video loses people', async () => {
  const course = await someCourse(ctx, ['video', 'reading']);
  const [video = 0] = course.lessonIds;
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into course_files (course_id, kind, name, content_type, bytes, sha256, storage_key, seconds, created_at)
     values ($1, 'video', 'a.mp4', 'video/mp4', 10, 'x', $2, 100, now()) returning id`,
    [course.id, `test/${course.id}`],
  );
  await ctx.pool.query('update lessons set file_id = $1 where id = $2', [rows[0]?.id, video]);
  for (const played of ['{[0,100)}', '{[0,50)}']) {
    const learner = await someLearner(ctx, course.id);
    await complete(learner.id, course.id, video);
    await ctx.pool.query('update item_progress set played = $1 where user_id = $2', [played, learner.id]);
  }
  const read = (person: Person) =>
    call(contract.getCourseAnalytics, { params: { id: course.id }, ...person });
  const analytics = (await read(course.instructor)).json<CourseAnalytics>();
  expect(analytics.items).toMatchObject([
    { opened: 2, completed: 2 },
    { opened: 0, completed: 0 },
  ]);
  const [first] = analytics.videos;
  expect(first?.retention).toEqual([
    ...Array.from({ length: 10 }, () => 100),
    ...Array.from({ length: 10 }, () => 50),
  ]);
  expect((await read((await someCourse(ctx)).instructor)).statusCode).toBe(404);
});

it('analytics are counted in the background, for courses in which something happened', async () => {
  const course = await someCourse(ctx, ['reading', 'reading']);
  const [first = 0, second = 0] = course.lessonIds;
  const read = async () => {
    const answer = await call(contract.getCourseAnalytics, {
      params: { id: course.id },
      ...course.instructor,
    });
    return answer.json<CourseAnalytics>();
  };
  const learner = await someLearner(ctx, course.id);
  expect(await read()).toMatchObject({ countedAt: null, items: [{ opened: 0 }, { opened: 0 }] });
  await complete(learner.id, course.id, first);
  const { countedAt } = await read();
  expect(countedAt).toBe(ctx.clock.now().toISOString());

  await complete(learner.id, course.id, second);
  expect((await read()).items).toMatchObject([{ completed: 1 }, { completed: 0 }]);
  ctx.clock.advance(10 * MINUTE_MS);
  await countCourseItemsJob.run(ctx, {});
  expect(await read()).toMatchObject({
    countedAt: ctx.clock.now().toISOString(),
    items: [{ completed: 1 }, { completed: 1 }],
  });

  // Progress that is gone, because the learner started again or deleted their account, isn't counted any more.
  await ctx.pool.query('delete from item_progress where course_id = $1 and item_id = $2', [course.id, first]);
  ctx.clock.advance(MINUTE_MS);
  await complete(learner.id, course.id, second);
  await countCourseItemsJob.run(ctx, {});
  expect((await read()).items).toMatchObject([{ opened: 0 }, { opened: 1 }]);
  // Once more, for saves that took longer than the count; then never while nobody learns.
  ctx.clock.advance(10 * MINUTE_MS);
  await countCourseItemsJob.run(ctx, {});
  const before = (await read()).countedAt;
  ctx.clock.advance(10 * MINUTE_MS);
  await countCourseItemsJob.run(ctx, {});
  expect((await read()).countedAt).toBe(before);
});
