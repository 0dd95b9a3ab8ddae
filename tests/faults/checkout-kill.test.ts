// kill -9 of a server in the middle of checkouts: whatever was charged is fulfilled or refunded, and nothing twice.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startFakeStripe } from '../server/fake-stripe.ts';
import { expectBalancedBooks, fatesOf } from './books.ts';
import { report, secondsSince } from './report.ts';
import { FULL, guest, newResource, postTo, startTwoServers, until, type Answer } from './two-servers.ts';

const CHECKOUTS = FULL ? 500 : 30;
const KILLS = FULL ? 20 : 1;
const AT_ONCE = 8;

const stripe = await startFakeStripe();
const two = await startTwoServers(stripe.env);
const { ctx, rows, servers } = two;
afterAll(() => {
  stripe.tell();
  return stripe.close();
});

let answered = 0;
let killed = 0;
/** So that the kills fall among the checkouts and not after them. */
const nextKillAt = () => ((killed + 1) * CHECKOUTS) / (KILLS + 1);
const isDue = () => answered >= nextKillAt();
const isAhead = () => killed < KILLS && answered > nextKillAt() + AT_ONCE / 2;

/** As a browser does: no answer, or a 5xx, and it sends the same again, wherever it is let in. */
async function checkOut(itemId: number): Promise<{ email: string; answer: Answer }> {
  const items = [{ itemType: 'resource', itemId, quantity: 1 }];
  const body = { ...guest(), items, paymentMethod: 'pm_card_visa' };
  const headers = { 'idempotency-key': randomUUID() };
  for (const end = Date.now() + 90_000; Date.now() < end; await sleep(250)) {
    const { url } = servers[Math.floor(Math.random() * servers.length)] ?? { url: '' };
    const answer = await postTo(`${url}/api/simple-checkout`, body, headers).catch(() => null);
    if (answer && answer.status < 500) return { email: body.email, answer };
  }
  throw new Error('A checkout was not answered in a minute and a half');
}

async function killAndRestart(): Promise<void> {
  while (killed < KILLS) {
    while (!isDue()) await sleep(5);
    const index = Math.floor(Math.random() * servers.length);
    await sleep(Math.random() * 150);
    servers[index]?.child.kill('SIGKILL');
    killed += 1;
    await two.restart(index);
  }
}

it(`${KILLS} kills during ${CHECKOUTS} checkouts`, { timeout: 900_000 }, async () => {
  const itemId = await newResource(ctx);
  const startedAt = Date.now();
  stripe.tell(...servers.map(({ url }) => url));
  const done: { email: string; answer: Answer }[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun++ < CHECKOUTS) {
      // Waits for the kill that is due, with others still under way.
      while (isAhead()) await sleep(5);
      done.push(await checkOut(itemId));
      answered += 1;
    }
  };
  await Promise.all([killAndRestart(), ...Array.from({ length: AT_ONCE }, worker)]);
  const fates = await until(
    'every charge is fulfilled or refunded',
    120,
    () => fatesOf(rows, stripe.books.charges),
    ({ open }) => open === 0,
  );
  expect(killed).toBe(KILLS);
  expect(done).toHaveLength(CHECKOUTS);
  await expectBalancedBooks(rows);

  const emails = done.map(({ email }) => email);
  const orders = await rows<{ email: string; state: string; mails: number }>(
    `select email, state, (select count(*)::int from mail_outbox m where m."to" = o.email) as mails
     from orders o where email = any($1)`,
    [emails],
  );
  const paid = orders.filter(({ state }) => state === 'paid');
  expect(new Set(paid.map(({ email }) => email)).size).toBe(paid.length);
  expect(paid.filter(({ mails }) => mails !== 1)).toEqual([]);
  // Whoever was told that they had paid has.
  const told = done.filter(({ answer }) => answer.body['status'] === 'paid').map(({ email }) => email);
  expect(told.filter((email) => !paid.some((order) => order.email === email))).toEqual([]);
  expect(fates.fulfilled).toBe(paid.length);
  expect(stripe.books.charges).toHaveLength(fates.fulfilled + fates.refunded);
  await report('kill -9 in the middle of checkouts', [
    `${killed} kills of one of two servers at random moments during ${CHECKOUTS} checkouts, ${AT_ONCE} at once, each sent again with its key until it was answered`,
    `${stripe.books.charges.length} charges: ${fates.fulfilled} fulfilled, ${fates.refunded} refunded, none left, none twice; one mail each; the ledger sums to zero (${secondsSince(startedAt)})`,
    `Answers: ${told.length} paid, ${done.length - told.length} other`,
  ]);
});
