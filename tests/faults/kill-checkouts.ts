// kill -9 of a server in the middle of checkouts: every charge is fulfilled or refunded, and nothing happens twice.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { FakeStripe } from '../server/fake-stripe.ts';
import { expectBalancedBooks, fatesOf } from './books.ts';
import { howOften } from './report.ts';
import {
  FULL,
  guest,
  newBuyer,
  newResource,
  postTo,
  until,
  type Answer,
  type TwoServers,
} from './two-servers.ts';

export const CHECKOUTS = FULL ? 500 : 20;
export const KILLS = FULL ? 20 : 1;
const AT_ONCE = 8;

type Done = { email: string; answer: Answer };

/**
 * Like a browser: without a response, or after a 5xx, it retries at whichever server accepts it. Every second buyer is
 * signed in: their orders are completed without being locked first.
 */
async function checkOut({ servers, ctx }: TwoServers, itemId: number, n: number): Promise<Done> {
  const items = [{ itemType: 'resource', itemId, quantity: 1 }];
  const buyer = n % 2 === 0 ? null : await newBuyer(ctx);
  const body = { ...guest(), ...(buyer && { email: buyer.email }), items, paymentMethod: 'pm_card_visa' };
  const headers = { 'idempotency-key': randomUUID(), ...(buyer && { cookie: buyer.cookie }) };
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(250)) {
    const { url } = servers[Math.floor(Math.random() * servers.length)] ?? { url: '' };
    const answer = await postTo(`${url}/api/simple-checkout`, body, headers).catch(() => null);
    if (answer && answer.status < 500) return { email: body.email, answer };
  }
  throw new Error('A checkout was not answered in two minutes');
}

/** Continues until every checkout has a response, with the kills spread among them. */
async function checkOutAndKill(two: TwoServers, itemId: number): Promise<Done[]> {
  const done: Done[] = [];
  const waiting = Array.from({ length: CHECKOUTS }, (_, n) => n).values();
  let killed = 0;
  const nextKillAt = () => ((killed + 1) * CHECKOUTS) / (KILLS + 1);
  const isDue = () => done.length >= nextKillAt();
  const isAhead = () => killed < KILLS && done.length > nextKillAt() + AT_ONCE / 2;
  const buyer = async () => {
    for (const n of waiting) {
      // Waits for the next kill, with other checkouts running.
      while (isAhead()) await sleep(5);
      done.push(await checkOut(two, itemId, n));
    }
  };
  const killer = async () => {
    while (killed < KILLS) {
      while (!isDue()) await sleep(5);
      const index = Math.floor(Math.random() * two.servers.length);
      await sleep(Math.random() * 150);
      two.servers[index]?.child.kill('SIGKILL');
      killed += 1;
      await two.restart(index);
    }
  };
  await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, buyer)]);
  return done;
}

/** The result of one round. */
export type KilledRound = { delay: number; fulfilled: number; refunded: number; paid: number; ms: number };

export async function expectNothingLostToKills(
  two: TwoServers,
  stripe: FakeStripe,
): Promise<Omit<KilledRound, 'delay'>> {
  const { rows } = two;
  const itemId = await newResource(two.ctx);
  const startedAt = Date.now();
  const before = stripe.books.charges.length;
  stripe.tell(...two.servers.map(({ url }) => url));
  const done = await checkOutAndKill(two, itemId);
  const charges = stripe.books.charges.slice(before);
  const fates = await until(
    'every charge is fulfilled or refunded',
    120,
    () => fatesOf(rows, charges),
    ({ open }) => open === 0,
  );
  stripe.tell();
  expect(done).toHaveLength(CHECKOUTS);
  await expectBalancedBooks(rows);

  const orders = await rows<{ email: string; state: string; mails: number; owned: number }>(
    `select email, state, (select count(*)::int from mail_outbox m where m."to" = o.email) as mails,
       (select count(*)::int from entitlements e join order_lines l on e.cause_ref = l.id::text
         where l.order_id = o.id and e.cause = 'order_line' and e.user_id is not distinct from o.user_id) as owned
     from orders o where email = any($1)`,
    [done.map(({ email }) => email)],
  );
  const paid = orders.filter(({ state }) => state === 'paid');
  expect(new Set(paid.map(({ email }) => email)).size).toBe(paid.length);
  expect(paid.filter(({ mails, owned }) => mails !== 1 || owned !== 1)).toEqual([]);
  // Every buyer whose response said paid has paid.
  const paidEmails = done.filter(({ answer }) => answer.body['status'] === 'paid').map(({ email }) => email);
  expect(paidEmails.filter((email) => !paid.some((order) => order.email === email))).toEqual([]);
  expect(fates.fulfilled).toBe(paid.length);
  expect(charges).toHaveLength(fates.fulfilled + fates.refunded);
  const { fulfilled, refunded } = fates;
  return { fulfilled, refunded, paid: paidEmails.length, ms: Date.now() - startedAt };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

/** Of several rounds: one line per database latency. */
export function linesOfKills(rounds: readonly KilledRound[]): string[] {
  const head = `${KILLS} kills of one of two servers at random moments during ${CHECKOUTS} checkouts, ${AT_ONCE} at once, each sent again with its key until it was answered`;
  const lines = [...Map.groupBy(rounds, ({ delay }) => delay)].map(([delay, seen]) => {
    const total = (field: keyof KilledRound) => sum(seen.map((round) => round[field]));
    const times = seen.map(({ ms }) => ms);
    const charges = total('fulfilled') + total('refunded');
    return [
      `${delay} ms before PostgreSQL, ${howOften(seen.length)}: ${charges} charges`,
      `${total('fulfilled')} fulfilled, ${total('refunded')} refunded, none left, none twice`,
      `${total('paid')} responses said paid, ${seen.length * CHECKOUTS - total('paid')} something else`,
      `one email per order; the ledger sums to zero (${seconds(Math.min(...times))} to ${seconds(Math.max(...times))} a round)`,
    ].join('; ');
  });
  return rounds.length === 0 ? [] : [head, ...lines];
}
