// Messages: how fast one sent through a process reaches a browser on another, what 5,000 open streams cost, and inbox,
// thread and search among a million messages beside as many as the demo has.
import { spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectDatabase, type Database } from '#server/db/client.ts';
import { ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import {
  countUnreadConversations,
  findConversation,
  findSeenSeq,
  listConversationRows,
  listMemberRows,
  listMessageRows,
} from '#server/features/message/message.queries.ts';
import { CONVERSATIONS_PER_PAGE, MESSAGES_PER_PAGE } from '#shared/features/message/message.rules.ts';
import { followStream } from '../tests/server/event-stream.ts';
import { median, percentile, residentMb, temporaryFolder, untilAnswers } from './measure.ts';
import {
  BUSY,
  cookieOf,
  fillConversations,
  fillOthers,
  fillPeople,
  insertConversation,
  LIKE_DEMO,
} from './messages-data.ts';

const SENT = 1000;
/** Each may send a hundred and twenty in ten minutes. */
const SENDERS = 10;
/** After the senders. */
const READER = SENDERS + 1;
const MOST_LATENCY_MS = 1000;
const STREAMS = 5000;
const MOST_STREAMS_MB = 200;
const PAGES = 150;
const MESSAGES = 1_000_000;
const MOST_GROWTH = 3;
const PORTS = [4711, 4712] as const;

type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

export async function measureMessages(): Promise<string> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  try {
    return ['## Messages', '', await live(embedded, dataDir), await sizes(embedded)].join('\n');
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function opened(embedded: Embedded, database: string): Promise<pg.Client> {
  const connection = { ...embedded.connection, database };
  await ensureDatabase(embedded.connection, database);
  await migrateDatabase(connection);
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

async function live(embedded: Embedded, dataDir: string): Promise<string> {
  const client = await opened(embedded, 'releve');
  const userIds = await fillPeople(client, STREAMS + READER);
  const id = await insertConversation(client, userIds.slice(0, READER));
  await client.end();
  const servers = PORTS.map((port) => launch(port, dataDir));
  try {
    for (const port of PORTS) await untilAnswers(`http://127.0.0.1:${port}/readyz`);
    const latencies = await measureLatency(id);
    const streams = await measureStreams(servers[1]?.pid ?? 0);
    const p99 = percentile(latencies, 99);
    const cost = streams.openMb - streams.quietMb;
    return [
      `One after the other, ${SENT} messages sent through one process to a browser connected to another, from the request to the event in the browser. Target: p99 under a second: **${p99 < MOST_LATENCY_MS ? 'met' : 'missed'}**.`,
      '',
      '| p50 ms | p99 ms | slowest ms |',
      '|---:|---:|---:|',
      `| ${median(latencies).toFixed(0)} | ${p99.toFixed(0)} | ${Math.max(...latencies).toFixed(0)} |`,
      '',
      `${STREAMS} users with an open stream on one process, each with a session of its own. Target: under ${MOST_STREAMS_MB} MB: **${cost < MOST_STREAMS_MB ? 'met' : 'missed'}** (${cost.toFixed(0)} MB). The home page, rendered each time, ${PAGES} requests one after the other:`,
      '',
      '| the process has | memory MB | p50 ms | p95 ms |',
      '|---|---:|---:|---:|',
      `| one stream | ${streams.quietMb.toFixed(0)} | ${pageTimes(streams.quiet)} |`,
      `| ${streams.count} streams | ${streams.openMb.toFixed(0)} | ${pageTimes(streams.open)} |`,
      '',
    ].join('\n');
  } finally {
    for (const server of servers) server.kill('SIGTERM');
    await sleep(3000);
  }
}

const pageTimes = (times: readonly number[]) =>
  `${median([...times]).toFixed(1)} | ${percentile(times, 95).toFixed(1)}`;

function launch(port: number, dataDir: string): ChildProcess {
  const env = { ...process.env, NODE_ENV: 'production', DEMO: '0', LOG_LEVEL: 'error', TRUST_PROXY: '1' };
  return spawn(process.execPath, ['server/main.ts'], {
    stdio: 'ignore',
    env: { ...env, DATA_DIR: dataDir, PORT: String(port) },
  });
}

/** The senders write through the first process, the reader is connected to the second. */
async function measureLatency(conversationId: number): Promise<number[]> {
  const stream = followStream(() => `http://127.0.0.1:${PORTS[1]}`, cookieOf(READER));
  while (stream.events.length === 0) await sleep(10);
  const times: number[] = [];
  for (let n = 1; n <= SENT; n++) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${PORTS[0]}/api/conversations/${conversationId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookieOf(1 + (n % SENDERS)) },
      body: JSON.stringify({ text: `Count ${n}` }),
    });
    if (answer.status !== 201) throw new Error(`Message ${n}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    while (stream.seqs(conversationId).length < n) {
      if (performance.now() - began > 30_000) throw new Error(`Message ${n} did not arrive.`);
      await sleep(1);
    }
    times.push((stream.events.findLast(({ data }) => data.seq === n)?.at ?? NaN) - began);
  }
  await stream.close();
  process.stdout.write(`latency: p99 ${percentile(times, 99).toFixed(0)} ms\n`);
  return times;
}

async function measureStreams(pid: number) {
  await pages();
  const quiet = await pages();
  const quietMb = residentMb(pid);
  const streams = [];
  for (let n = READER + 1; n <= READER + STREAMS; n++) {
    streams.push(followStream(() => `http://127.0.0.1:${PORTS[1]}`, cookieOf(n)));
    if (n % 50 === 0) await untilOpen(streams);
  }
  await untilOpen(streams);
  // Two heartbeats, which write to all of them.
  await sleep(45_000);
  const open = await pages();
  const openMb = residentMb(pid);
  const count = streams.filter(({ events }) => events.length === 1).length;
  process.stdout.write(`${count} streams: ${quietMb.toFixed(0)} MB, ${openMb.toFixed(0)} MB\n`);
  void Promise.all(streams.map((stream) => stream.close()));
  return { quiet, quietMb, open, openMb, count };
}

async function untilOpen(streams: readonly { events: unknown[] }[]): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    if (streams.every(({ events }) => events.length > 0)) return;
  }
  throw new Error('Not all streams opened within a minute.');
}

/** With a session cookie no cache can help. */
async function pages(): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < PAGES; n++) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${PORTS[1]}/`, {
      headers: { cookie: 'releve_session=none', 'x-forwarded-for': `10.1.${n >> 8}.${n % 256}` },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
  }
  return times;
}

type Work = (database: Database['db'], userId: number, conversationId: number) => Promise<unknown>;
type Reader = { database: Database; userId: number; conversationId: number };

async function inbox(db: Database['db'], userId: number, q = ''): Promise<void> {
  const filter = { userId, q, filter: 'all', before: null } as const;
  const [rows] = await Promise.all([
    listConversationRows(db, { ...filter, limit: CONVERSATIONS_PER_PAGE + 1 }),
    countUnreadConversations(db, { userId }),
  ]);
  await listMemberRows(db, { conversationIds: rows.map(({ id }) => id) });
}

const CASES: readonly { name: string; work: Work }[] = [
  { name: 'inbox', work: (db, userId) => inbox(db, userId) },
  {
    name: 'thread, latest messages',
    work: async (db, userId, id) => {
      await findConversation(db, { id, userId });
      await Promise.all([
        listMessageRows(db, { id, viewerId: userId, limit: MESSAGES_PER_PAGE }),
        findSeenSeq(db, { id, userId }),
      ]);
    },
  },
  { name: 'search for a word few messages have', work: (db, userId) => inbox(db, userId, 'castanets') },
  { name: 'search for a word all messages have', work: (db, userId) => inbox(db, userId, 'thursday') },
  { name: 'search for a word no message has', work: (db, userId) => inbox(db, userId, 'zapateado') },
];

/** The same reader beside few and beside a million messages, and one with very many of their own. */
async function sizes(embedded: Embedded): Promise<string> {
  const small = await opened(embedded, 'messages_small');
  const large = await opened(embedded, 'messages_large');
  const readers: Reader[] = [];
  for (const client of [small, large]) {
    const [quiet = 0, busy = 0] = await fillPeople(client, 2000);
    await fillConversations(client, { ...LIKE_DEMO, userId: quiet });
    if (client === large) {
      await fillOthers(client, MESSAGES);
      await fillConversations(client, { ...BUSY, userId: busy });
    }
    await client.query('vacuum analyze');
    for (const userId of client === large ? [quiet, busy] : [quiet]) {
      const { rows } = await client.query<{ id: number }>(
        'select id from conversations where thread_key = $1',
        [`u${userId}-1`],
      );
      const connection = { ...embedded.connection, database: client.database ?? '' };
      readers.push({
        database: connectDatabase(connection, { max: 4 }),
        userId,
        conversationId: rows[0]?.id ?? 0,
      });
    }
    await client.end();
  }
  const rows: string[] = [];
  const grown: number[] = [];
  for (const { name, work } of CASES) {
    const rounds: number[][] = [];
    for (let round = 0; round <= 5; round++) {
      const times = [];
      for (const reader of readers) times.push(await medianMs(work, reader));
      if (round > 0) rounds.push(times);
    }
    const of = (at: number) => median(rounds.map((times) => times[at] ?? NaN));
    const growth = (at: number) => median(rounds.map((times) => (times[at] ?? NaN) / (times[0] ?? NaN)));
    grown.push(growth(1));
    rows.push(
      `| ${name} | ${of(0).toFixed(1)} | ${of(1).toFixed(1)} | ${growth(1).toFixed(1)} | ${of(2).toFixed(1)} | ${growth(2).toFixed(1)} |`,
    );
    process.stdout.write(`${rows.at(-1)}\n`);
  }
  for (const { database } of readers) await database.close();
  return [
    `The queries behind a page, asked in turns: 5 rounds of 15 after one of warm-up, medians. Someone with as many messages as the demo member, alone and beside ${MESSAGES.toLocaleString('en-US')} messages of others; then someone with ${BUSY.conversations} conversations, one of them with ${BUSY.first.toLocaleString('en-US')} messages, in the same database.`,
    '',
    `Target: among a million messages within ${MOST_GROWTH} times: **${Math.max(...grown) <= MOST_GROWTH ? 'met' : 'missed'}** (at most ${Math.max(...grown).toFixed(1)}).`,
    '',
    '| question | few, ms | a million, ms | growth | the busy reader, ms | growth |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

async function medianMs(work: Work, { database, userId, conversationId }: Reader): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 15; n++) {
    const began = performance.now();
    await work(database.db, userId, conversationId);
    times.push(performance.now() - began);
  }
  return median(times);
}
