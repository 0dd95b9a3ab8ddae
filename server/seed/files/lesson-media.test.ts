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

test('recordings are put into lessons once, with captions, sections and tempo', async () => {
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
  await attach();
  expect(await count()).toEqual(before);
});
