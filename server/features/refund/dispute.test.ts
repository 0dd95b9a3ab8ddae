// Disputes: whatever events arrive, in any order, money and access match the bank's latest decision.
import { describe, expect, it } from 'vitest';
import { refundOrder, requestRefund, setSandboxDispute } from '#shared/features/refund/refund.contract.ts';
import { DISPUTE_STATES, type DisputeState } from '#shared/features/refund/refund.states.ts';
import {
  dispute,
  hearGateway,
  paidOrder,
  standingOf,
  takenPayment,
} from '../../../tests/server/refund-tools.ts';
import { mailsTo, newAudit } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { applyDisputes } from './dispute.service.ts';
import { reconcileJob } from '#server/features/payment/reconcile.jobs.ts';

const app = await testApp();
const { ctx, call } = app;
const reason = 'It was bought twice.';

const PAID = {
  live: [true],
  access: 1,
  books: { gateway: 2400, platform_revenue: -360, seller_payable: -2040 },
  earnings: [{ net: 2040, state: 'waiting' }],
  isZero: true,
};

/** The state of a $24.00 order, by the bank's latest decision. */
const AT: Readonly<Record<DisputeState, object>> = {
  open: {
    ...PAID,
    books: { disputed: 2400, platform_revenue: -360, seller_payable: -2040 },
    earnings: [{ net: 2040, state: 'held' }],
  },
  under_review: {
    ...PAID,
    books: { disputed: 2400, platform_revenue: -360, seller_payable: -2040 },
    earnings: [{ net: 2040, state: 'held' }],
  },
  won: PAID,
  lost: { live: [false], access: 0, books: {}, earnings: [{ net: 0, state: 'waiting' }], isZero: true },
};

/** All ways to put them in a row. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((thing, at) => orders(things.toSpliced(at, 1)).map((rest) => [thing, ...rest]));
}

describe('a dispute', () => {
  it.each(orders(DISPUTE_STATES).map((row) => [row.join(', '), row] as const))(
    'that goes %s ends in the right state each time',
    async (_name, row) => {
      const { orderId } = await paidOrder(app);
      for (const state of row) {
        await dispute(ctx, orderId, state);
        await hearGateway(ctx, orderId);
        expect(await standingOf(ctx, orderId)).toMatchObject(AT[state]);
      }
    },
  );

  it('ends in the right state when only the last event arrives', async () => {
    for (const last of DISPUTE_STATES) {
      const { orderId } = await paidOrder(app);
      for (const state of DISPUTE_STATES) await dispute(ctx, orderId, state);
      await dispute(ctx, orderId, last);
      await Promise.all(Array.from({ length: 4 }, () => hearGateway(ctx, orderId)));
      expect(await standingOf(ctx, orderId)).toMatchObject(AT[last]);
    }
  });

  it('ignores late events: the gateway is asked again', async () => {
    const { orderId } = await paidOrder(app);
    const payment = await takenPayment(ctx, orderId);
    await dispute(ctx, orderId, 'open');
    const real = ctx.gateway;
    let isFirst = true;
    ctx.gateway = {
      ...real,
      // It returns "open", and before that is processed the bank drops the case and another process learns of it.
      async listDisputes(id) {
        const disputes = await real.listDisputes(id);
        if (isFirst) {
          isFirst = false;
          await dispute(ctx, orderId, 'won');
          await applyDisputes(ctx, payment);
        }
        return disputes;
      },
    };
    await applyDisputes(ctx, payment).finally(() => {
      ctx.gateway = real;
    });
    expect(await standingOf(ctx, orderId)).toMatchObject(AT.won);
  });

  it('blocks payout, refund and request, and notifies the seller', async () => {
    const { orderId, buyer, things } = await paidOrder(app);
    await dispute(ctx, orderId, 'open');
    await hearGateway(ctx, orderId);
    const params = { id: orderId };
    const refused = await call(refundOrder, { params, body: { kind: 'whole', reason } }, 'admin');
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/bank/) as string,
    });
    expect((await call(requestRefund, { params, body: { reason }, ...buyer })).statusCode).toBe(409);
    const subjects = (await mailsTo(ctx, things[0]!.seller.username)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(/^A dispute about RV-/)]);
  });

  it('and a refund at the same time debit the seller once', async () => {
    for (let round = 0; round < 6; round++) {
      const { orderId } = await paidOrder(app);
      const refund = () =>
        call(refundOrder, { params: { id: orderId }, body: { kind: 'whole', reason } }, 'admin');
      const bank = async () => {
        await dispute(ctx, orderId, 'lost');
        await hearGateway(ctx, orderId);
      };
      await Promise.all([refund(), bank()]);
      await ctx.jobs.drain({ includeLater: true }).catch(() => undefined);
      await hearGateway(ctx, orderId);
      const { books, access, earnings, isZero } = await standingOf(ctx, orderId);
      expect(books['seller_payable'] ?? 0).toBe(0);
      expect(access).toBe(0);
      expect(earnings).toMatchObject([{ net: 0 }]);
      expect(isZero).toBe(true);
    }
  });

  it('about a refunded payment: the platform bears the second loss', async () => {
    const { orderId } = await paidOrder(app);
    await call(
      refundOrder,
      { params: { id: orderId }, body: { kind: 'amount', amount: '10.00', reason } },
      'admin',
    );
    await ctx.jobs.drain();
    await dispute(ctx, orderId, 'lost');
    await hearGateway(ctx, orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({
      access: 0,
      books: { gateway: -1000, platform_revenue: 1000 },
      earnings: [{ net: 0 }],
    });
    await dispute(ctx, orderId, 'won');
    await hearGateway(ctx, orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({
      access: 1,
      books: { gateway: 1400, platform_revenue: -210, seller_payable: -1190 },
      earnings: [{ net: 1190, state: 'waiting' }],
    });
  });

  it('whose events are lost is checked once an hour', async () => {
    const { orderId } = await paidOrder(app);
    await dispute(ctx, orderId, 'open');
    await hearGateway(ctx, orderId);
    await dispute(ctx, orderId, 'lost');
    const before = new Date(ctx.clock.now().getTime() - 7_200_000);
    await ctx.pool.query('update disputes set updated_at = $2 where order_id = $1', [orderId, before]);
    await ctx.jobs.send(ctx.db, reconcileJob, {});
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject(AT.lost);
  });

  it('can be simulated by staff in the sandbox, reported by its webhook', async () => {
    const { orderId } = await paidOrder(app);
    const play = (state: string, who: Parameters<typeof call>[2] = 'admin') =>
      call(setSandboxDispute, { params: { id: orderId }, body: { state } }, who);
    expect((await play('lost', 'officer')).statusCode).toBe(403);
    expect((await play('lost')).json()).toEqual({ state: 'lost' });
    expect(await newAudit(ctx, 'dispute.play')).toHaveLength(1);
    const { rows } = await ctx.pool.query<{ type: string }>(
      `select type from sandbox_events where body like '%"dispute"%' order by created_at desc limit 1`,
    );
    expect(rows).toEqual([{ type: 'charge.dispute.created' }]);
  });
});
