// The demo quizzes: each has the questions it promises, and learners at every stage.
import { expect, it } from 'vitest';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx } = await testApp();

it('every quiz asks as many questions as it says', async () => {
  const { rows } = await ctx.pool.query(`
    select z.title from quizzes z
    where z.question_count <> z.draw_count + (select count(*) from quiz_questions q where q.quiz_id = z.id)`);
  expect(rows).toEqual([]);
});

it('a quiz that draws from the bank finds more there than it draws', async () => {
  const { rows } = await ctx.pool.query<{ drawn: number; found: number }>(`
    select z.draw_count as drawn, (select count(*)::int from quiz_questions b
      where b.course_id = m.course_id and b.quiz_id is null and b.tags && z.draw_tags) as found
    from quizzes z join course_modules m on m.id = z.module_id where z.draw_count > 0`);
  expect(rows).toEqual([{ drawn: 2, found: 6 }]);
});

it('someone failed, someone passed on the second try, and someone waits to be graded', async () => {
  const { rows } = await ctx.pool.query<{ failed: number; second: number; waiting: number }>(`
    select count(*) filter (where has_passed = false)::int as failed,
      count(*) filter (where has_passed and number = 2)::int as second,
      count(*) filter (where state = 'needs_grading')::int as waiting from quiz_attempts`);
  expect(rows[0]?.failed).toBeGreaterThan(0);
  expect(rows[0]?.second).toBeGreaterThan(0);
  expect(rows[0]?.waiting).toBeGreaterThan(0);
});

it('every user who completed a quiz and has attempts has passed one', async () => {
  const { rows } = await ctx.pool.query(`
    select p.user_id, p.item_id from item_progress p
    where p.item_type = 'quiz' and p.completed_at is not null
      and exists (select 1 from quiz_attempts t where t.user_id = p.user_id and t.quiz_id = p.item_id)
      and not exists (select 1 from quiz_attempts t
        where t.user_id = p.user_id and t.quiz_id = p.item_id and t.has_passed)`);
  expect(rows).toEqual([]);
});
