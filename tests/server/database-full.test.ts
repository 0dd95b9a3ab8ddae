// PostgreSQL runs out of space in the middle of a purchase: 503, nothing half-saved, and the same key finishes it
// later. Triggers raise the errors here; tests/faults/disk-full.test.ts fills a real disk.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { reconcileJob } from '#server/features/payment/reconcile.jobs.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { CARDS, somethingFor } from './checkout-tools.ts';
import { testApp } from './test-app.ts';

const { ctx, call } = await testApp();
const { item } = await somethingFor(ctx, 2400);
const start = ctx.clock.now();

await ctx.pool.query(`
  create function refuse_for_want_of_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/16384/24576": No space left on device' using errcode = '53100';
  end $$`);

async function fill(table: string): Promise<void> {
  await ctx.pool.query(
    `create trigger disk_is_full before insert or update on ${table}
     for each statement execute function refuse_for_want_of_room()`,
  );
}

async function makeRoom(): Promise<void> {
  const { rows } = await ctx.pool.query<{ table: string }>(
    `select tgrelid::regclass::text as table from pg_trigger where tgname = 'disk_is_full'`,
  );
  for (const { table } of rows) await ctx.pool.query(`drop trigger disk_is_full on ${table}`);
}

afterEach(async () => {
  await makeRoom();
  ctx.clock.set(start);
});

function newPurchase() {
  const email = `${randomUUID()}@example.com`;
  const body = {
    email,
    name: 'Grace Guest',
    zip: '10001',
    items: [{ ...item, quantity: 1 }],
    card: CARDS.good,
  };
  const headers = { 'idempotency-key': randomUUID() };
  const from = `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
  return { email, pay: () => call(simpleCheckout, { body, headers, from }) };
}

/** What the purchase created. */
async function tracesOf(email: string) {
  const { rows } = await ctx.pool.query(
    `select o.state,
       (select count(*)::int from ledger_transactions t where t.order_id = o.id) as sales,
       (select count(*)::int from order_lines l where l.order_id = o.id) as lines,
       (select count(*)::int from mail_outbox m where m."to" = o.email) as mails,
       (select count(*)::int from sandbox_charges c join payments p on p.gateway_id = c.payment_id
         where p.order_id = o.id and c.outcome = 'succeeded') as charges
     from orders o where o.email = $1`,
    [email],
  );
  return rows as { state: string; sales: number; lines: number; mails: number; charges: number }[];
}

async function expectEvenBooks(): Promise<void> {
  const { rows } = await ctx.pool.query(
    'select coalesce(sum(amount_cents), 0)::int as held from ledger_entries',
  );
  expect(rows).toEqual([{ held: 0 }]);
}

const BOUGHT = [{ state: 'paid', sales: 1, lines: 1, mails: 1, charges: 1 }];

describe.each(['orders', 'order_lines', 'payments', 'sandbox_charges', 'ledger_entries', 'mail_outbox'])(
  'no space for %s',
  (table) => {
    it('returns 503, leaves no half order, and the same key finishes it once there is space', async () => {
      const { email, pay } = newPurchase();
      await fill(table);
      const refused = await pay();
      expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'unavailable' }]);
      expect(refused.headers['retry-after']).toBe('30');
      for (const order of await tracesOf(email)) {
        expect(order).toMatchObject({ state: 'pending', sales: 0, lines: 1, mails: 0 });
      }
      await expectEvenBooks();
      await makeRoom();
      expect((await pay()).json()).toMatchObject({ status: 'paid' });
      expect(await tracesOf(email)).toEqual(BOUGHT);
      await expectEvenBooks();
    });
  },
);

it('a card charged before the space ran out is reconciled without the buyer', async () => {
  const { email, pay } = newPurchase();
  await fill('ledger_entries');
  expect((await pay()).statusCode).toBe(503);
  expect(await tracesOf(email)).toEqual([{ state: 'pending', sales: 0, lines: 1, mails: 0, charges: 1 }]);
  ctx.clock.set(new Date(start.getTime() + 10 * 60_000));
  // Still full: retried repeatedly without harm.
  await reconcileJob.run(ctx, {});
  expect(await tracesOf(email)).toMatchObject([{ state: 'pending', charges: 1 }]);
  await makeRoom();
  ctx.clock.set(new Date(start.getTime() + 60 * 60_000));
  await reconcileJob.run(ctx, {});
  expect(await tracesOf(email)).toEqual(BOUGHT);
  await expectEvenBooks();
});
