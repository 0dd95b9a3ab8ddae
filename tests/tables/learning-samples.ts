// Samples of what is in courses, for the access table: `own` is taught by the caller.
import { createCourse } from '#server/seed/factories.ts';
import type { MakeObject } from './sample-types.ts';

const aLesson: MakeObject = async (ctx, owner) => {
  const { id } = await createCourse(ctx.db, { instructorId: owner.id, modules: [{ lessons: [{}] }] });
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select l.id from lessons l join course_modules m on m.id = l.module_id where m.course_id = $1',
    [id],
  );
  return rows[0]?.id ?? 0;
};

const aNote: MakeObject = async (ctx, owner) => {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into lesson_notes (user_id, lesson_id, text, created_at, updated_at)
     values ($1, $2, 'Knees over toes', now(), now()) returning id`,
    [owner.id, await aLesson(ctx, owner)],
  );
  return rows[0]?.id ?? 0;
};

export const LEARNING_OBJECTS: [prefix: string, make: MakeObject][] = [
  ['/api/lessons/', aLesson],
  ['/api/notes/', aNote],
];
