// Instructors on Connect and their session types, for the access table.
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { SESSION } from '../server/instructor-tools.ts';
import type { MakeObject } from './sample-types.ts';

const anInstructor: MakeObject = async (ctx, owner) => {
  await ctx.db
    .insert(instructors)
    .values({
      userId: owner.id,
      state: 'listed',
      headline: 'Partner work',
      timeZone: 'America/Chicago',
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing();
  return owner.id;
};

const aSessionType: MakeObject = async (ctx, owner) => {
  await anInstructor(ctx, owner);
  const { title, durationMinutes } = SESSION;
  const [row] = await ctx.db
    .insert(sessionTypes)
    .values({
      instructorId: owner.id,
      kind: 'one_to_one',
      title,
      durationMinutes,
      priceCents: 3500,
      createdAt: ctx.clock.now(),
    })
    .returning({ id: sessionTypes.id });
  return row?.id ?? 0;
};

export const INSTRUCTOR_OBJECTS: [prefix: string, make: MakeObject][] = [
  ['/api/my/session-types/', aSessionType],
  ['/api/admin/instructors/', anInstructor],
  ['/api/instructors/', anInstructor],
];
