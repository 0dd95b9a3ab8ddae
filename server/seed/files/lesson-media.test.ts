import { expect, test } from 'vitest';
import { testContext } from '../../../tests/server/test-database.ts';
import { demoCourses, demoLessonMedia } from '../demo-data.ts';
import { attachLessonMediaJob } from './lesson-media.ts';

const ctx = await testContext();

test('every recording belongs to a lesson that exists', () => {
  const titles = new Set(
    demoCourses().flatMap(({ shortName, modules }) =>
      modules.flatMap(({ lessons }) => lessons.map(({ title }) => `${shortName} ${title}`)),
    ),
  );
  expect(demoLessonMedia().filter(({ course, lesson }) => !titles.has(`${course} ${lesson}`))).toEqual([]);
});

test('recordings are added to lessons once, with captions, sections and tempo', async () => {
  const attach = async () => {
    await ctx.jobs.send(ctx.db, attachLessonMediaJob, {});
    await ctx.jobs.drain();
  };
  await attach();
  const count = async () => (await ctx.pool.query('select count(*)::int as files from course_files')).rows[0];
  const before = await count();
  const { rows } = await ctx.pool.query(
    `select l.completion_rule, l.bpm, jsonb_array_length(l.sections) > 1 as has_sections, f.kind, f.seconds > 5 as is_long,
       (select array_agg(language order by language) from course_files c where c.parent_id = f.id and c.kind = 'caption') as captions
     from lessons l join course_files f on f.id = l.file_id where l.title = 'The hip, from outside and inside'`,
  );
  expect(rows).toEqual([
    {
      completion_rule: 'watched',
      bpm: 72,
      has_sections: true,
      kind: 'video',
      is_long: true,
      captions: ['en', 'es'],
    },
  ]);
  const shown = async () =>
    (
      await ctx.pool.query(
        `select count(*) filter (where kind = 'hotspot')::int as spots, count(*) filter (where kind = 'moment')::int as moments,
           count(*) filter (where file_id is null)::int as without_file from quiz_questions where kind in ('hotspot', 'moment')`,
      )
    ).rows[0];
  expect(await shown()).toEqual({ spots: 2, moments: 2, without_file: 0 });
  const promised = await ctx.pool.query(
    `select 1 from quizzes z where z.question_count <> z.draw_count + (select count(*) from quiz_questions q where q.quiz_id = z.id)`,
  );
  expect(promised.rowCount).toBe(0);
  const videos = async () =>
    (
      await ctx.pool.query(
        `select s.state = 'submitted' as waits, count(distinct f.id)::int as files, count(distinct k.id)::int as comments
         from submissions s join submission_files f on f.submission_id = s.id
         join submission_comments k on k.submission_id = s.id and k.at_second is not null group by 1 order by 1`,
      )
    ).rows;
  const handedIn = [
    { waits: false, files: 1, comments: 3 },
    { waits: true, files: 1, comments: 1 },
  ];
  expect(await videos()).toEqual(handedIn);
  await attach();
  expect(await count()).toEqual(before);
  expect(await shown()).toEqual({ spots: 2, moments: 2, without_file: 0 });
  expect(await videos()).toEqual(handedIn);
});
