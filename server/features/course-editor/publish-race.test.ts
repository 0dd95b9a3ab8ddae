// Publishing while learners save their progress.
import { expect, it } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { courseEditorTools } from '../../../tests/server/course-editor-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { as, teacher, published, lesson, edit, publish } = courseEditorTools({ ctx, call });

it('loses no progress while a course is reordered and published', async () => {
  const odile = await teacher();
  const { id, lessonIds, moduleId } = await published(odile);
  const [first = 0, second = 0] = lessonIds;
  const learners = await Promise.all(Array.from({ length: 50 }, () => someone(ctx)));
  for (const { id: userId } of learners) {
    await createEntitlement(ctx.db, { userId, itemType: 'course', itemId: id });
  }
  await as(odile, contract.moveDraftItem, lesson(id, second), { moduleId, position: 0 });
  await edit(odile, lesson(id, first), { body: 'New text' });
  const saves = learners.map(({ headers }, at) =>
    call(saveLessonProgress, {
      params: { id: at % 2 === 0 ? first : second },
      body: { position: at, ranges: [[0, at + 1]], completed: true },
      headers,
      from: `10.9.0.${at}`,
    }),
  );
  const [publishing, ...answers] = await Promise.all([publish(odile, id), ...saves]);
  expect(publishing.changes).toEqual([]);
  expect(statusesOf(answers).every((status) => status < 300)).toBe(true);
  const { rows } = await ctx.pool.query<{ saved: number; done: number }>(
    `select count(*)::int as saved, count(completed_at)::int as done from item_progress
     where course_id = $1 and item_type = 'lesson'`,
    [id],
  );
  expect(rows).toEqual([{ saved: 50, done: 50 }]);
});
