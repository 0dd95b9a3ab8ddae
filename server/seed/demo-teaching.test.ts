// The demo school has learners at every stage, work to grade, questions to answer, and instructors who earn.
import { expect, it } from 'vitest';
import { listAssessmentSessions } from '#shared/features/assignment/assignment.contract.ts';
import { getInstructorDashboard, listStudents } from '#shared/features/teaching/teaching.contract.ts';
import type { InstructorDashboard, StudentRow } from '#shared/features/teaching/teaching.schema.ts';
import { testApp } from '../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

it('gives the demo instructor something to grade, to answer and to look at', async () => {
  const dashboard = (await call(getInstructorDashboard, {}, 'instructor')).json<InstructorDashboard>();
  expect(dashboard.toGrade.count).toBeGreaterThan(0);
  expect(dashboard.questions.count).toBeGreaterThan(0);
  expect(dashboard.stuck.count).toBeGreaterThan(0);
  expect(dashboard.courses.length).toBeGreaterThan(1);
  expect(Number(dashboard.earnings.owed)).toBeGreaterThan(0);
  const { items } = (await call(listStudents, {}, 'instructor')).json<{ items: StudentRow[] }>();
  expect(items.length).toBeGreaterThan(3);
});

it('keeps every submission, completion and time in order', async () => {
  const { rows } = await ctx.pool.query<{ kind: string }>(
    `
    select 'a completed assignment was not passed' as kind from item_progress p
      join lessons l on l.id = p.item_id and l.kind = 'assignment' where p.item_type = 'lesson'
      and p.completed_at is not null and not exists (select 1 from submissions s
        where s.lesson_id = l.id and s.user_id = p.user_id and s.state = 'passed')
    union all select 'in the future' from submissions where submitted_at > $1`,
    [ctx.clock.now()],
  );
  expect(rows).toEqual([]);
  const states = await ctx.pool.query<{ state: string }>('select distinct state from submissions order by 1');
  expect(states.rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['returned', 'submitted']));
});

it('has practical assessments that wait, were returned and passed, and a live one', async () => {
  const { rows } = await ctx.pool.query<{ state: string; lives: string; decisions: string }>(
    `select s.state, count(*) filter (where s.is_live) as lives,
       (select count(*) from assessments a where a.grade = s.state) as decisions
     from submissions s join lessons l on l.id = s.lesson_id
     where jsonb_typeof(l.assignment -> 'assessment') = 'object' group by s.state order by 1`,
  );
  expect(rows.map(({ state }) => state)).toEqual(['passed', 'returned', 'submitted']);
  expect(Number(rows[2]?.lives)).toBeGreaterThan(0);
  expect(Number(rows[0]?.decisions)).toBeGreaterThan(1);
});

it('lets the demo member book their practical assessment with the demo instructor', async () => {
  const { rows } = await ctx.pool.query<{ id: number; left: number }>(
    `select l.id, (select count(*)::int from lessons o join course_modules om on om.id = o.module_id
       where om.course_id = m.course_id and not exists (select 1 from item_progress p join users u on u.id = p.user_id
         where p.item_type = 'lesson' and p.item_id = o.id and p.completed_at is not null and u.username = 'member')) as left
     from lessons l join course_modules m on m.id = l.module_id join courses c on c.id = m.course_id
     where c.short_name = 'BTC-CERT' and jsonb_typeof(l.assignment -> 'assessment') = 'object'`,
  );
  const certified = await ctx.pool.query(
    `select 1 from certificates t join courses c on c.id = t.course_id join users u on u.id = t.user_id
     where c.short_name = 'BTC-CERT' and u.username = 'member'`,
  );
  expect(certified.rows).toEqual([]);
  const [{ id, left } = { id: 0, left: 0 }] = rows;
  expect(left).toBe(1);
  const offered = await call(listAssessmentSessions, { params: { id } }, 'member');
  expect(offered.json()).toMatchObject({
    sessions: [{ name: 'Inés Valdivia', session: { title: 'Practical assessment', price: '0.00' } }],
  });
});
