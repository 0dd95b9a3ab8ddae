// The staff list of courses over HTTP: search, states, featured, transfer to another instructor.
import { describe, expect, it } from 'vitest';
import { createCourse } from '#server/seed/factories.ts';
import { getCourseDraft, listOwnCourses } from '#shared/features/course-editor/course-editor.contract.ts';
import * as contract from '#shared/features/course-editor/staff-courses.contract.ts';
import type { StaffCourse } from '#shared/features/course-editor/staff-courses.contract.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { idOf, newAudit } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

type Page = { items: StaffCourse[]; total: number; counts: Record<string, number> };
const list = async (query: Record<string, string> = {}) =>
  (await call(contract.listStaffCourses, { query }, 'admin')).json<Page>();

describe('listStaffCourses', () => {
  it('has every state, searched by title, short name and instructor', async () => {
    const odile = await someone(ctx, { roles: ['instructor'], firstName: 'Odilia', lastName: 'Reyes' });
    const draft = await createCourse(ctx.db, {
      instructorId: odile.id,
      title: 'Quiet jumps',
      state: 'draft',
    });
    const gone = await createCourse(ctx.db, {
      instructorId: odile.id,
      title: 'Loud jumps',
      state: 'archived',
    });
    const idsOf = ({ items }: Page) => items.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(idsOf(await list({ q: 'odilia' }))).toEqual([draft.id, gone.id]);
    expect(idsOf(await list({ q: 'quiet jumps' }))).toEqual([draft.id]);
    expect(idsOf(await list({ q: gone.shortName }))).toEqual([gone.id]);
    const drafts = await list({ q: 'odilia', state: 'draft' });
    expect(drafts).toMatchObject({ total: 1, counts: { all: 2, draft: 1, archived: 1, published: 0 } });
  });

  it('is for admins', async () => {
    expect((await call(contract.listStaffCourses, {}, 'instructor')).statusCode).toBe(403);
    expect((await call(contract.listStaffCourses, {}, 'officer')).statusCode).toBe(403);
    expect((await call(contract.listStaffCourses)).statusCode).toBe(401);
  });
});

it('opens every demo course in the editor', async () => {
  const { items } = await list({ sort: 'title' });
  expect(items.length).toBeGreaterThan(10);
  for (const { id, title } of items) {
    const answer = await call(getCourseDraft, { params: { id } }, 'admin');
    expect(answer.statusCode, `${title}: ${answer.body}`).toBe(200);
  }
});

it('features published courses only, and records who did it', async () => {
  const { id } = await createCourse(ctx.db, { title: 'Featured waltz' });
  const feature = (isFeatured: boolean, courseId = id) =>
    call(contract.featureCourse, { params: { id: courseId }, body: { isFeatured } }, 'admin');
  expect((await feature(true)).json()).toMatchObject({ isFeatured: true });
  expect((await list({ q: 'waltz', featured: 'yes' })).total).toBe(1);
  expect((await feature(false)).json()).toMatchObject({ isFeatured: false });
  const draft = await createCourse(ctx.db, { state: 'draft' });
  expect((await feature(true, draft.id)).statusCode).toBe(409);
  expect(await newAudit(ctx, 'course.feature')).toMatchObject([{ actor: 'admin', subject_id: String(id) }]);
});

it('sets what an instructor earns of a course, back to the default, and records it', async () => {
  const { id } = await createCourse(ctx.db, { title: 'Shared waltz' });
  const share = (instructorShare: number | null, role: 'admin' | 'instructor' = 'admin') =>
    call(contract.setInstructorShare, { params: { id }, body: { instructorShare } }, role);
  expect((await share(101)).statusCode).toBe(400);
  expect((await share(100, 'instructor')).statusCode).toBe(403);
  expect((await share(60)).json()).toMatchObject({ instructorShare: 60, defaultShare: 85 });
  expect((await share(null)).json()).toMatchObject({ instructorShare: null });
  expect(await newAudit(ctx, 'course.share')).toMatchObject([
    {
      subject_id: String(id),
      details: { before: { instructorShare: null }, after: { instructorShare: 60 } },
    },
    { details: { after: { instructorShare: null } } },
  ]);
});

it('transfers a course to another instructor, who then edits it alone', async () => {
  const before = await someone(ctx, { roles: ['instructor'] });
  const after = await someone(ctx, { roles: ['instructor'] });
  const { id } = await createCourse(ctx.db, { instructorId: before.id });
  const transfer = (username: string) =>
    call(contract.transferCourse, { params: { id }, body: { username } }, 'admin');
  expect((await transfer('member')).statusCode).toBe(422);
  expect((await transfer('nobody')).statusCode).toBe(422);
  expect((await transfer(before.username)).statusCode).toBe(409);
  expect((await transfer(after.username)).json()).toMatchObject({ instructor: { id: after.id } });
  const statusFor = async (person: typeof before) =>
    (await call(getCourseDraft, { params: { id }, headers: person.headers })).statusCode;
  expect(await statusFor(before)).toBe(404);
  expect(await statusFor(after)).toBe(200);
  expect((await call(listOwnCourses, { headers: after.headers })).json()).toMatchObject([{ id }]);
  expect(await newAudit(ctx, 'course.transfer')).toMatchObject([
    { actor: 'admin', subject_id: String(id), details: { from: before.id, to: after.id } },
  ]);
  expect(await idOf(ctx, 'admin')).toBe(1);
});
