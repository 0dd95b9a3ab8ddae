// A course is refunded in one tab while its bundle is paid for in another, at the very same moment. The database lets
// one of them through; without its lock or its check both succeed, and the bundle costs half its price. So the database
// decides, and the race in tests/faults/races/refund-races.ts would notice.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listContents, lockOrder } from '#server/features/order/order.service.ts';
import { completeOrder } from '#server/features/payment/complete-order.queries.ts';
import { reserveRefund } from '#server/features/refund/refund.service.ts';
import { createBundle, createCourse, createResource } from '#server/seed/factories.ts';
import { startCheckout, simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { saleLines } from '#shared/features/ledger/ledger.rules.ts';
import { CARDS, MARA } from './checkout-tools.ts';
import { someone } from './resource-tools.ts';
import { testApp, type TestApp } from './test-app.ts';

function meetingOfTwo(): () => Promise<void> {
  const gate = Promise.withResolvers<void>();
  let come = 0;
  return async () => {
    come += 1;
    if (come === 2) gate.resolve();
    await gate.promise;
  };
}

/**
 * Both do their work, wait for each other, and then commit at once. Returns the number of bundles bought for $49.40.
 */
async function race({ ctx, call }: TestApp): Promise<number> {
  const me = await someone(ctx);
  const course = await createCourse(ctx.db, { priceCents: 6000 });
  const plan = await createResource(ctx.db, { priceCents: 6500 });
  const courseItem = { itemType: 'course' as const, itemId: course.id };
  const items = [courseItem, { itemType: 'resource' as const, itemId: plan.id }];
  const bundle = await createBundle(ctx.db, { priceCents: 9500, items });
  const bought = await call(simpleCheckout, {
    body: { ...MARA, items: [{ ...courseItem, quantity: 1 }], card: CARDS.good },
    ...me,
  });
  const source = bought.json<{ orderId: number }>().orderId;
  const item = { itemType: 'bundle', itemId: bundle.id, quantity: 1 };
  const begun = (await call(startCheckout, { body: { item }, ...me })).json<{ orderId: number }>();

  const [written, checked] = [meetingOfTwo(), meetingOfTwo()];
  /** Deferred checks run now, and nobody commits before the other was checked or has to wait. */
  const endTogether = async (tx: Tx) => {
    await written();
    await tx.execute(sql`set constraints all immediate`);
    await Promise.race([checked(), sleep(1000)]);
  };
  const refund = inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: source });
    if (!order) throw new Error('The order is gone');
    const wanted = { scope: { kind: 'whole' } as const, reason: 'A race', decidedBy: null, requestKey: null };
    await reserveRefund(ctx, tx, order, wanted);
    await endTogether(tx);
  });
  const pay = inTransaction(ctx.db, async (tx) => {
    const { parts } = await listContents(tx, { orderId: begun.orderId });
    const entries = saleLines(parts).map((line) => ({ ...line, currency: 'USD' }));
    const sale = { cause: `race ${begun.orderId}`, entries };
    const now = ctx.clock.now();
    await completeOrder(tx, { orderId: begun.orderId, userId: me.id, buyer: `u${me.id}`, now, sale });
    await endTogether(tx);
  });
  await Promise.allSettled([refund, pay]);
  const { rows } = await ctx.pool.query<{ count: number }>(
    `select count(*)::int as count from orders b, order_parts s
     where b.id = $1 and b.state = 'paid' and b.total_cents = 4940 and s.order_id = $2 and s.returned_cents = 6000`,
    [begun.orderId, source],
  );
  return rows[0]?.count ?? -1;
}

const WITHOUT: Readonly<Record<string, string>> = {
  'the lock on the source': `do $do$ begin execute replace(pg_get_functiondef('check_deductions_of'::regproc), ' for update', ''); end $do$`,
  'the check of the deduction': 'drop trigger deduction_is_covered on order_deductions',
};

const lawful = await testApp();

it('refunding the course and paying for its bundle at once: never both', async () => {
  expect(await race(lawful)).toBe(0);
});

describe.each(Object.entries(WITHOUT))('without %s', (_, statement) => {
  it('both succeed', async () => {
    const lawless = await testApp();
    await lawless.ctx.pool.query(statement);
    expect(await race(lawless)).toBe(1);
  });
});
