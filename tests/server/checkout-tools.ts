// Buying, for tests: the sandbox's cards, a user with an item in the cart, and the effects of an order.
import pg from 'pg';
import { vi } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { someone, someSeller, type Person } from './resource-tools.ts';
import type { TestApp } from './test-app.ts';
import type { TestContext } from './test-database.ts';

const card = (number: string) => ({ number, expMonth: 4, expYear: 2035, cvc: '123' });

export const CARDS = {
  good: card('4242 4242 4242 4242'),
  declined: card('4000 0000 0000 0002'),
  poor: card('4000 0000 0000 9995'),
  asks: card('4000 0025 0000 3155'),
  unknown: card('5555 5555 5555 4444'),
};

export const MARA = { email: 'mara@example.com', name: 'Mara Okafor', zip: '10001' };

/** A resource of a new seller at this price. */
export async function somethingFor(ctx: TestContext, priceCents: number) {
  const seller = await someSeller(ctx);
  const resource = await createResource(ctx.db, { sellerId: seller.id, priceCents });
  return { ...resource, seller, item: { itemType: 'resource' as const, itemId: resource.id } };
}

/** A user with one item of this price in the cart. */
export async function someBuyer({ ctx, call }: Pick<TestApp, 'ctx' | 'call'>, priceCents = 2400) {
  const buyer = await someone(ctx);
  const thing = await somethingFor(ctx, priceCents);
  const added = await call(addToCart, { body: { ...thing.item, quantity: 1 }, ...buyer });
  if (added.statusCode !== 200) throw new Error(`Not in the cart: ${added.body}`);
  return { buyer, thing };
}

/** What `work` sends to the database, in order, each by its name if it has one. Each is a round trip. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls
      .map(([query]: unknown[]) => nameOf(query))
      .filter((name) => name !== 'dance_styles');
  } finally {
    sent.mockRestore();
  }
}

function nameOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return String(query);
  if ('name' in query && typeof query.name === 'string') return query.name;
  return 'text' in query ? String(query.text) : '';
}

type Called = (contract: Contract, input?: Parameters<TestApp['call']>[1]) => ReturnType<TestApp['call']>;
export const asPerson =
  (call: Called, person: Person) =>
  (contract: Contract, input: Parameters<TestApp['call']>[1] = {}) =>
    call(contract, { ...input, headers: { ...input?.headers, ...person.headers } });

/** Counts everything an order created. */
export async function tracesOf(ctx: TestContext, orderId: number) {
  const { rows } = await ctx.pool.query<{
    state: string;
    payments: string[];
    live: number;
    entitlements: number;
    enrollments: number;
    mails: number;
    sales: number;
    ledger: number;
    refunds: string[];
  }>(
    `select o.state,
      array(select p.state from payments p where p.order_id = o.id order by p.id) as payments,
      (select count(*)::int from order_lines l where l.order_id = o.id and l.is_live) as live,
      (select count(*)::int from entitlements e join order_lines l on e.cause = 'order_line' and e.cause_ref = l.id::text
        where l.order_id = o.id and e.state = 'active') as entitlements,
      (select count(*)::int from enrollments n join order_parts p on p.item_type = 'course' and p.item_id = n.course_id
        where p.order_id = o.id and n.user_id = o.user_id) as enrollments,
      (select count(*)::int from mail_outbox m where m.subject like '%' || o.number || '%') as mails,
      (select count(*)::int from ledger_transactions t where t.order_id = o.id and t.kind = 'sale') as sales,
      (select coalesce(sum(abs(e.amount_cents)), 0)::int from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id where t.order_id = o.id) as ledger,
      array(select r.state from refunds r where r.order_id = o.id order by r.id) as refunds
     from orders o where o.id = $1`,
    [orderId],
  );
  const [found] = rows;
  if (!found) throw new Error(`There is no order ${orderId}`);
  return found;
}
