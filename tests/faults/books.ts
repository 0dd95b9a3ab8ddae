// What must be true of the ledger whatever happened: checked in the database and at the gateway, never in a response.
import { expect } from 'vitest';
import type { Charge } from '../server/fake-stripe-books.ts';
import type { TwoServers } from './two-servers.ts';

type Rows = TwoServers['rows'];

/** The ledger sums to zero, contains each cause once, and matches what paid orders cost. */
export async function expectBalancedBooks(rows: Rows): Promise<void> {
  const uneven = await rows(
    `select transaction_id from ledger_entries group by transaction_id, currency having sum(amount_cents) <> 0`,
  );
  expect(uneven).toEqual([]);
  const [sum] = await rows<{ held: number }>(
    `select coalesce(sum(amount_cents), 0)::int as held from ledger_entries`,
  );
  expect(sum).toEqual({ held: 0 });
  // Every paid order has its sale in the ledger, once and complete.
  const wrong = await rows(
    `select o.id, o.state, o.total_cents, count(t.id)::int as sales
     from orders o
     left join ledger_transactions t on t.order_id = o.id and t.kind = 'sale'
     where o.state in ('paid', 'partially_refunded') and o.total_cents > 0
     group by o.id having count(t.id) <> 1`,
  );
  expect(wrong).toEqual([]);
  // No signed-in user bought an item twice; what strangers buy with an account's address comes on top.
  const twice = await rows(
    `select e.user_id, e.item_type, e.item_id from entitlements e
     join order_lines l on l.id::text = e.cause_ref and l.buyer = 'u' || e.user_id
     where e.cause = 'order_line' and e.state = 'active'
     group by e.user_id, e.item_type, e.item_id having count(*) > 1`,
  );
  expect(twice).toEqual([]);
}

export type ChargeRow = { intent: string; amount: number; refunded: number };

export async function sandboxCharges(rows: Rows): Promise<ChargeRow[]> {
  return rows<ChargeRow>(
    `select c.payment_id as intent, p.amount_cents::int as amount, p.refunded_cents::int as refunded
     from sandbox_charges c join sandbox_payments p on p.id = c.payment_id where c.outcome = 'succeeded'`,
  );
}

export type Fate = 'fulfilled' | 'refunded' | 'open';

/** The outcome of each charge: its order is paid, or it was refunded. */
export async function fatesOf(
  rows: Rows,
  charges: readonly (ChargeRow | Charge)[],
): Promise<Record<Fate, number>> {
  const known = await rows<{ intent: string; payment: string; order: string }>(
    `select p.gateway_id as intent, p.state as payment, o.state as order
     from payments p join orders o on o.id = p.order_id where p.gateway_id is not null`,
  );
  const byIntent = new Map(known.map((row) => [row.intent, row]));
  const fates: Record<Fate, number> = { fulfilled: 0, refunded: 0, open: 0 };
  for (const { intent, amount, refunded } of charges) {
    const row = byIntent.get(intent);
    const isPaid = row?.payment === 'succeeded' && row.order === 'paid';
    if (isPaid && refunded === 0) fates.fulfilled += 1;
    else if (refunded === amount && !isPaid) fates.refunded += 1;
    else fates.open += 1;
  }
  return fates;
}
