// Learners on several devices and an instructor at work, against two servers on one database: nothing that was
// acknowledged is lost, a course is completed once, an attempt is open once.
import { beforeEach, describe, expect, it } from 'vitest';
import { attachVideo, courseFile, learnerIn, taughtCourse } from '../../server/learning-tools.ts';
import { courseWithQuiz } from '../../server/quiz-tools.ts';
import { type Person, someone } from '../../server/resource-tools.ts';
import { mailsTo } from '../../server/staff-tools.ts';
import { ROUNDS, type Answer, type TwoServers } from '../two-servers.ts';
import { atOnce, countOf, reporter, slowest } from './race-tools.ts';

const CALLS = 100;
const LEARNERS_WITH_TWO_DEVICES = 12;
const LEARNERS_WHILE_EDITING = 50;
const SECONDS_EACH = 8;
const PUBLISHINGS = 4;

export function learningRaces(two: TwoServers): void {
  const { ctx, rows } = two;
  const noted = reporter();

  const ask = (
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    person: Person,
    body: object = {},
  ): Promise<Answer> => two.ask(method, path, body, person.headers);
  const save = (lessonId: number, person: Person, body: object) =>
    ask('PUT', `/api/lessons/${lessonId}/progress`, person, { position: 0, ranges: [], ...body });
  const complete = (lessonId: number, person: Person) => save(lessonId, person, { completed: true });

  const refusedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status >= 300);
  const completionsOf = (answers: readonly Answer[]) =>
    answers.filter(({ body }) => body['hasCompletedCourse'] === true).length;
  const isCourseCompleted = async (courseId: number, { id }: Person) =>
    (
      await rows(
        'select 1 from course_progress where course_id = $1 and user_id = $2 and completed_at is not null',
        [courseId, id],
      )
    ).length === 1;

  describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
    beforeEach(async () => {
      two.setDelay(delay);
      await ctx.pool.query('delete from rate_limits');
    });
    const note = (race: string, what: string, answers: readonly Answer[]) =>
      noted(race, what, { delay, ms: slowest(answers) });

    /**
     * Each call finds its own lesson marked, so no lock is needed for one of them to complete the course. That it is only
     * one is `completed_at is null` in markCourseCompleted: PostgreSQL asks again once the row is free.
     */
    it(`the last lesson completed ${CALLS} times at once completes the course once, for one certificate`, async () => {
      const course = await taughtCourse(ctx, { kind: 'certification', modules: [{ lessons: [{}] }] });
      const me = await learnerIn(ctx, course.id);
      const answers = await atOnce(CALLS, () => complete(course.lessonIds[0] ?? 0, me));
      expect(refusedOf(answers)).toEqual([]);
      expect(completionsOf(answers)).toBe(1);
      expect(await isCourseCompleted(course.id, me)).toBe(true);
      expect(await rows('select id from certificates where user_id = $1', [me.id])).toHaveLength(1);
      expect(await mailsTo(ctx, me.username)).toMatchObject([
        { subject: expect.stringContaining('Your certificate') },
      ]);
      note(
        `Learning: the last lesson completed ${CALLS} times at once`,
        'the course is completed once, and one certificate issued and emailed',
        answers,
      );
    });

    /**
     * Here nobody tries again: if neither saw the other's lesson, the course would stay open for good. The row lock in
     * completeItem lets the second see the first.
     */
    it('the last two lessons completed on two devices at once complete the course, once', async () => {
      const course = await taughtCourse(ctx, { modules: [{ lessons: [{}, {}] }] });
      const learners = await Promise.all(
        Array.from({ length: LEARNERS_WITH_TWO_DEVICES }, () => learnerIn(ctx, course.id)),
      );
      // They have been here before: both devices find the rows there.
      for (const me of learners) for (const id of course.lessonIds) await save(id, me, {});
      const all: Answer[] = [];
      for (const me of learners) {
        const answers = await Promise.all(course.lessonIds.map((id) => complete(id, me)));
        expect(refusedOf(answers)).toEqual([]);
        expect(completionsOf(answers)).toBe(1);
        expect(await isCourseCompleted(course.id, me)).toBe(true);
        all.push(...answers);
      }
      note('Learning: the last two lessons completed on two devices', 'the course is completed once', all);
    });

    it('two devices that each saw half of a video have seen all of it', async () => {
      const course = await taughtCourse(ctx, { modules: [{ lessons: [{}] }] });
      const [lessonId = 0] = course.lessonIds;
      // As long as the first saves may count by the clock.
      const { id: fileId } = await courseFile(ctx, { courseId: course.id, seconds: 30 });
      await attachVideo(ctx, lessonId, fileId);
      const me = await learnerIn(ctx, course.id);
      const answers = await atOnce(30, (second) => save(lessonId, me, { ranges: [[second, second + 1]] }));
      expect(refusedOf(answers)).toEqual([]);
      const [saved] = await rows<{ played: string; isCompleted: boolean }>(
        `select played::text, completed_at is not null as "isCompleted" from item_progress
         where user_id = $1 and item_id = $2 and item_type = 'lesson'`,
        [me.id, lessonId],
      );
      expect(saved).toEqual({ played: '{[0,30)}', isCompleted: true });
      expect(completionsOf(answers)).toBe(1);
      note('Learning: thirty parts of a video saved at once', 'all are kept', answers);
    });

    it('an attempt started twenty times at once is open once, and the limit holds', async () => {
      const { quizId, courseId } = await courseWithQuiz(ctx, { attemptLimit: 2 });
      const me = await learnerIn(ctx, courseId);
      const start = () => ask('POST', `/api/quizzes/${quizId}/attempts`, me);
      const all: Answer[] = [];
      for (const number of [1, 2]) {
        const started = await atOnce(20, start);
        const ids = new Set(started.filter(({ status }) => status < 300).map(({ body }) => body['id']));
        expect(refusedOf(started).filter(({ status }) => status >= 500)).toEqual([]);
        expect(ids.size).toBe(1);
        const [id] = ids;
        const submitted = await atOnce(5, () => ask('POST', `/api/attempts/${Number(id)}/submit`, me));
        expect(refusedOf(submitted).filter(({ status }) => status >= 500)).toEqual([]);
        expect(
          await rows('select 1 from quiz_attempts where quiz_id = $1 and user_id = $2', [quizId, me.id]),
        ).toHaveLength(number);
        all.push(...started, ...submitted);
      }
      const over = await atOnce(20, start);
      expect(countOf(over, 409)).toBe(20);
      note('Learning: twenty starts of a quiz at once', 'one open attempt; none over the limit', all);
    });

    it(`editing, reordering and publishing while ${LEARNERS_WHILE_EDITING} learners save loses nothing`, async () => {
      const teacher = await someone(ctx, { roles: ['instructor'] });
      const course = await taughtCourse(ctx, {
        instructorId: teacher.id,
        description: 'What feet tell you.',
        modules: [{ lessons: [{ body: 'One' }, { body: 'Two' }, { body: 'Three' }] }],
      });
      const [watchedId = 0, ...readIds] = course.lessonIds;
      const { id: fileId } = await courseFile(ctx, { courseId: course.id, seconds: SECONDS_EACH });
      await attachVideo(ctx, watchedId, fileId);
      const learners = await Promise.all(
        Array.from({ length: LEARNERS_WHILE_EDITING }, () => learnerIn(ctx, course.id)),
      );
      const draft = `/api/courses/${course.id}/draft`;
      const edited: Answer[] = [];
      const teach = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object = {}) => {
        const answer = await ask(method, path, teacher, body);
        edited.push(answer);
        return answer.body;
      };
      const edit = async () => {
        for (let turn = 1; turn <= PUBLISHINGS; turn += 1) {
          const last = course.lessonIds[turn % 3] ?? 0;
          const item = `${draft}/items/lesson/${last}`;
          const { revision } = await two.get(item, teacher.headers);
          await teach('PATCH', item, { revision, changes: { body: `Text ${turn}` } });
          await teach('POST', `${item}/move`, { moduleId: course.moduleIds[0], position: 0 });
          const whole = await two.get(draft, teacher.headers);
          await teach('POST', `/api/courses/${course.id}/publish`, {
            revision: whole['revision'],
            summary: '',
          });
        }
      };
      const learn = async (me: Person): Promise<Answer[]> => {
        const answers: Answer[] = [];
        for (let second = 0; second < SECONDS_EACH; second += 1) {
          answers.push(await save(watchedId, me, { ranges: [[second, second + 1]] }));
        }
        for (const id of readIds) answers.push(await complete(id, me));
        return answers;
      };
      const [, ...learned] = await Promise.all([edit(), ...learners.map(learn)]);
      expect(refusedOf(edited)).toEqual([]);
      const answers = learned.flat();
      expect(refusedOf(answers)).toEqual([]);
      const [saved] = await rows(
        `select count(*) filter (where item_id = $2 and played = $3::int4multirange)::int as played,
           count(completed_at)::int as items, (select count(completed_at)::int from course_progress
             where course_id = $1) as courses
         from item_progress where course_id = $1`,
        [course.id, watchedId, `{[0,${SECONDS_EACH})}`],
      );
      const all = LEARNERS_WHILE_EDITING;
      expect(saved).toEqual({ played: all, items: all * 3, courses: all });
      expect(completionsOf(answers)).toBe(all);
      expect(await rows('select 1 from course_versions where course_id = $1', [course.id])).toHaveLength(
        PUBLISHINGS,
      );
      const [first] = await rows<{ id: number; body: string }>(
        'select l.id, l.body from lessons l where l.module_id = $1 and removed_at is null order by position limit 1',
        [course.moduleIds[0]],
      );
      expect(first).toEqual({ id: course.lessonIds[PUBLISHINGS % 3], body: `Text ${PUBLISHINGS}` });
      note('Learning: four publishings while fifty learners save', 'nothing is lost', answers);
    });
  });
}
