// Many buyers at once for one coupon, against two servers on one database, with and without latency: its limits hold,
// and rejected buyers are not charged.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCoupon } from '#server/seed/factories.ts';
import { expectBalancedBooks, fatesOf, sandboxCharges } from '../books.ts';
import {
  DECLINED_CARD,
  FULL,
  GOOD_CARD,
  guest,
  inCart,
  newBuyer,
  newResource,
  ROUNDS,
  type Answer,
  type TwoServers,
} from '../two-servers.ts';
import { atOnce, reporter, slowest } from './race-tools.ts';

export function couponRaces(two: TwoServers): void {
  const { ctx, post, rows } = two;

  /** The short form has fewer of them. */
  const CHECKOUTS = FULL ? 200 : 40;
  const TABS = FULL ? 50 : 12;

  const noted = reporter();

  function tally(answers: readonly Answer[]): Record<number, number> {
    const counted: Record<number, number> = {};
    for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
    return counted;
  }

  async function someCoupon(values: Parameters<typeof createCoupon>[1]) {
    return createCoupon(ctx.db, { code: `R${randomUUID().slice(0, 10)}`, percent: 25, ...values });
  }

  async function usesOf(couponId: number) {
    const [coupon] = await rows<{ count: number; held: number; used: number; charges: number }>(
      `select c.use_count as count,
      (select count(*)::int from coupon_uses u where u.coupon_id = c.id and u.state = 'held') as held,
      (select count(*)::int from coupon_uses u where u.coupon_id = c.id and u.state = 'used') as used,
      (select count(*)::int from sandbox_charges s join payments p on p.gateway_id = s.payment_id
        join orders o on o.id = p.order_id where o.coupon_code = c.code and s.outcome = 'succeeded') as charges
     from coupons c where c.id = $1`,
      [couponId],
    );
    return coupon;
  }

  describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
    beforeEach(() => two.setDelay(delay));
    const note = (race: string, what: string, answers: readonly Answer[]) =>
      noted(race, what, { delay, ms: slowest(answers) });

    it(`${CHECKOUTS} checkouts at once for a coupon's last use: one gets it, the others get an error and no charge`, async () => {
      const items = [{ itemType: 'resource', itemId: await newResource(ctx), quantity: 1 }];
      const { id, code } = await someCoupon({ maxUses: 1 });
      const emails = Array.from({ length: CHECKOUTS }, () => guest().email);
      const answers = await atOnce(CHECKOUTS, (n) =>
        post('/api/simple-checkout', {
          ...guest(),
          email: emails[n],
          items,
          card: GOOD_CARD,
          couponCode: code,
          expectedTotal: '18.00',
        }),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: CHECKOUTS - 1 });
      const refusals = new Set(
        answers.filter(({ status }) => status === 409).map(({ body }) => body['message']),
      );
      expect([...refusals]).toEqual([`The coupon ${code} is used up.`]);
      expect(await usesOf(id)).toEqual({ count: 1, held: 0, used: 1, charges: 1 });
      // Rejected checkouts leave nothing: no order, no payment, no charge.
      const left = await rows<{ n: number }>('select count(*)::int as n from orders where email = any($1)', [
        emails,
      ]);
      expect(left).toEqual([{ n: 1 }]);
      note(
        `${CHECKOUTS} checkouts at once for a coupon’s last use`,
        `1 paid, ${CHECKOUTS - 1} got 409 and were not charged; 1 order, 1 charge`,
        answers,
      );
    });

    it(`one user in ${TABS} tabs, a coupon valid once per person: used once, with one cart or a different item in each tab`, async () => {
      const itemIds = await Promise.all(Array.from({ length: TABS }, () => newResource(ctx)));
      const oneCart = await someCoupon({ maxPerPerson: 1 });
      const buyer = await newBuyer(ctx);
      await inCart(ctx, buyer, itemIds.slice(0, 2));
      const body = { ...guest(), email: buyer.email, card: GOOD_CARD };
      const cookie = { cookie: buyer.cookie };
      const members = await atOnce(TABS, () =>
        post('/api/simple-checkout', { ...body, couponCode: oneCart.code }, cookie),
      );
      // All tabs pay for one cart: those in time get the one order, the others an error.
      expect(members.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const orders = new Set(
        members.filter(({ status }) => status === 200).map(({ body: said }) => said['orderId']),
      );
      expect(orders.size).toBe(1);
      expect(await usesOf(oneCart.id)).toEqual({ count: 1, held: 0, used: 1, charges: 1 });

      // Each tab cancels the previous one's order: at most one is paid with the coupon.
      const many = await someCoupon({ maxPerPerson: 1 });
      const answers = await atOnce(TABS, (n) =>
        post(
          '/api/simple-checkout',
          {
            ...body,
            items: [{ itemType: 'resource', itemId: itemIds[n], quantity: 2 }],
            couponCode: many.code,
          },
          cookie,
        ),
      );
      expect(answers.filter(({ status }) => ![200, 402, 409].includes(status))).toEqual([]);
      const { used, held, count } = (await usesOf(many.id)) ?? { used: -1, held: -1, count: -1 };
      expect(used).toBeLessThanOrEqual(1);
      expect(count).toBe(used + held);
      note(
        `One user in ${TABS} tabs, a coupon valid once per person`,
        `one cart: 1 order, 1 charge; a different item in each tab: ${used} paid with it`,
        answers,
      );
    });

    it('a limit of three gives three uses, however many users try', async () => {
      const { id, code } = await someCoupon({ maxUses: 3 });
      const itemIds = await Promise.all(Array.from({ length: TABS }, () => newResource(ctx)));
      const answers = await atOnce(TABS, (n) =>
        post('/api/simple-checkout', {
          ...guest(),
          items: [{ itemType: 'resource', itemId: itemIds[n], quantity: 1 }],
          card: GOOD_CARD,
          couponCode: code,
        }),
      );
      expect(tally(answers)).toEqual({ 200: 3, 409: TABS - 3 });
      expect(await usesOf(id)).toEqual({ count: 3, held: 0, used: 3, charges: 3 });
    });

    it('50 declined guests at once leave the coupon to the 51st right away', async () => {
      const items = [{ itemType: 'resource', itemId: await newResource(ctx), quantity: 1 }];
      const { id, code } = await someCoupon({ maxUses: 1 });
      const answers = await atOnce(50, () =>
        post('/api/simple-checkout', { ...guest(), items, card: DECLINED_CARD, couponCode: code }),
      );
      // Declined; or rejected because someone else is trying the last use, or because this card was tried too often.
      expect(answers.filter(({ status }) => status !== 402 && status !== 409)).toEqual([]);
      const declined = answers.filter(({ status }) => status === 402).length;
      expect(declined).toBeGreaterThanOrEqual(1);
      expect(await usesOf(id)).toEqual({ count: 0, held: 0, used: 0, charges: 0 });
      const next = await post('/api/simple-checkout', {
        ...guest(),
        items,
        card: GOOD_CARD,
        couponCode: code,
      });
      expect([next.status, next.body['status']]).toEqual([200, 'paid']);
      expect(await usesOf(id)).toEqual({ count: 1, held: 0, used: 1, charges: 1 });
      note(
        '50 declined guests at once for a coupon’s last use',
        `${declined} were declined, ${50 - declined} rejected; no use was held a moment later, and the 51st buyer paid with it`,
        answers,
      );
    });
  });

  it('leaves a balanced ledger after all of it', async () => {
    two.setDelay(0);
    await expectBalancedBooks(rows);
    expect(await fatesOf(rows, await sandboxCharges(rows))).toMatchObject({ open: 0 });
  });
}
