// Instructors on Connect and their session types, for the access table.
import { sessionTypes } from '#server/db/schema/instructor.ts';
import { SESSION } from '../server/instructor-tools.ts';
import type { TestContext } from '../server/test-database.ts';
import { asInstructor } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

const anInstructor: MakeObject = asInstructor;

const aSuspendedInstructor: MakeObject = async (ctx, owner) => {
  const id = await asInstructor(ctx, owner);
  await ctx.pool.query(
    `update instructors set state = 'suspended', suspended_reason = 'Never there' where user_id = $1`,
    [id],
  );
  return id;
};

/** Besides the one they started with: a public profile always offers something. */
async function sessionTypeOf(ctx: TestContext, owner: Caller): Promise<number> {
  const instructorId = await asInstructor(ctx, owner);
  const { title, durationMinutes } = SESSION;
  const offered = { kind: 'one_to_one', title, durationMinutes, priceCents: 3500 } as const;
  const [row] = await ctx.db
    .insert(sessionTypes)
    .values({ ...offered, instructorId, createdAt: ctx.clock.now() })
    .returning({ id: sessionTypes.id });
  return row?.id ?? 0;
}

const aSessionType: MakeObject = sessionTypeOf;

const sessionTypesToOrder: MakeObject = async (ctx, owner) => {
  await sessionTypeOf(ctx, owner);
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from session_types where instructor_id = $1 order by id desc',
    [owner.id],
  );
  return { body: { ids: rows.map(({ id }) => id) } };
};

/** Not public yet, but with everything that takes. */
const aFinishedProfile: MakeObject = async (ctx, owner) => {
  await asInstructor(ctx, owner);
  await ctx.pool.query(
    `with open as (insert into weekly_hours (instructor_id, weekday, start_minute, end_minute) values ($1, 1, 540, 1020))
     update instructors set state = 'draft' where user_id = $1`,
    [owner.id],
  );
  return {};
};

/** With the session type whose free times are asked for. */
const anOpenInstructor: MakeObject = async (ctx, owner) => {
  const sessionTypeId = String(await sessionTypeOf(ctx, owner));
  return { params: { id: owner.id }, query: { sessionTypeId } };
};

export const INSTRUCTOR_OBJECTS: Objects = [
  ['PUT /api/my/session-types/order', sessionTypesToOrder],
  ['/api/my/session-types/', aSessionType],
  ['POST /api/my/instructor/publish', aFinishedProfile],
  ['POST /api/admin/instructors/:id/restore', aSuspendedInstructor],
  ['/api/admin/instructors/', anInstructor],
  ['GET /api/instructors/:id/slots', anOpenInstructor],
  ['/api/instructors/', anInstructor],
];
