// Messages through two servers: two hundred people at once, and kill -9 of a server, a restart of the database's
// connections and a network cut in the middle. Readers see every message once and in one order.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { followStream } from '../server/event-stream.ts';
import { report } from './report.ts';
import { FULL, newBuyer, postTo, startTwoServers, until, type Answer, type Buyer } from './two-servers.ts';

const two = await startTwoServers();
const { ctx, rows } = two;
const lines: string[] = [];
afterAll(() => report('Messages through two servers', lines));

/** A conversation with these members, without the limits on new contacts. */
async function conversationOf(members: readonly Buyer[]): Promise<number> {
  const [conversation] = await rows<{ id: number }>(
    `with c as (insert into conversations (thread_key, started_by, is_first_contact, created_at, last_message_at)
       values ($1, $2, false, now(), now()) returning id),
     m as (insert into conversation_members (conversation_id, user_id, joined_at)
       select c.id, unnest($3::int[]), now() from c)
     select id from c`,
    [randomUUID(), members[0]?.id, members.map(({ id }) => id)],
  );
  return conversation?.id ?? 0;
}

const serverUrl = () => two.servers[Math.floor(Math.random() * two.servers.length)]?.url ?? '';

/** As a browser does: no answer, or a 5xx, and it sends the same with the same key to whichever server answers. */
async function send(from: Buyer, conversationId: number, text: string): Promise<Answer> {
  const body = { text, key: randomUUID() };
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(150)) {
    const path = `/api/conversations/${conversationId}/messages`;
    const answer = await postTo(serverUrl() + path, body, { cookie: from.cookie }).catch(() => null);
    if (answer && answer.status < 500) return answer;
  }
  throw new Error(`“${text}” was not taken in three minutes`);
}

async function get<T>(who: Buyer, path: string): Promise<T> {
  const answer = await fetch(serverUrl() + path, { headers: { cookie: who.cookie } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

type Thread = { items: { seq: number; text: string }[] };

/** The whole thread, as this member reads it. */
async function read(who: Buyer, id: number): Promise<string[]> {
  const all: Thread['items'] = [];
  for (;;) {
    const after = all.at(-1)?.seq ?? 0;
    const { items } = await get<Thread>(who, `/api/conversations/${id}/messages?after=${after}`);
    if (items.length === 0) break;
    all.push(...items);
  }
  expect(all.map(({ seq }) => seq)).toEqual(Array.from(all, (_, at) => at + 1));
  return all.map(({ text }) => text);
}

const THREADS = 10;
const PEOPLE = 200;
const EACH = FULL ? 10 : 2;

it('two hundred people writing to ten threads see one order, and exact unread counts', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => newBuyer(ctx)));
  const threads = await Promise.all(
    Array.from({ length: THREADS }, async (_, at) => {
      const members = people.filter((_person, number) => number % THREADS === at);
      return { id: await conversationOf(members), members };
    }),
  );
  await Promise.all(
    threads.flatMap(({ id, members }) =>
      members.map(async (from, at) => {
        for (let n = 0; n < EACH; n++) {
          expect((await send(from, id, `${from.id}: ${n}`)).status).toBe(201);
          // Every other one reads in between, which moves a mark that others' messages pass.
          if (at % 2 === 0) {
            await postTo(`${serverUrl()}/api/conversations/${id}/read`, {}, { cookie: from.cookie });
          }
        }
      }),
    ),
  );
  for (const { id, members } of threads) {
    const [first, ...others] = await Promise.all(members.slice(0, 3).map((who) => read(who, id)));
    expect(first?.toSorted()).toEqual(
      members.flatMap((from) => Array.from({ length: EACH }, (_, n) => `${from.id}: ${n}`)).toSorted(),
    );
    for (const other of others) expect(other).toEqual(first);
    for (const who of members) {
      const conversation = await get<{ lastReadSeq: number; unread: number }>(
        who,
        `/api/conversations/${id}`,
      );
      const unread = first?.slice(conversation.lastReadSeq).filter((text) => !text.startsWith(`${who.id}:`));
      expect(conversation.unread).toBe(unread?.length);
    }
  }
  lines.push(`${PEOPLE} people, ${THREADS} threads, ${EACH} messages each: one order, exact unread counts`);
});

const SENDERS = 6;
/** Nobody may send more than a hundred and twenty in ten minutes. */
const PAUSE_MS = 250;
const CUT_MS = FULL ? 60_000 : 1500;

it('a killed server, lost connections and a network cut lose, repeat and reorder nothing', async () => {
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => newBuyer(ctx)));
  const reader = await newBuyer(ctx);
  const id = await conversationOf([reader, ...senders]);
  const stream = followStream(serverUrl, reader.cookie);
  afterAll(stream.close);
  await until(
    'the stream is open',
    20,
    async () => stream.events.length,
    (count) => count > 0,
  );
  const over = new AbortController();
  const sent = senders.map(async (from) => {
    const texts: string[] = [];
    while (!over.signal.aborted) {
      const text = `${from.id}: ${texts.length}`;
      expect((await send(from, id, text)).status).toBe(201);
      texts.push(text);
      await sleep(PAUSE_MS);
    }
    return texts;
  });
  const more = async (count = 20) => {
    const seen = stream.seqs(id).length;
    await until(
      'messages arrive',
      120,
      async () => stream.seqs(id).length,
      (now) => now > seen + count,
    );
  };
  await more();
  two.servers[0]?.child.kill('SIGKILL');
  await two.restart(0);
  await more();
  await rows(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'releve%' and pid <> pg_backend_pid()`);
  await more();
  two.setAway(true);
  await sleep(CUT_MS);
  two.setAway(false);
  await more();
  over.abort();
  const texts = await Promise.all(sent);
  const thread = await read(reader, id);
  expect(thread.toSorted()).toEqual(texts.flat().toSorted());
  for (const [at, from] of senders.entries()) {
    expect(thread.filter((text) => text.startsWith(`${from.id}:`))).toEqual(texts[at]);
  }
  const all = Array.from(thread, (_, at) => at + 1);
  await until(
    'the stream has them all',
    60,
    async () => stream.seqs(id).length,
    (n) => n >= all.length,
  );
  expect(stream.seqs(id)).toEqual(all);
  expect(stream.events.filter(({ event }) => event === 'ready')).toHaveLength(1);
  lines.push(
    `${all.length} messages while a server was killed, every connection ended and the network was away for ${CUT_MS / 1000} s: each once and in order, in the thread and in the stream`,
  );
});
