// What the samples of the access table have in common.
import { randomUUID } from 'node:crypto';
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { findViewer, type Viewer } from '#server/platform/session.service.ts';
import { createCourse, createEntitlement, createPerson } from '#server/seed/factories.ts';
import type { TestContext } from '../server/test-database.ts';
import type { Caller } from './sample-types.ts';

/** The id a statement returns. */
export async function idOf(ctx: TestContext, text: string, values: unknown[]): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(text, values);
  if (!rows[0]) throw new Error(`Nothing was returned by: ${text}`);
  return rows[0].id;
}

/** Someone else; nobody is signed in as them. */
export async function strangerOf(
  ctx: TestContext,
  roles: Parameters<typeof createPerson>[1]['roles'] = ['user'],
): Promise<Caller> {
  const person = await createPerson(ctx.db, { username: `x-${randomUUID().slice(0, 18)}`, roles });
  if (!person) throw new Error('That username is taken.');
  return { ...person, cookie: '' };
}

/** For services that the samples call. */
export async function viewerOf(ctx: TestContext, { cookie }: Caller): Promise<Viewer> {
  const viewer = await findViewer(ctx, cookie.slice(cookie.indexOf('=') + 1));
  if (!viewer) throw new Error('Nobody is signed in.');
  return viewer;
}

/** Gives each of them a store unless they have one. */
export async function openStores(
  ctx: TestContext,
  people: readonly Pick<Caller, 'id' | 'username'>[],
): Promise<void> {
  const now = ctx.clock.now();
  const store = { name: 'Studio Ruiz', createdAt: now, updatedAt: now };
  await ctx.db
    .insert(sellers)
    .values(people.map(({ id, username }) => ({ ...store, userId: id, slug: username })))
    .onConflictDoNothing();
}

export async function asSeller(ctx: TestContext, owner: Caller): Promise<number> {
  await openStores(ctx, [owner]);
  return owner.id;
}

/** Gives each of them a public profile on Connect, and a session to offer there, unless they have a profile. */
export async function openProfiles(ctx: TestContext, people: readonly Pick<Caller, 'id'>[]): Promise<void> {
  const createdAt = ctx.clock.now();
  const profile = { state: 'listed', headline: 'Partner work', timeZone: 'America/Chicago' } as const;
  const opened = await ctx.db
    .insert(instructors)
    .values(people.map(({ id }) => ({ ...profile, userId: id, createdAt })))
    .onConflictDoNothing()
    .returning({ instructorId: instructors.userId });
  if (opened.length === 0) return;
  const session = {
    kind: 'one_to_one',
    title: 'Class review',
    durationMinutes: 60,
    priceCents: 2000,
  } as const;
  await ctx.db.insert(sessionTypes).values(opened.map((of) => ({ ...of, ...session, createdAt })));
}

export async function asInstructor(ctx: TestContext, owner: Caller): Promise<number> {
  await openProfiles(ctx, [owner]);
  return owner.id;
}

/** Themselves if they have a store, otherwise somebody else who has: what is made for them is not theirs then. */
export const sellerFor = (ctx: TestContext, caller: Caller): Promise<number> =>
  holderFor(ctx, caller, 'sellers', asSeller);

/** The same for instructors. */
export const instructorFor = (ctx: TestContext, caller: Caller): Promise<number> =>
  holderFor(ctx, caller, 'instructors', asInstructor);

async function holderFor(
  ctx: TestContext,
  caller: Caller,
  table: 'sellers' | 'instructors',
  as: typeof asSeller,
): Promise<number> {
  const { rowCount } = await ctx.pool.query(`select from ${table} where user_id = $1`, [caller.id]);
  return rowCount ? caller.id : as(ctx, await strangerOf(ctx));
}

export async function lessonOf(ctx: TestContext, courseId: number): Promise<number> {
  return idOf(
    ctx,
    `select l.id from lessons l join course_modules m on m.id = l.module_id where m.course_id = $1
     order by m.position, l.position limit 1`,
    [courseId],
  );
}

/** A course by somebody else, which this user takes. */
export async function courseTakenBy(
  ctx: TestContext,
  { id: userId }: Caller,
  values: Parameters<typeof createCourse>[1] = {},
): Promise<number> {
  const { id } = await createCourse(ctx.db, { modules: [{ lessons: [{}] }], ...values });
  await enroll(ctx, userId, id);
  return id;
}

export async function enroll(ctx: TestContext, userId: number, courseId: number): Promise<void> {
  await createEntitlement(ctx.db, { userId, itemType: 'course', itemId: courseId });
  await ctx.pool.query('insert into enrollments (user_id, course_id, created_at) values ($1, $2, $3)', [
    userId,
    courseId,
    ctx.clock.now(),
  ]);
}
