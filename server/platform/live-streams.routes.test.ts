// Live events over real connections: between processes, resumed without loss, and ended with the session.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connectDatabase } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createContext } from '#server/start.ts';
import { logout } from '#shared/features/account/account.contract.ts';
import * as contract from '#shared/features/message/message.contract.ts';
import { type Person, someone } from '../../tests/server/resource-tools.ts';
import { testApp } from '../../tests/server/test-app.ts';
import { publishLiveEvent } from './live-event.service.ts';

const { app, ctx, call } = await testApp();

/** Another server process on the same database, as far as the database can tell. */
async function anotherServer() {
  const database = connectDatabase(ctx.connection, { max: 4 });
  const other = Object.assign(createContext(ctx.config, database, ctx.connection), { clock: ctx.clock });
  const server = await buildApp(other, false, { withPages: false });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
    await database.close();
  };
  afterAll(close);
  return { port, ctx: other, close };
}
const far = await anotherServer();

type Sent = { id: string; event: string; data: { kind?: string; conversationId?: number; seq?: number } };

/** A browser's connection; `events` fills as they come. */
async function listen(person: Person, { after, port = far.port }: { after?: string; port?: number } = {}) {
  const events: Sent[] = [];
  let text = '';
  const request = http.get({
    port,
    path: '/api/events',
    headers: { ...person.headers, ...(after && { 'last-event-id': after }) },
  });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const ended = new Promise<boolean>((resolve) => response.once('close', () => resolve(true)));
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      if (block !== ':') {
        events.push({
          id: field('id'),
          event: field('event'),
          data: JSON.parse(field('data')) as Sent['data'],
        });
      }
    }
  });
  response.on('error', () => {});
  const close = () => request.destroy();
  afterAll(close);
  await expect.poll(() => events.length, { timeout: 10_000 }).toBeGreaterThan(0);
  return { events, ended, close, status: response.statusCode };
}

const seqs = (events: Sent[]) => events.flatMap(({ data }) => (data.kind === 'message' ? [data.seq] : []));

async function start(from: Person, to: Person): Promise<number> {
  const answer = await call(contract.createConversation, { body: { to: to.id, text: 'Hi' }, ...from });
  return answer.json<{ id: number }>().id;
}
const send = (from: Person, id: number) =>
  call(contract.sendMessage, { params: { id }, body: { text: 'More' }, ...from });

async function twoPeople() {
  const [ana, bo] = [await someone(ctx), await someone(ctx)];
  return { ana, bo, id: await start(ana, bo) };
}

/** As after a restart of the database: every connection that listens is gone. */
const cutListeners = () =>
  ctx.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'releve-live' and datname = current_database()`,
  );

describe('a live stream', () => {
  it('gets what was sent through another process within a second', async () => {
    const { ana, bo, id } = await twoPeople();
    const stream = await listen(bo);
    expect(stream.events[0]).toMatchObject({ event: 'ready' });
    await send(ana, id);
    await expect.poll(() => seqs(stream.events), { timeout: 1000, interval: 10 }).toEqual([2]);
  });

  it('says nothing to outsiders, and guests have none', async () => {
    const { ana, id } = await twoPeople();
    const outsider = await listen(await someone(ctx));
    await send(ana, id);
    await sleep(300);
    expect(outsider.events).toHaveLength(1);
    expect((await app.inject('/api/events')).statusCode).toBe(401);
  });

  it('resumes after the last event it has, without loss or duplicates', async () => {
    const { ana, bo, id } = await twoPeople();
    const first = await listen(bo);
    await send(ana, id);
    await expect.poll(() => seqs(first.events)).toEqual([2]);
    first.close();
    await send(ana, id);
    await send(ana, id);
    const after = first.events.at(-1)?.id ?? '';
    const second = await listen(bo, { after });
    await expect.poll(() => seqs(second.events)).toEqual([3, 4]);
    expect(second.events[0]).toMatchObject({ event: 'resumed', id: after });
    await send(ana, id);
    await expect.poll(() => seqs(second.events)).toEqual([3, 4, 5]);
  });

  it('starts over where it can’t resume: events that are gone, or another user’s', async () => {
    const { ana, bo, id } = await twoPeople();
    const first = await listen(bo);
    const after = first.events[0]?.id ?? '';
    await send(ana, id);
    await send(ana, id);
    expect((await listen(ana, { after })).events[0]).toMatchObject({ event: 'ready' });
    await ctx.pool.query('delete from live_events where user_id = $1', [bo.id]);
    expect((await listen(bo, { after })).events[0]).toMatchObject({ event: 'ready' });
  });

  it('misses nothing while the database restarts', async () => {
    const { ana, bo, id } = await twoPeople();
    const stream = await listen(bo);
    // Published while nobody listens: the connection is gone before the commit, and not back yet.
    await inTransaction(ctx.db, async (tx) => {
      const payload = { conversationId: id, seq: 100 };
      await publishLiveEvent(ctx, tx, { userIds: [bo.id], kind: 'message', payload });
      await cutListeners();
    });
    await expect.poll(() => seqs(stream.events), { timeout: 10_000 }).toEqual([100]);
    await send(ana, id);
    await expect.poll(() => seqs(stream.events), { timeout: 2000 }).toEqual([100, 2]);
  });

  it('keeps the order of events whose transactions overlap', async () => {
    const { bo } = await twoPeople();
    const stream = await listen(bo);
    const publish = (seq: number, pause: number) =>
      inTransaction(ctx.db, async (tx) => {
        const payload = { conversationId: 1, seq };
        await publishLiveEvent(ctx, tx, { userIds: [bo.id], kind: 'message', payload });
        await sleep(pause);
      });
    // The first takes its number first and commits last.
    const slow = publish(1, 400);
    await sleep(100);
    await Promise.all([slow, publish(2, 0), publish(3, 0)]);
    await expect.poll(() => seqs(stream.events).length).toBe(3);
    expect(seqs(stream.events)[0]).toBe(1);
  });

  it('says who is writing, without storing it, and only to people in the conversation who show it themselves', async () => {
    const { ana, bo, id } = await twoPeople();
    const [stream, outsider] = [await listen(bo), await listen(await someone(ctx))];
    const type = (from: Person) => call(contract.sendTyping, { params: { id }, ...from });
    const stored = async () => (await ctx.pool.query('select count(*) from live_events')).rows[0] as object;
    const before = await stored();
    expect((await type(ana)).statusCode).toBe(204);
    const typing = { kind: 'typing', conversationId: id, userId: ana.id };
    await expect
      .poll(() => stream.events.slice(1).map(({ id: no, data }) => [no, data]))
      .toEqual([['', typing]]);
    expect(await stored()).toEqual(before);
    await call(contract.updateMessageSettings, { body: { showsActivity: false }, ...bo });
    const later = await listen(bo);
    await type(ana);
    // Whatever was published before it arrives first.
    await send(ana, id);
    await expect.poll(() => seqs(later.events)).toEqual([2]);
    expect(later.events.filter(({ data }) => data.kind === 'typing')).toEqual([]);
    expect(outsider.events).toHaveLength(1);
    expect((await type(await someone(ctx))).statusCode).toBe(404);
  });

  it('ends when its user signs out or is suspended, and only theirs', async () => {
    const { ana, bo } = await twoPeople();
    const [anas, bos] = [await listen(ana), await listen(bo)];
    await call(logout, { ...ana });
    expect(await anas.ended).toBe(true);
    await ctx.pool.query('delete from sessions where user_id = $1', [bo.id]);
    expect(await bos.ended).toBe(true);
  });

  it('ends at once when its server stops', async () => {
    const { ana } = await twoPeople();
    const third = await anotherServer();
    const stream = await listen(ana, { port: third.port });
    const begin = performance.now();
    await third.close();
    expect(await stream.ended).toBe(true);
    expect(performance.now() - begin).toBeLessThan(3000);
  });
});
