// What a course sells stays with those who have it: a marker is planted in each kind of content, and every route that
// reads and every page is asked for it by people who aren't entitled.
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Contract, fillPath } from '#shared/contract.ts';
import { LIVE_EVENTS_PATH } from '#shared/live-events.ts';
import routes from '../../app/routes.ts';
import { ALL_CONTRACTS } from '../server/all-contracts.ts';
import { endAccess, learnerIn, taughtCourse } from '../server/learning-tools.ts';
import { type Person, someone } from '../server/resource-tools.ts';
import { testContext } from '../server/test-database.ts';
import {
  ANSWERS,
  foundIn,
  MARK,
  markedCourse,
  PERSONAL,
  PLANTED,
  type Planted,
  UNPUBLISHED,
} from './marked-course.ts';

const ctx = await testContext();
// A refused request shows nothing. How often one may ask is tested elsewhere.
ctx.limiter = { ...ctx.limiter, take: () => Promise.resolve(0) };
const app = await buildApp(ctx, false);
afterAll(() => app.close());

let calls = 0;
const call = (method: 'GET' | 'POST' | 'PUT', url: string, person: Partial<Person>, payload?: object) => {
  calls += 1;
  return app.inject({
    method,
    url,
    remoteAddress: `10.8.${(calls >> 8) & 255}.${calls & 255}`,
    headers: person.headers,
    ...(payload && { payload }),
  });
};

const callContract = (
  { method, path }: Contract,
  {
    params,
    body,
    headers,
  }: { params?: Record<string, string | number>; body?: unknown; headers?: object } = {},
) =>
  app.inject({
    method,
    url: fillPath(path, params ?? {}),
    headers: { ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
const { course, lessonId, quizId, attemptId, teacher, learner, ids } = await markedCourse(
  { ctx, call: callContract },
  call,
);

/** With each id in the place of the parameters; of two, the first is the course's as well. */
function filled(path: string): string[] {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const urls = ids.flatMap((id) =>
    [id, course.id].flatMap((first) =>
      ['lesson', 'quiz'].map((type) => {
        const own: Record<string, string | number> = {
          type,
          itemType: 'course',
          userId: learner.id,
          page: 1,
          zip: '10001',
        };
        const params = names.map((name, at) => [name, own[name] ?? (at === 0 ? first : id)]);
        return fillPath(path, Object.fromEntries(params) as Record<string, string | number>);
      }),
    ),
  );
  return [...new Set(urls)];
}

/** Everything the server registered, with and without a contract, apart from the pages. */
function registeredReads(): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', name = '', methods = ''] =
        /^((?:[│ ] {3})*[├└]── )(\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      const depth = indent.length / 4;
      if (depth === 0) return [];
      above.length = depth - 1;
      above.push(name);
      return methods.split(', ').includes('GET') ? [above.join('')] : [];
    });
}

/** Streams stay open, and have nothing but the viewer's own notifications. */
const isStream = (path: string) => path === LIVE_EVENTS_PATH;

const reads = registeredReads().filter((path) => path.startsWith('/api/') && !isStream(path));
const QUERIES: Record<string, string[]> = Object.fromEntries(
  ALL_CONTRACTS.filter(({ method }) => method === 'GET').map((contract) => [
    contract.path,
    queriesOf(contract),
  ]),
);

/** What a list can be narrowed to: a search for the markers, the course, the attempt. */
function queriesOf({ query }: Contract): string[] {
  const fields = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  const has = (name: string) => fields.includes(name);
  return [
    '',
    ...(has('q') ? [`?q=${MARK}`] : []),
    ...(has('courseId') ? [`?courseId=${course.id}`] : []),
    ...(has('attempt') ? [`?attempt=${attemptId}`] : []),
  ];
}

const endpoints = reads.flatMap((path) =>
  (path.includes(':') ? filled(path) : [path]).flatMap((url) =>
    (QUERIES[path] ?? ['']).map((query) => url + query),
  ),
);

type Route = { path?: string; children?: Route[] };
const pathsOf = (list: readonly Route[], above = ''): string[] =>
  list.flatMap(({ path = '', children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    return [here, ...pathsOf(children, here)];
  });
const pages = pathsOf(routes as Route[])
  .filter((path) => path !== '' && !path.includes('*'))
  .flatMap((path) => {
    const named: Record<string, number> = {
      courseId: course.id,
      moduleId: course.moduleIds[0] ?? 0,
      lessonId,
      quizId,
    };
    const lasts = path.includes(':') ? [course.id, lessonId, quizId, learner.id] : [0];
    return lasts.map((last) =>
      path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(named[name] ?? last)),
    );
  })
  .concat('/', `/courses?q=${MARK}`, `/curriculum?q=${MARK}`);

async function crawl(urls: readonly string[], person: Partial<Person>) {
  const leaks: string[] = [];
  const failed: string[] = [];
  const readable: string[] = [];
  const found = new Set<Planted>();
  for (const url of urls) {
    const { body, statusCode } = await call('GET', url, person);
    if (statusCode === 429 || (statusCode >= 500 && statusCode !== 503)) failed.push(`${statusCode} ${url}`);
    if (statusCode < 400) readable.push(url);
    for (const what of foundIn(body)) {
      leaks.push(`${what}: ${url}`);
      found.add(what);
    }
  }
  expect(failed).toEqual([]);
  return { leaks, found, readable };
}

const TIMEOUT = 240_000;

test('the crawl reaches routes with and without a contract', () => {
  expect(reads).toEqual(
    expect.arrayContaining(['/api/course-files/:id', '/api/course-files/:id/pages/:page']),
  );
  expect(reads).toContain('/api/submission-files/:id');
  const contracts = ALL_CONTRACTS.filter(({ method, path }) => method === 'GET' && !isStream(path));
  const known = new Set(reads);
  expect(contracts.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
  expect(pages.length).toBeGreaterThan(200);
});

/** What its learner or its instructor can read. What neither can, strangers are not asked for either. */
const readable = new Set<string>();

test(
  'its learner and its instructor find every marker, so the crawl would too',
  { timeout: TIMEOUT },
  async () => {
    const byLearner = await crawl(endpoints, learner);
    const byTeacher = await crawl(endpoints, teacher);
    expect(PLANTED.filter((what) => !byLearner.found.has(what) && !byTeacher.found.has(what))).toEqual([]);
    // What is right, and what isn't published, stays with the instructor while the attempt is open.
    for (const what of [...ANSWERS, ...UNPUBLISHED] as const) {
      if (what !== 'bank question') expect(byLearner.found).not.toContain(what);
    }
    expect(byTeacher.found).not.toContain('note');
    for (const url of [...byLearner.readable, ...byTeacher.readable]) readable.add(url);
    expect(readable.size).toBeGreaterThan(300);
  },
);

test.each(['a guest', 'a member', 'another instructor', 'a learner whose access ended'] as const)(
  '%s gets none of it from any endpoint',
  { timeout: TIMEOUT },
  async (who) => {
    expect((await crawl([...readable], await personCalled(who))).leaks).toEqual([]);
  },
);

test(
  'another learner of the course gets neither what this one wrote nor what is right',
  { timeout: TIMEOUT },
  async () => {
    const { found } = await crawl([...readable], await learnerIn(ctx, course.id));
    expect(found).toContain('lesson text');
    for (const what of [...PERSONAL, ...ANSWERS, ...UNPUBLISHED]) expect(found).not.toContain(what);
  },
);

// Pages of signed-in users are frames: what learners themselves may see isn't in any HTML or hydration data either.
test.each(['a guest', 'its own learner'] as const)(
  '%s finds none of it in any page',
  { timeout: TIMEOUT },
  async (who) => {
    const withData = pages.flatMap((url) => {
      const [path = '', query] = url.split('?');
      return [url, `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`];
    });
    expect((await crawl(withData, await personCalled(who))).leaks).toEqual([]);
  },
);

// Last, because it ends their access.
test(
  'its own learner keeps what they wrote when access ends, and nothing that is sold',
  { timeout: TIMEOUT },
  async () => {
    await endAccess(ctx, learner.id, course.id);
    const { found } = await crawl([...readable], learner);
    // The export of their data has what they wrote, and what their instructor wrote about it.
    const own: readonly Planted[] = [...PERSONAL, 'lesson question'];
    expect([...found].filter((what) => !own.includes(what))).toEqual([]);
  },
);

async function personCalled(who: string): Promise<Partial<Person>> {
  if (who === 'a guest') return {};
  if (who === 'its own learner') return learner;
  if (who === 'a member') return someone(ctx);
  if (who === 'another instructor') {
    const person = await someone(ctx, { roles: ['instructor'] });
    await taughtCourse(ctx, { instructorId: person.id });
    return person;
  }
  const former = await learnerIn(ctx, course.id);
  await endAccess(ctx, former.id, course.id);
  return former;
}
