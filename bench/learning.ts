// The classroom: opening it, saving progress and saving answers beside bare statements, and what a course of 500 lessons
// and 2,000 learners costs beside a small one.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { type Connection, connectDatabase } from '#server/db/client.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { countCourseItemsJob } from '#server/features/teaching/course-analytics.service.ts';
import { createContext } from '#server/start.ts';
import { type BenchCourse, createBenchCourse, signIn, SIZES } from './learning-data.ts';
import { cpuTime, median, percentile, temporaryFolder, untilAnswers } from './measure.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const ASKED = Number(process.env['BENCH_ASKED'] ?? 60);
const ROUNDS = 3;
const CONNECTIONS = [1, 32];
const MOST_GROWTH = 3;
const MOST_MS = 200;
/** Where a large course may cost at most so much more; the dashboard and analytics add up all of its learners. */
const BOUNDED = /^(classroom|editor|students):/;
const BARE_PORT = 4711;
const OUR_PORT = 4712;

type CookieOf = (userId: number) => string;
type Site = {
  ours: ChildProcess;
  bare: ChildProcess;
  small: BenchCourse;
  large: BenchCourse;
  cookieOf: CookieOf;
  /** Open attempts of the small course's quiz, one per learner. */
  attempts: Attempt[];
  /** How long the job took that counts what course analytics show. */
  countedMs: number;
};
type Attempt = { id: number; userId: number; questionId: number; optionId: string };

export async function measureLearning(): Promise<string> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  const children: ChildProcess[] = [];
  const launch = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', ...env },
    });
    children.push(child);
    return child;
  };
  try {
    const ours = launch(['server/main.ts'], {
      DATA_DIR: dataDir,
      PORT: String(OUR_PORT),
      LOG_LEVEL: 'error',
      DEMO_FILES: '0',
      TRUST_PROXY: '1',
    });
    await untilAnswers(`http://127.0.0.1:${OUR_PORT}/readyz`);
    const connection = { ...embedded.connection, database: 'releve' };
    const bare = launch(['bench/bare-learning.ts', String(BARE_PORT), JSON.stringify(connection)]);
    await untilAnswers(`http://127.0.0.1:${BARE_PORT}/`);
    const client = new pg.Client(connection);
    await client.connect();
    const small = await createBenchCourse(client, SIZES.small);
    const large = await createBenchCourse(client, SIZES.large);
    const userIds = [small, large].flatMap((each) => [each.instructorId, ...each.learnerIds]);
    const cookieOf = await signIn(client, userIds);
    await client.end();
    const countedMs = await countCourseItems(connection, dataDir);
    const attempts = await Promise.all(
      small.learnerIds.map((userId) => openAttempt(small, userId, cookieOf)),
    );
    const site: Site = { ours, bare, small, large, cookieOf, attempts, countedMs };
    return `${rateSection(await measureRates(site))}\n${growthSection(await measureGrowth(site), site)}`;
  } finally {
    for (const child of children.filter(({ exitCode }) => exitCode === null)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** As every ten minutes. */
async function countCourseItems(connection: Connection, dataDir: string): Promise<number> {
  const database = connectDatabase(connection, { max: 2 });
  const ctx = createContext(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), database, connection);
  const started = performance.now();
  await countCourseItemsJob.run(ctx, {});
  await database.close();
  return performance.now() - started;
}

async function openAttempt({ quizId }: BenchCourse, userId: number, cookieOf: CookieOf): Promise<Attempt> {
  const answer = await fetch(`http://127.0.0.1:${OUR_PORT}/api/quizzes/${quizId}/attempts`, {
    method: 'POST',
    headers: { cookie: cookieOf(userId) },
  });
  const { id, questions } = (await answer.json()) as {
    id: number;
    questions: { id: number; content: { options: { id: string }[] } }[];
  };
  const [question] = questions;
  return { id, userId, questionId: question?.id ?? 0, optionId: question?.content.options[0]?.id ?? '' };
}

type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string };
/** The same thing asked of both, by turns of another learner. */
type Operation = { name: string; bare: (turn: number) => Ask; ours: (turn: number) => Ask };

function operations({ small, cookieOf, attempts }: Site): Operation[] {
  const { courseId, learnerIds, lessonIds } = small;
  const learner = (turn: number) => learnerIds[turn % learnerIds.length] ?? 0;
  const lesson = (turn: number) => lessonIds[Math.floor(turn / learnerIds.length) % lessonIds.length] ?? 0;
  const attempt = (turn: number) => attempts[turn % attempts.length];
  const put = (userId: number, body: object) => ({
    method: 'PUT',
    headers: { cookie: cookieOf(userId), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [
    {
      name: 'open the classroom',
      bare: (turn) => ({ path: `/classroom?v=${learner(turn)}&v=${courseId}` }),
      ours: (turn) => ({
        path: `/api/courses/${courseId}/learning`,
        headers: { cookie: cookieOf(learner(turn)) },
      }),
    },
    {
      name: 'save progress',
      bare: (turn) => ({
        path: `/progress?v=${learner(turn)}&v=${courseId}&v=${lesson(turn)}&v=${turn % 90}`,
      }),
      ours: (turn) => ({
        path: `/api/lessons/${lesson(turn)}/progress`,
        ...put(learner(turn), { position: turn % 90, ranges: [[0, 35]] }),
      }),
    },
    {
      name: 'save an answer',
      bare: (turn) => ({ path: `/answer?v=${attempt(turn)?.id}&v=${attempt(turn)?.questionId}` }),
      ours: (turn) => ({
        path: `/api/attempts/${attempt(turn)?.id}/answers/${attempt(turn)?.questionId}`,
        ...put(attempt(turn)?.userId ?? 0, { answer: { choice: attempt(turn)?.optionId } }),
      }),
    },
  ];
}

type Rate = { rate: number; p50: number; p99: number; cpuMs: number };
type Rates = { name: string; connections: number; bare: Rate[]; ours: Rate[] }[];

let turn = 0;
const numberedAddress = (n: number) => `10.${(n >> 16) & 0xff}.${(n >> 8) & 0xff}.${n & 0xff}`;

async function measureRate(
  child: ChildProcess,
  { port, connections, ask }: { port: number; connections: number; ask: (turn: number) => Ask },
): Promise<Rate> {
  const pid = child.pid ?? 0;
  const before = cpuTime(pid);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: SECONDS,
    requests: [
      {
        setupRequest(request) {
          const asked = ask(turn++);
          // From another address each time, so that no limit is reached.
          const headers = { ...asked.headers, 'x-forwarded-for': numberedAddress(turn) };
          return { ...request, ...asked, headers };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} failures`);
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (cpuTime(pid) - before) / result.requests.total,
  };
}

async function measureRates(site: Site): Promise<Rates> {
  const rates: Rates = [];
  for (const connections of CONNECTIONS) {
    for (const { name, bare, ours } of operations(site)) {
      const measured: Rates[number] = { name, connections, bare: [], ours: [] };
      for (let round = 0; round <= ROUNDS; round++) {
        const ofBare = await measureRate(site.bare, { port: BARE_PORT, connections, ask: bare });
        const ofOurs = await measureRate(site.ours, { port: OUR_PORT, connections, ask: ours });
        process.stdout.write(
          `${connections} × ${name}: bare ${Math.round(ofBare.rate)}, ours ${Math.round(ofOurs.rate)} a second\n`,
        );
        // The first round warms up.
        if (round === 0) continue;
        measured.bare.push(ofBare);
        measured.ours.push(ofOurs);
      }
      rates.push(measured);
    }
  }
  return rates;
}

function rateSection(rates: Rates): string {
  const row = (name: string, of: Rate[], ratio: string) => {
    const pick = (key: keyof Rate) => median(of.map((one) => one[key]));
    return `| ${name} | ${Math.round(pick('rate'))} | ${ratio} | ${pick('p50')} | ${pick('p99')} | ${pick('cpuMs').toFixed(2)} |`;
  };
  const table = (connections: number) => [
    `### The classroom, concurrency ${connections}`,
    '',
    '| operation | a second | times slower than bare (lowest–highest) | p50 ms | p99 ms | server CPU ms |',
    '|---|---:|---:|---:|---:|---:|',
    ...rates
      .filter((each) => each.connections === connections)
      .flatMap(({ name, bare, ours }) => {
        const slower = ours.map(({ rate }, round) => (bare[round]?.rate ?? NaN) / rate);
        const spread = `${Math.min(...slower).toFixed(1)}–${Math.max(...slower).toFixed(1)}`;
        return [
          row(`${name}, bare`, bare, '1'),
          row(`${name}, ours`, ours, `${median(slower).toFixed(1)} (${spread})`),
        ];
      }),
    '',
  ];
  return [
    '## Learning',
    '',
    `Opening a classroom of 12 lessons and quizzes, saving progress and saving an answer, by turns of 20 learners: ${SECONDS} s a`,
    `round, median of ${ROUNDS} rounds after one to warm up, in turns with bare: node:http and one prepared statement that reads or`,
    'writes the same rows and checks nothing. Ours checks the session, the live entitlement, locks and completion each time.',
    '',
    ...CONNECTIONS.flatMap(table),
  ].join('\n');
}

type Grown = { name: string; small: number[][]; large: number[][]; bytes: { small: number; large: number } };
type GrowthCase = { name: string; ask: (course: BenchCourse, turn: number, cookieOf: CookieOf) => Ask };

const byInstructor =
  (pathOf: (course: BenchCourse) => string): GrowthCase['ask'] =>
  (course, _, cookieOf) => ({ path: pathOf(course), headers: { cookie: cookieOf(course.instructorId) } });
const byLearner =
  (pathOf: (course: BenchCourse) => string): GrowthCase['ask'] =>
  (course, at, cookieOf) => ({
    path: pathOf(course),
    headers: { cookie: cookieOf(course.learnerIds[at % course.learnerIds.length] ?? 0) },
  });
const middleLesson = ({ lessonIds }: BenchCourse) => lessonIds[Math.floor(lessonIds.length / 2)] ?? 0;

const GROWTH: readonly GrowthCase[] = [
  { name: 'classroom: outline', ask: byLearner(({ courseId }) => `/api/courses/${courseId}/learning`) },
  { name: 'classroom: one lesson', ask: byLearner((course) => `/api/lessons/${middleLesson(course)}`) },
  {
    name: 'classroom: save progress',
    ask: (course, at, cookieOf) => ({
      path: `/api/lessons/${middleLesson(course)}/progress`,
      method: 'PUT',
      headers: {
        cookie: cookieOf(course.learnerIds[at % course.learnerIds.length] ?? 0),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ position: at, ranges: [[0, 35]] }),
    }),
  },
  { name: 'my courses', ask: byLearner(() => '/api/enrollments') },
  { name: 'editor: the whole draft', ask: byInstructor(({ courseId }) => `/api/courses/${courseId}/draft`) },
  {
    name: 'editor: one lesson',
    ask: byInstructor(
      (course) => `/api/courses/${course.courseId}/draft/items/lesson/${middleLesson(course)}`,
    ),
  },
  {
    name: 'students: first page',
    ask: byInstructor(({ courseId }) => `/api/instructor/students?course=${courseId}`),
  },
  { name: 'instructor: dashboard', ask: byInstructor(() => '/api/instructor/dashboard') },
  {
    name: 'instructor: course analytics',
    ask: byInstructor(({ courseId }) => `/api/instructor/courses/${courseId}/analytics`),
  },
];

async function measureGrowth({ small, large, cookieOf }: Site): Promise<Grown[]> {
  const grown: Grown[] = [];
  for (const { name, ask } of GROWTH) {
    const measured: Grown = { name, small: [], large: [], bytes: { small: 0, large: 0 } };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [size, course] of [['small', small] as const, ['large', large] as const]) {
        const { times, bytes } = await timesOf((at) => ask(course, at, cookieOf));
        measured.bytes[size] = bytes;
        // The first round warms up.
        if (round > 0) measured[size].push(times);
      }
    }
    const p50 = (rounds: number[][]) => median(rounds.map((times) => percentile(times, 50))).toFixed(1);
    process.stdout.write(`${name}: ${p50(measured.small)} ms small, ${p50(measured.large)} ms large\n`);
    grown.push(measured);
  }
  return grown;
}

/** One after the other, in milliseconds. */
async function timesOf(ask: (at: number) => Ask): Promise<{ times: number[]; bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let at = 0; at < ASKED; at++) {
    const { path, headers, ...init } = ask(at);
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${OUR_PORT}${path}`, {
      ...init,
      headers: { ...headers, 'x-forwarded-for': numberedAddress(turn++) },
    });
    bytes = (await answer.arrayBuffer()).byteLength;
    times.push(performance.now() - started);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  }
  return { times, bytes };
}

function growthSection(grown: Grown[], { countedMs }: Site): string {
  const rows = grown.map(({ name, small, large, bytes }) => {
    const of = (rounds: number[][], percent: number) =>
      median(rounds.map((times) => percentile(times, percent)));
    const growth = median(
      large.map((times, round) => percentile(times, 50) / percentile(small[round] ?? [], 50)),
    );
    const cells = [of(small, 50), of(small, 95), of(large, 50), of(large, 95)].map((ms) => ms.toFixed(1));
    const kilobytes = [bytes.small, bytes.large].map((each) => (each / 1024).toFixed(1)).join(' / ');
    return {
      name,
      growth,
      p95: of(large, 95),
      line: `| ${name} | ${cells.join(' | ')} | ${growth.toFixed(1)} | ${kilobytes} |`,
    };
  });
  const verdict = (missed: string[]) =>
    missed.length === 0 ? '**Met** in this run.' : `**Not met** in this run by ${missed.join(', ')}.`;
  const grownMore = rows
    .filter(({ name, growth }) => BOUNDED.test(name) && !(growth <= MOST_GROWTH))
    .map(({ name, growth }) => `${name} (${growth.toFixed(1)})`);
  const slow = rows
    .filter(({ p95 }) => !(p95 <= MOST_MS))
    .map(({ name, p95 }) => `${name} (${p95.toFixed(0)} ms)`);
  const { modules, lessonsPerModule, learners } = SIZES.large;
  return [
    '### A large course beside a small one',
    '',
    `${modules * lessonsPerModule} lessons, ${modules} quizzes and ${learners.toLocaleString('en')} learners at every stage, beside ${SIZES.small.modules * SIZES.small.lessonsPerModule} lessons and ${SIZES.small.learners} learners, in turns:`,
    `${ASKED} requests a round, one after the other, median of ${ROUNDS} rounds after one to warm up.`,
    '',
    `Targets: classroom, editor and student list within ${MOST_GROWTH} times of the small course, by the median request.`,
    verdict(grownMore),
    `Every request under ${MOST_MS} ms, by its 95th percentile in the large course. ${verdict(slow)}`,
    '',
    `Course analytics show what a job counts every ten minutes; counting every course of this site took it ${(countedMs / 1000).toFixed(1)} s.`,
    '',
    '| page | small p50 ms | small p95 ms | large p50 ms | large p95 ms | p50 grown | kB small / large |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows.map(({ line }) => line),
    '',
  ].join('\n');
}
