// Two server processes on one database, optionally with latency, and this process to create users and resources and to
// check the outcome.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { systemClock, type Clock } from '#server/clock.ts';
import { createSession } from '#server/platform/session.service.ts';
import { createPerson, createResource, createSeller } from '#server/seed/factories.ts';
import { testContext, type TestContext } from '../server/test-database.ts';
import { endServerProcess, randomPort, startServerProcess, type ServerProcess } from './server-process.ts';
import { startSlowDatabase } from './slow-database.ts';

export const FULL = process.env['FAULTS'] === 'all';

/** In the short form: enough that transactions overlap while a round still takes seconds. */
const SHORT_DELAY_MS = 5;

/** Every race: ten times without latency and ten times with 50 ms. The short form has one round. */
export const ROUNDS: readonly { delay: number; round: number }[] = FULL
  ? [0, 50].flatMap((delay) => Array.from({ length: 10 }, (_, index) => ({ delay, round: index + 1 })))
  : [{ delay: SHORT_DELAY_MS, round: 1 }];

export type Answer = { status: number; body: Record<string, unknown>; ms: number };

/** Of requests with a body. */
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type TwoServers = {
  ctx: TestContext;
  servers: ServerProcess[];
  setDelay(ms: number): void;
  /** Cuts the servers off from the database until it is called with false. */
  setAway(isAway: boolean): void;
  /** Alternates between the two. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The same with another method. */
  ask(method: Method, path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The body of a successful GET. */
  get(path: string, headers?: Record<string, string>): Promise<Record<string, unknown>>;
  /** Restarts that one, at the same URL. */
  restart(index: number): Promise<void>;
  rows<T>(text: string, values?: unknown[]): Promise<T[]>;
};

const TRUSTED = { TRUST_PROXY: '1' };

export async function startTwoServers(env: Record<string, string> = {}): Promise<TwoServers> {
  const ctx = await testContext();
  Object.assign(ctx, { clock: systemClock });
  const slow = await startSlowDatabase(ctx.connection as never);
  const settings = { ...TRUSTED, DATABASE_URL: slow.url, DATA_DIR: ctx.config.dataDir, ...env };
  const ports = [randomPort(), randomPort()].map(String);
  const servers: ServerProcess[] = [];
  afterAll(async () => {
    slow.setDelay(0);
    await Promise.all(servers.map((server) => endServerProcess(server)));
    await slow.close();
  });
  // One after another: together they would wait for each other's migrations, and a failure leaves none behind.
  for (const PORT of ports) servers.push(await startServerProcess({ ...settings, PORT }));
  let turn = 0;
  const nextUrl = () => (servers[turn++ % servers.length] as ServerProcess).url;
  return {
    ctx,
    servers,
    setDelay: slow.setDelay,
    setAway: slow.setAway,
    post(path, body, headers = {}) {
      return postTo(nextUrl() + path, body, headers);
    },
    ask(method, path, body, headers = {}) {
      return postTo(nextUrl() + path, body, headers, method);
    },
    async get(path, headers = {}) {
      const answer = await fetch(nextUrl() + path, { headers });
      if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    },
    async restart(index) {
      servers[index] = await startServerProcess({ ...settings, PORT: ports[index] ?? '' });
    },
    async rows<T>(text: string, values: unknown[] = []) {
      return (await ctx.pool.query(text, values)).rows as T[];
    },
  };
}

/** Each call from its own address: limits per address are tested elsewhere. */
export async function postTo(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  method: Method = 'POST',
): Promise<Answer> {
  const startedAt = Date.now();
  const numbers = Array.from({ length: 3 }, () => Math.floor(Math.random() * 250));
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${numbers.join('.')}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await answer.text();
  const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: answer.status, body: parsed, ms: Date.now() - startedAt };
}

export type Buyer = { id: number; email: string; cookie: string };

export async function newBuyer(ctx: Pick<TestContext, 'db'> & { clock: Clock }): Promise<Buyer> {
  const username = `b-${randomUUID().slice(0, 18)}`;
  const person = await createPerson(ctx.db, { username, roles: ['user'] });
  if (!person) throw new Error(`${username} exists`);
  const { token } = await createSession(ctx, ctx.db, {
    userId: person.id,
    address: '127.0.0.1',
    userAgent: 'test',
  });
  return { id: person.id, email: person.email, cookie: `releve_session=${token}` };
}

/** A new seller, so that its ledger account is separate too. */
export async function newResource(ctx: Pick<TestContext, 'db'>, priceCents = 2400): Promise<number> {
  const seller = await createPerson(ctx.db, {
    username: `s-${randomUUID().slice(0, 18)}`,
    roles: ['seller'],
  });
  if (!seller) throw new Error('exists');
  const { userId: sellerId } = await createSeller(ctx.db, { userId: seller.id });
  return (await createResource(ctx.db, { sellerId, priceCents })).id;
}

export async function inCart(ctx: TestContext, buyer: Buyer, itemIds: readonly number[]): Promise<void> {
  for (const itemId of itemIds) {
    await ctx.pool.query(
      `insert into cart_items (user_id, item_type, item_id, quantity, seen_price_cents, created_at)
       select $1, 'resource', id, 1, price_cents, now() from resources where id = $2`,
      [buyer.id, itemId],
    );
  }
}

export const GOOD_CARD = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' };
export const DECLINED_CARD = { ...GOOD_CARD, number: '4000000000000002' };

export function guest(name = randomUUID().slice(0, 12)) {
  return { email: `${name}@example.com`, name: 'Grace Guest', zip: '10001' };
}

/** Polls until it holds; the error contains the last result. */
export async function until<T>(
  what: string,
  seconds: number,
  look: () => Promise<T>,
  isSo: (seen: T) => boolean,
): Promise<T> {
  let seen = await look();
  for (const end = Date.now() + seconds * 1000; !isSo(seen); seen = await look()) {
    if (Date.now() > end) throw new Error(`${what}: not after ${seconds} s, but ${JSON.stringify(seen)}`);
    await sleep(100);
  }
  return seen;
}
