// What is still open about an order's money, for every list of orders: requests, refunds on their way, disputes. Each
// fragment is used in a query over `orders`.
import { sql } from '#server/db/drizzle.ts';

export const hasOpenRequest = sql<boolean>`exists (
  select 1 from refund_requests r where r.order_id = orders.id and r.state = 'asked')`;

/** In cents: decided, but the gateway hasn't paid it back yet. */
export const refundingCents = sql<number>`coalesce((
  select sum(r.amount_cents) from refunds r where r.order_id = orders.id and r.state = 'requested'), 0)::float8`;

export const hasOpenDispute = sql<boolean>`exists (
  select 1 from disputes d where d.order_id = orders.id and d.state in ('open', 'under_review'))`;

/** The dispute that matters: an open one before a lost one. */
export const disputeOf = sql<'open' | 'lost' | null>`(
  select case when d.state = 'lost' then 'lost' else 'open' end from disputes d
  where d.order_id = orders.id and d.state in ('open', 'under_review', 'lost')
  order by d.state = 'lost' limit 1)`;
