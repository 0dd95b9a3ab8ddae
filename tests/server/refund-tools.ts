// Paid orders for tests of refunds, and their ledger entries.
import type { PaymentRow } from '#server/features/payment/payment.service.ts';
import { applyDisputes } from '#server/features/refund/dispute.service.ts';
import { findCapturedPayment } from '#server/features/refund/refund.queries.ts';
import { applyRefunds } from '#server/features/refund/refund.service.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { CARDS, somethingFor, MARA } from './checkout-tools.ts';
import { someone, type Person } from './resource-tools.ts';
import type { TestApp } from './test-app.ts';
import type { TestContext } from './test-database.ts';

type Bought = { priceCents: number; quantity?: number };

/** A buyer has paid for one item of each price, each from another seller. */
export async function paidOrder(
  { ctx, call }: Pick<TestApp, 'ctx' | 'call'>,
  bought: readonly Bought[] = [{ priceCents: 2400 }],
  buyer?: Person,
) {
  const person = buyer ?? (await someone(ctx));
  const things = [];
  for (const { priceCents } of bought) things.push(await somethingFor(ctx, priceCents));
  const items = things.map(({ item }, at) => ({ ...item, quantity: bought[at]?.quantity ?? 1 }));
  const body = { ...MARA, items, card: CARDS.good };
  const answer = await call(simpleCheckout, { body, ...person });
  if (answer.statusCode !== 200) throw new Error(`Not bought: ${answer.body}`);
  const { orderId } = answer.json<{ orderId: number }>();
  const lines = await ctx.pool.query<{ id: number }>(
    'select id from order_lines where order_id = $1 order by position',
    [orderId],
  );
  return { buyer: person, things, orderId, lineIds: lines.rows.map(({ id }) => id) };
}

export async function takenPayment(
  ctx: TestContext,
  orderId: number,
): Promise<PaymentRow & { gatewayId: string }> {
  const payment = await findCapturedPayment(ctx.db, { orderId });
  if (!payment?.gatewayId) throw new Error(`Nothing was paid for order ${orderId}`);
  return { ...payment, gatewayId: payment.gatewayId };
}

/** Processes every event the gateway still has. */
export async function hearGateway(ctx: TestContext, orderId: number): Promise<void> {
  const payment = await takenPayment(ctx, orderId);
  await Promise.all([applyRefunds(ctx, payment), applyDisputes(ctx, payment)]);
}

export async function dispute(
  ctx: TestContext,
  orderId: number,
  state: 'open' | 'under_review' | 'won' | 'lost',
) {
  await ctx.sandbox?.setDispute((await takenPayment(ctx, orderId)).gatewayId, state);
}

export type Standing = {
  state: string;
  refunded: number;
  live: boolean[];
  access: number;
  /** By account, sellers summed up. Positive: held by the platform. */
  books: Record<string, number>;
  /** What each seller's share is worth now, and its state. */
  earnings: { net: number; state: string }[];
  isZero: boolean;
};

/** The state of an order: everything a refund or dispute may change. */
export async function standingOf(ctx: TestContext, orderId: number): Promise<Standing> {
  const { rows } = await ctx.pool.query<Standing>(
    `select o.state, o.refunded_cents::int as refunded,
      array(select l.is_live from order_lines l where l.order_id = o.id order by l.position) as live,
      (select count(*)::int from entitlements e join order_lines l on e.cause = 'order_line' and e.cause_ref = l.id::text
        where l.order_id = o.id and e.state = 'active') as access,
      (select coalesce(jsonb_object_agg(account, cents), '{}') from (
        select e.account, sum(e.amount_cents)::int as cents from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id where t.order_id = o.id
        group by e.account having sum(e.amount_cents) <> 0) sums) as books,
      (select coalesce(jsonb_agg(jsonb_build_object('net', e.share_cents - e.returned_cents, 'state', e.state)
        order by e.part_id), '[]') from earnings e where e.order_id = o.id) as earnings,
      (select coalesce(sum(e.amount_cents), 0) = 0 from ledger_entries e) as "isZero"
     from orders o where o.id = $1`,
    [orderId],
  );
  const [found] = rows;
  if (!found) throw new Error(`There is no order ${orderId}`);
  return found;
}
