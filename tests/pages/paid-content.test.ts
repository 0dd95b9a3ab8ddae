// What a course sells stays with those who have it: a marker is planted in each kind of content, and every endpoint that
// reads and every page with a parameter is asked for it by people who aren't entitled.
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { fillPath } from '#shared/contract.ts';
import routes from '../../app/routes.ts';
import { ALL_CONTRACTS } from '../server/all-contracts.ts';
import { attachVideo, courseFile, endAccess, learnerIn, taughtCourse } from '../server/learning-tools.ts';
import { type Person, someone } from '../server/resource-tools.ts';
import { testContext } from '../server/test-database.ts';

const ctx = await testContext();
const app = await buildApp(ctx, false);
afterAll(() => app.close());

const PLANTED = [
  'lesson text',
  'section',
  'live address',
  'video',
  'captions',
  'attachment',
  'document',
  'picture in a question',
  'question',
  'option',
  'answer',
  'explanation',
  'bank question',
  'bank answer',
  'note',
  'lesson question',
  'lesson answer',
] as const;
type Planted = (typeof PLANTED)[number];
const markerOf = (what: Planted) => `paid-marker-${what.replaceAll(' ', '-')}-7f3a`;
const foundIn = (body: string) => PLANTED.filter((what) => body.includes(markerOf(what)));

const teacher = await someone(ctx, { roles: ['instructor'] });
const course = await taughtCourse(ctx, {
  instructorId: teacher.id,
  modules: [
    {
      lessons: [
        { body: markerOf('lesson text'), sections: [{ label: markerOf('section'), start: 0 }] },
        { kind: 'document' },
        {
          kind: 'live',
          liveSession: {
            startsAt: '2026-12-01T10:00:00Z',
            endsAt: '2026-12-01T11:00:00Z',
            url: `https://live.example/${markerOf('live address')}`,
          },
        },
      ],
      quizzes: [{ questionCount: 3, drawCount: 1, drawTags: ['bank'], reviewPolicy: 'after_submit' }],
    },
  ],
});
const [lessonId = 0, documentLessonId = 0, liveLessonId = 0] = course.lessonIds;
const [quizId = 0] = course.quizIds;

const optionsOf = (text: string) => ({
  options: [
    { id: 'a', text },
    { id: 'b', text: 'Other' },
  ],
});

const file = (content: Planted, values: Partial<Parameters<typeof courseFile>[1]>) =>
  courseFile(ctx, { courseId: course.id, content: markerOf(content), ...values });
const video = await file('video', {});
const captions = await file('captions', {
  parentId: video.id,
  kind: 'caption',
  language: 'en',
  seconds: null,
});
const handout = await file('attachment', { kind: 'attachment', seconds: null });
const document = await file('document', {
  kind: 'document',
  contentType: 'application/pdf',
  seconds: null,
});
const picture = await file('picture in a question', {
  kind: 'image',
  contentType: 'image/png',
  seconds: null,
});
await attachVideo(ctx, lessonId, video.id);
await ctx.pool.query('update lessons set file_id = $2 where id = $1', [documentLessonId, document.id]);
await ctx.pool.query('insert into lesson_attachments (lesson_id, file_id, position) values ($1, $2, 0)', [
  lessonId,
  handout.id,
]);
const { rows: questions } = await ctx.pool.query<{ id: number }>(
  `insert into quiz_questions (course_id, quiz_id, kind, prompt, content, answer_key, explanation, file_id, tags)
   values ($1, $2, 'single', $3, $4, $5, $6, null, '{}'),
     ($1, $2, 'hotspot', 'Point at the heel', '{"alt":"A foot"}',
       '{"regions":[{"x":0,"y":0,"width":1,"height":1}]}', '', $7, '{}'),
     ($1, null, 'single', $8, $9, $10, '', null, '{bank}')
   returning id`,
  [
    course.id,
    quizId,
    markerOf('question'),
    optionsOf(markerOf('option')),
    { correct: 'a', feedback: { a: markerOf('answer') } },
    markerOf('explanation'),
    picture.id,
    markerOf('bank question'),
    optionsOf('The heel'),
    { correct: 'a', feedback: { a: markerOf('bank answer') } },
  ],
);

let calls = 0;
const call = (method: 'GET' | 'POST', url: string, person: Partial<Person>, payload?: object) => {
  calls += 1;
  return app.inject({
    method,
    url,
    // Limits count by address, and this is about something else.
    remoteAddress: `10.8.${(calls >> 8) & 255}.${calls & 255}`,
    headers: person.headers,
    ...(payload && { payload }),
  });
};

const learner = await learnerIn(ctx, course.id);
const posted = async (person: Person, url: string, body: object) => {
  const answer = await call('POST', url, person, body);
  expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300);
  return answer.json<{ id: number }>();
};
const attempt = await posted(learner, `/api/quizzes/${quizId}/attempts`, {});
const note = await posted(learner, `/api/lessons/${lessonId}/notes`, { text: markerOf('note') });
const asked = await posted(learner, `/api/lessons/${lessonId}/discussion`, {
  text: markerOf('lesson question'),
});
const answered = await posted(teacher, `/api/lessons/${lessonId}/discussion`, {
  text: markerOf('lesson answer'),
  questionId: asked.id,
});

const ids = new Set([
  course.id,
  ...course.moduleIds,
  lessonId,
  documentLessonId,
  liveLessonId,
  quizId,
  ...questions.map(({ id }) => id),
  ...[video, captions, handout, document, picture, attempt, note, asked, answered].map(({ id }) => id),
]);

/** With each id in the place of the parameters; of two, the first is the course's as well. */
function filled(path: string): string[] {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const urls = [...ids].flatMap((id) =>
    [id, course.id].flatMap((first) =>
      ['lesson', 'quiz'].map((type) => {
        const own: Record<string, string | number> = { type, itemType: 'course', userId: learner.id };
        const params = names.map((name, at) => [name, own[name] ?? (at === 0 ? first : id)]);
        return fillPath(path, Object.fromEntries(params) as Record<string, string | number>);
      }),
    ),
  );
  return [...new Set(urls)];
}

/** Files are sent without a contract. */
const FILES = ['/api/course-files/:id', '/api/course-files/:id/pages/1'];
const endpoints = [
  ...ALL_CONTRACTS.filter(({ method }) => method === 'GET').map(({ path }) => path),
  ...FILES,
].flatMap((path) => (path.includes(':') ? filled(path) : [path, `${path}?q=paid-marker`]));

type Route = { path?: string; children?: Route[] };
const pathsOf = (list: readonly Route[], above = ''): string[] =>
  list.flatMap(({ path = '', children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    return [here, ...pathsOf(children, here)];
  });
const pages = pathsOf(routes as Route[])
  .filter((path) => /:\w*id\b/i.test(path) && !path.includes('*'))
  .flatMap((path) =>
    [course.id, lessonId, quizId].map((last) => {
      const named: Record<string, number> = {
        courseId: course.id,
        moduleId: course.moduleIds[0] ?? 0,
        lessonId,
        quizId,
      };
      return path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(named[name] ?? last));
    }),
  );

async function crawl(urls: readonly string[], person: Partial<Person>) {
  const leaks: string[] = [];
  const found = new Set<Planted>();
  for (const url of urls) {
    const { body } = await call('GET', url, person);
    for (const what of foundIn(body)) {
      leaks.push(`${what}: ${url}`);
      found.add(what);
    }
  }
  return { leaks, found };
}

const TIMEOUT = 240_000;

test(
  'its learner and its instructor find every marker, so the crawl would too',
  { timeout: TIMEOUT },
  async () => {
    const near = endpoints.filter((url) =>
      /^\/api\/(courses|lessons|quizzes|attempts|course-files|instructor)/.test(url),
    );
    const { found } = await crawl(near, learner);
    const { found: byTeacher } = await crawl(near, teacher);
    expect(PLANTED.filter((what) => !found.has(what) && !byTeacher.has(what))).toEqual([]);
    // What is right stays with the instructor while the attempt is open.
    for (const what of ['answer', 'explanation', 'bank answer'] as const) expect(found).not.toContain(what);
  },
);

test.each(['a guest', 'a member', 'another instructor', 'a learner whose access ended'] as const)(
  '%s gets none of it from any endpoint',
  { timeout: TIMEOUT },
  async (who) => {
    expect((await crawl(endpoints, await personCalled(who))).leaks).toEqual([]);
  },
);

test.each(['a guest', 'a member'] as const)(
  '%s finds none of it in any page',
  { timeout: TIMEOUT },
  async (who) => {
    const person = await personCalled(who);
    expect(pages.length).toBeGreaterThan(50);
    const withData = pages.flatMap((url) => [url, `${url}.data`]);
    expect((await crawl(withData, person)).leaks).toEqual([]);
  },
);

async function personCalled(who: string): Promise<Partial<Person>> {
  if (who === 'a guest') return {};
  if (who === 'another instructor') return someone(ctx, { roles: ['instructor'] });
  if (who === 'a member') return someone(ctx);
  const former = await learnerIn(ctx, course.id);
  await endAccess(ctx, former.id, course.id);
  return former;
}
