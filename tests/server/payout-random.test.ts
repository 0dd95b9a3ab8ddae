// Sales, refunds, payouts, failing banks and emptied accounts in random order: after each step ledger and bank agree to
// the cent, and nobody was ever paid more than was available. FAULTS=all takes many more steps.
import { afterEach, expect, it, vi } from 'vitest';
import { GatewayRefusedError } from '#server/integrations/gateway/gateway.ts';
import { refundOrder } from './payout-refunds.ts';
import { owedTo, payableSeller, runPayouts, sell } from './payout-tools.ts';
import { testContext } from './test-database.ts';

const ctx = await testContext();
const STEPS = process.env['FAULTS'] === 'all' ? 1000 : 40;
const DAY = 86_400_000;

afterEach(() => vi.restoreAllMocks());

/** The same numbers for the same seed, so that failures can be reproduced. */
function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

type Seller = { id: number; accountId: string; drawn: number };
type Left = { orderId: number; left: number };

type Sums = { shares: number; returned: number; paid: number; reversed: number; bank: number; open: number };

async function sumsOf({ id, accountId }: Seller): Promise<Sums> {
  const { rows } = await ctx.pool.query<Sums>(
    `select
      (select coalesce(sum(share_cents), 0)::int from earnings where seller_id = $1) as shares,
      (select coalesce(sum(returned_cents), 0)::int from earnings where seller_id = $1) as returned,
      (select coalesce(sum(amount_cents), 0)::int from payouts where seller_id = $1 and state = 'paid') as paid,
      (select coalesce(sum(amount_cents), 0)::int from payout_reversals
        where seller_id = $1 and state = 'succeeded') as reversed,
      (select balance_cents::int from sandbox_accounts where id = $2) as bank,
      (select coalesce(sum(share_cents - returned_cents), 0)::int from earnings
        where seller_id = $1 and state in ('waiting', 'held')) as open`,
    [id, accountId],
  );
  const [sums] = rows;
  if (!sums) throw new Error('No sums');
  return sums;
}

async function expectAllAdds(seller: Seller): Promise<Sums & { owed: number }> {
  const sums = await sumsOf(seller);
  const owed = await owedTo(ctx, seller.id);
  const { shares, returned, paid, reversed, bank } = sums;
  // All earnings were paid, are owed, or were refunded to buyers.
  expect(shares - returned).toBe(paid - reversed + owed);
  expect(bank + seller.drawn).toBe(paid - reversed);
  return { ...sums, owed };
}

it.each([7, 1_234])(
  `seed %i: ${STEPS} steps, always exact to the cent`,
  { timeout: 600_000 },
  async (seed) => {
    const random = randomFrom(seed);
    const seller: Seller = { ...(await payableSeller(ctx)), drawn: 0 };
    const orders: Left[] = [];

    const sale = async () => {
      const priceCents = 100 + random(9900);
      const discountCents = random(2) * random(priceCents - 50);
      const feePoints = random(4000);
      const age = random(12);
      const { orderId } = await sell(ctx, { sellerId: seller.id, priceCents, discountCents, feePoints }, age);
      orders.push({ orderId, left: priceCents - discountCents });
    };
    const refund = async () => {
      const order = orders[random(orders.length)];
      if (!order || order.left === 0) return;
      const cents = random(3) === 0 ? order.left : 1 + random(order.left);
      order.left -= cents;
      await refundOrder(ctx, order.orderId, cents);
    };
    const payOut = async () => {
      const before = await expectAllAdds(seller);
      if (random(5) === 0) {
        vi.spyOn(ctx.payouts, 'transfer').mockRejectedValueOnce(new GatewayRefusedError('Not today'));
      }
      await runPayouts(ctx);
      vi.restoreAllMocks();
      const { paid } = await expectAllAdds(seller);
      expect(paid - before.paid).toBeLessThanOrEqual(Math.max(0, before.owed));
    };
    /** The seller withdraws money: what is gone can't be reversed. */
    const draw = async () => {
      const { bank } = await sumsOf(seller);
      seller.drawn += bank;
      await ctx.pool.query('update sandbox_accounts set balance_cents = 0 where id = $1', [seller.accountId]);
    };
    const wait = async () => ctx.clock.advance((1 + random(4)) * DAY);

    const steps = [sale, sale, sale, refund, refund, payOut, payOut, draw, wait];
    for (let n = 0; n < STEPS; n++) {
      await steps[random(steps.length)]?.();
      await expectAllAdds(seller);
    }
    ctx.clock.advance(8 * DAY);
    await runPayouts(ctx);
    // At the end only amounts below the minimum, or a debt, are left.
    expect((await expectAllAdds(seller)).owed).toBeLessThan(100);
  },
);
