// Publishing removes the last item a learner had left: the course is completed for them.
import { expect, it } from 'vitest';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import { getClassroom } from '#shared/features/learning/learning.contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { completeFinishedLearners } from '#server/features/progress/progress.service.ts';
import { courseEditorTools } from '../../../tests/server/course-editor-tools.ts';
import { attachVideo, courseFile, endAccess, learnerIn } from '../../../tests/server/learning-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { as, teacher, published, lesson, edit, publish } = courseEditorTools({ ctx, call });

const save = (person: Person, id: number, body: object) =>
  call(saveLessonProgress, { params: { id }, body, headers: person.headers });

async function completionOf(userId: number, courseId: number) {
  const { rows } = await ctx.pool.query<{ completed_at: Date | null; state: string }>(
    `select p.completed_at, n.state from course_progress p join enrollments n using (user_id, course_id)
     where p.user_id = $1 and p.course_id = $2`,
    [userId, courseId],
  );
  return rows[0];
}

async function courseToEdit() {
  const odile = await teacher();
  const { id, lessonIds } = await published(odile);
  const [first = 0, second = 0] = lessonIds;
  return { odile, id, first, second };
}

it('completes everyone who has finished what is left, once, and nobody else', async () => {
  const { odile, id, first, second } = await courseToEdit();
  const [done, halfway, away] = [
    await learnerIn(ctx, id),
    await learnerIn(ctx, id),
    await learnerIn(ctx, id),
  ];
  for (const person of [done, away]) await save(person, first, { completed: true });
  await save(halfway, second, { completed: true });
  await endAccess(ctx, away.id, id);
  await as(odile, contract.deleteDraftItem, lesson(id, second));
  await publish(odile, id);
  await ctx.jobs.drain();
  const completion = await completionOf(done.id, id);
  expect(completion).toMatchObject({ completed_at: expect.any(Date), state: 'completed' });
  expect(await completionOf(halfway.id, id)).toMatchObject({ completed_at: null, state: 'active' });
  expect(await completionOf(away.id, id)).toMatchObject({ completed_at: null });
  ctx.clock.advance(60_000);
  await completeFinishedLearners(ctx, id);
  expect(await completionOf(done.id, id)).toEqual(completion);

  // Whoever was away is completed as soon as they come back.
  await ctx.pool.query(`update entitlements set state = 'active' where user_id = $1`, [away.id]);
  const classroom = await call(getClassroom, { params: { id }, headers: away.headers });
  expect(classroom.json()).toMatchObject({ isCompleted: true, progress: 100 });
  expect(await completionOf(away.id, id)).toMatchObject({
    completed_at: expect.any(Date),
    state: 'completed',
  });
});

it('completes learners who have met the rule a lesson now has', async () => {
  const { odile, id, first, second } = await courseToEdit();
  await ctx.pool.query(`update lessons set kind = 'video' where id = $1`, [first]);
  await attachVideo(ctx, first, (await courseFile(ctx, { courseId: id, seconds: 100 })).id);
  const [half, third] = [await learnerIn(ctx, id), await learnerIn(ctx, id)];
  for (const [person, to] of [
    [half, 50],
    [third, 30],
  ] as const) {
    await save(person, second, { completed: true });
    await save(person, first, { ranges: [[0, 1]] });
    ctx.clock.advance(60_000);
    expect((await save(person, first, { ranges: [[0, to]] })).json()).toMatchObject({ watchedPercent: to });
  }
  await edit(odile, lesson(id, first), { watchShare: 50 });
  await publish(odile, id);
  await ctx.jobs.drain();
  expect(await completionOf(half.id, id)).toMatchObject({ completed_at: expect.any(Date) });
  expect(await completionOf(third.id, id)).toMatchObject({ completed_at: null });
});
