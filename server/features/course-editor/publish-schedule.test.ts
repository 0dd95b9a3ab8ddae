// Courses that go live at a chosen time: once, with what was edited until then, or not at all with the reason.
import { expect, it } from 'vitest';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import { transferCourse } from '#shared/features/course-editor/staff-courses.contract.ts';
import { courseEditorTools } from '../../../tests/server/course-editor-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { mailsTo } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { publishDueCoursesJob, publishScheduledCourse } from './publish-schedule.service.ts';

const { ctx, call } = await testApp();
const tools = courseEditorTools({ ctx, call });
const { as, statusOf, teacher, draftOf, publicCourse, titlesOf, published, lesson, edit, publish } = tools;

const HOUR_MS = 60 * 60_000;
const inHours = (hours: number) => new Date(ctx.clock.now().getTime() + hours * HOUR_MS).toISOString();

async function schedule(person: Person, id: number, publishAt = inHours(1)): Promise<CourseDraft> {
  const { revision } = await draftOf(person, id);
  return as<CourseDraft>(person, contract.schedulePublishing, { id }, { revision, publishAt });
}

/** As every minute. */
async function everyMinute(): Promise<void> {
  await publishDueCoursesJob.run(ctx, {});
  await ctx.jobs.drain();
}

async function edited() {
  const odile = await teacher();
  const course = await published(odile);
  const [first = 0] = course.lessonIds;
  await edit(odile, lesson(course.id, first), { title: 'Planned' });
  return { odile, ...course, first };
}

const firstTitle = async (id: number) => (await publicCourse(id)).modules[0]?.lessons[0]?.title;
const subjects = async (person: Person) =>
  (await mailsTo(ctx, person.username)).map(({ subject }) => subject);

it('publishes at the time, once, with what was edited until then', async () => {
  const { odile, id, first } = await edited();
  const publishAt = inHours(1);
  expect(await schedule(odile, id, publishAt)).toMatchObject({ scheduledAt: publishAt });
  await everyMinute();
  expect(await firstTitle(id)).toBe('From the front');
  await edit(odile, lesson(id, first), { title: 'Changed since' });
  ctx.clock.advance(HOUR_MS);
  await everyMinute();
  await everyMinute();
  expect(await firstTitle(id)).toBe('Changed since');
  expect(await draftOf(odile, id)).toMatchObject({ scheduledAt: null, changes: [] });
  const { rows } = await ctx.pool.query('select published_by from course_versions where course_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ published_by: odile.id }]);
  expect(await subjects(odile)).toEqual(['Live now: Reading feet']);
});

it('publishes once, however many servers find it due', async () => {
  const { odile, id } = await edited();
  await schedule(odile, id);
  ctx.clock.advance(HOUR_MS);
  await Promise.all(Array.from({ length: 5 }, () => publishScheduledCourse(ctx, id)));
  const { rows } = await ctx.pool.query('select id from course_versions where course_id = $1', [id]);
  expect(rows).toHaveLength(1);
  expect(await subjects(odile)).toEqual(['Live now: Reading feet']);
});

it('leaves what isn’t complete by then as a draft, and says why', async () => {
  const { odile, id, moduleId } = await edited();
  await schedule(odile, id);
  const items = [{ type: 'lesson', title: 'Empty', kind: 'reading' }];
  await as(odile, contract.createDraftItems, { id }, { moduleId, items });
  ctx.clock.advance(HOUR_MS);
  await everyMinute();
  await everyMinute();
  expect(await firstTitle(id)).toBe('From the front');
  const draft = await draftOf(odile, id);
  expect(draft.scheduledAt).toBeNull();
  expect(titlesOf(draft)).toEqual([['Look', 'Planned', 'From the side', 'Empty']]);
  expect(await subjects(odile)).toEqual(['Not published: Reading feet']);
  expect((await mailsTo(ctx, odile.username))[0]?.text).toContain('Before the course can be published');
});

it('is planned for a time to come within a year, by those who may publish what is there', async () => {
  const { odile, id, moduleId } = await edited();
  const { revision } = await draftOf(odile, id);
  const status = (person: Person, body: object) =>
    statusOf(person, contract.schedulePublishing, { id }, { revision, publishAt: inHours(1), ...body });
  expect(await status(odile, { publishAt: ctx.clock.now().toISOString() })).toBe(400);
  expect(await status(odile, { publishAt: inHours(24 * 367) })).toBe(400);
  expect(await status(odile, { publishAt: 'tomorrow' })).toBe(400);
  expect(await status(odile, { revision: revision - 1 })).toBe(409);
  expect(await status(await teacher(), {})).toBe(404);
  expect(await status(await someone(ctx), {})).toBe(404);
  const items = [{ type: 'lesson', title: 'Empty', kind: 'reading' }];
  await as(odile, contract.createDraftItems, { id }, { moduleId, items });
  const draft = await draftOf(odile, id);
  expect(await status(odile, { revision: draft.revision })).toBe(422);
});

it('ends when the changes are published or discarded, when it is canceled, and with a new instructor', async () => {
  const { odile, id, first } = await edited();
  const again = async () => {
    await edit(odile, lesson(id, first), { title: `Again ${(await draftOf(odile, id)).revision}` });
    await schedule(odile, id);
  };
  const isScheduled = async (person = odile) => (await draftOf(person, id)).scheduledAt !== null;

  await schedule(odile, id);
  expect(await isScheduled()).toBe(true);
  await as(odile, contract.unschedulePublishing, { id });
  expect(await isScheduled()).toBe(false);
  expect(await statusOf(odile, contract.unschedulePublishing, { id })).toBe(409);
  await again();
  await publish(odile, id);
  expect(await isScheduled()).toBe(false);
  await again();
  const { revision } = await draftOf(odile, id);
  await as(odile, contract.discardCourseDraft, { id }, { revision });
  expect(await isScheduled()).toBe(false);
  await again();
  const next = await teacher();
  const moved = await call(transferCourse, { params: { id }, body: { username: next.username } }, 'admin');
  expect(moved.statusCode, moved.body).toBe(200);
  expect(await isScheduled(next)).toBe(false);
});

it('does nothing if the user who scheduled it is suspended by then', async () => {
  const { odile, id } = await edited();
  await schedule(odile, id);
  await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'x' where id = $1`, [
    odile.id,
  ]);
  ctx.clock.advance(HOUR_MS);
  await everyMinute();
  const { rows } = await ctx.pool.query('select publish_at from course_drafts where course_id = $1', [id]);
  expect(rows).toEqual([{ publish_at: null }]);
  expect(await subjects(odile)).toEqual([]);
});
