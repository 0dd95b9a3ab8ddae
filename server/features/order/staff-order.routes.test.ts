// Orders as staff find them, read them whole, and send their receipts again.
import { describe, expect, it } from 'vitest';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import {
  getStaffOrder,
  listStaffOrders,
  resendOrderMail,
  type StaffOrder,
  type StaffOrderRow,
} from '#shared/features/order/staff-order.contract.ts';
import { CARDS, MARA, someBuyer, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { countQueries, newAudit } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const admin = await someone(ctx, { roles: ['admin'] });

async function buy({
  priceCents = 2400,
  ...recipient
}: { priceCents?: number; name?: string; email?: string } = {}) {
  const { buyer, thing } = await someBuyer(app, priceCents);
  const body = { ...MARA, ...recipient, card: CARDS.good };
  const answer = await call(simpleCheckout, { ...buyer, body });
  const { orderId: id } = answer.json<{ orderId: number }>();
  return { id, number: `RV-${String(id).padStart(6, '0')}`, buyer, thing };
}

type Page = { items: StaffOrderRow[]; total: number; counts: Record<string, number> };
const list = async (query: Record<string, string>) =>
  (await call(listStaffOrders, { ...admin, query })).json<Page>();
const idsOf = async (query: Record<string, string>) => (await list(query)).items.map(({ id }) => id);
const read = async (id: number) =>
  (await call(getStaffOrder, { ...admin, params: { id } })).json<StaffOrder>();

describe('the list', () => {
  it('finds an order by number, email, name, title and payment ID', async () => {
    const { id, number, thing } = await buy({ name: 'Zephyrine Quill', email: 'zq@quill.example' });
    await ctx.pool.query(`update order_lines set title = 'Unicorn steps 100%' where order_id = $1`, [id]);
    const { payments } = await read(id);
    const gatewayId = payments[0]?.gatewayId ?? '';
    expect(gatewayId).toMatch(/^pi_/);
    for (const q of [
      number,
      number.toLowerCase(),
      'ZEPHYRINE',
      'quill zeph',
      'unicorn',
      'steps 100%',
      gatewayId,
    ]) {
      expect(await idsOf({ q }), q).toContain(id);
    }
    // The address a signed-in buyer's order has is the account's.
    expect((await list({ q: number })).items).toMatchObject([
      { id, number, titles: ['Unicorn steps 100%'], total: '24.00', hasRequest: false, hasDispute: false },
    ]);
    expect(await idsOf({ q: 'unicorn zebra' })).toEqual([]);
    expect(await idsOf({ q: gatewayId.slice(0, -1) })).toEqual([]);
    expect(await idsOf({ q: '100_' })).toEqual([]);
    expect(thing.id).toBeGreaterThan(0);
  });

  it('filters by state, day, open requests and disputes, sorts and counts', async () => {
    const [cheap, dear] = [await buy({ priceCents: 101 }), await buy({ priceCents: 999_900 })];
    const today = ctx.clock.now().toISOString().slice(0, 10);
    expect(await idsOf({ state: 'pending' })).not.toContain(cheap.id);
    expect((await idsOf({ sort: 'total', from: today, to: today }))[0]).toBe(dear.id);
    expect((await idsOf({ sort: 'total-low', from: today, to: today }))[0]).toBe(cheap.id);
    expect((await idsOf({ sort: 'newest' }))[0]).toBe(dear.id);
    expect(await idsOf({ from: '2020-01-01', to: '2020-01-02' })).toEqual([]);
    const { counts, total } = await list({ state: 'paid' });
    expect(total).toBe(counts.paid);
    expect(counts.all).toBeGreaterThanOrEqual(total);

    await ctx.pool.query(
      `insert into refund_requests (order_id, reason, created_at) values ($1, 'Bought twice', now())`,
      [cheap.id],
    );
    await ctx.pool.query(
      `insert into disputes (order_id, payment_id, gateway, gateway_id, amount_cents, currency, reason, state, created_at,
         updated_at)
       select order_id, id, gateway, 'dp_test', amount_cents, currency, 'fraudulent', 'open', now(), now()
       from payments where order_id = $1`,
      [dear.id],
    );
    expect(await idsOf({ has: 'request' })).toContain(cheap.id);
    expect(await idsOf({ has: 'request' })).not.toContain(dear.id);
    expect(await idsOf({ has: 'dispute' })).toContain(dear.id);
    expect(await idsOf({ q: 'dp_test' })).toEqual([dear.id]);
    expect((await list({ q: dear.number })).items).toMatchObject([{ hasDispute: true, hasRequest: false }]);
  });

  it('takes the same number of queries for one row and a full page', async () => {
    const { number } = await buy();
    const one = await countQueries(ctx, () => list({ q: number }));
    const many = await countQueries(ctx, () => list({}));
    expect(many).toBe(one);
  });

  it('survives any query string', async () => {
    const taken: Record<string, string>[] = [{ q: '%%%' }, { q: "'; drop table orders" }, { page: '99999' }];
    for (const query of taken) {
      expect((await call(listStaffOrders, { ...admin, query })).statusCode).toBe(200);
    }
    const refused: Record<string, string>[] = [
      { state: 'lost' },
      { from: '2026-13-01' },
      { sort: 'x' },
      { page: '0' },
      { q: '\0' },
    ];
    for (const query of refused) {
      expect((await call(listStaffOrders, { ...admin, query })).statusCode).toBe(400);
    }
  });

  it('caps counts at ten thousand per state', async () => {
    const before = (await list({})).counts;
    // In bulk, and empty, which no order can be.
    await ctx.pool.query(
      `set session_replication_role = replica;
       insert into orders (email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint, created_at,
         expires_at, ended_at)
       select 'many-' || n || '@example.com', 'Many', 'expired', 0, 0, true, 'many', now() - interval '9 days', now(), now()
       from generate_series(1, 10005) n;
       set session_replication_role = origin`,
    );
    const { counts, total } = await list({});
    expect(counts).toMatchObject({ all: 10_000, expired: 10_000, paid: before['paid'] });
    expect(total).toBe(10_000);
    // Days are counted the same way; a search covers all orders.
    const days = { to: new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10) };
    expect((await list({ ...days, state: 'expired' })).total).toBe(10_000);
    expect((await list({ q: 'many-10005@example.com' })).total).toBe(1);
    expect((await list({ page: '400' })).items).toHaveLength(25);
  });
});

describe('one order', () => {
  it('shows lines with shares and fees, payments, ledger entries and emails', async () => {
    const { id, number, thing, buyer } = await buy({ priceCents: 2000 });
    const order = await read(id);
    expect(order).toMatchObject({
      id,
      number,
      state: 'paid',
      buyer: { id: buyer.id },
      total: '20.00',
      left: '20.00',
      refunded: '0.00',
      isSandbox: true,
      lines: [
        {
          title: thing.title,
          left: '20.00',
          seats: { held: 1, invited: 0, free: 0 },
          parts: [
            {
              seller: { id: thing.seller.id, name: 'Barre & Beyond' },
              fee: '3.00',
              share: '17.00',
              earning: { standing: 'pending', payoutId: null },
            },
          ],
        },
      ],
      payments: [{ gateway: 'sandbox', state: 'succeeded', amount: '20.00' }],
      refunds: [],
      requests: [],
      disputes: [],
      ledger: [{ kind: 'sale', cause: expect.stringMatching(/^payment \d+$/) }],
    });
    expect(order.mails.map(({ subject }) => subject).join()).toContain(number);
  });

  it('resends its receipt, and audits who did', async () => {
    const { id, buyer } = await buy();
    const before = (await read(id)).mails.length;
    expect((await call(resendOrderMail, { ...admin, params: { id } })).statusCode).toBe(204);
    expect((await read(id)).mails).toHaveLength(before + 1);
    const audit = await newAudit(ctx, 'order.resend-mail');
    expect(audit.at(-1)).toMatchObject({ actor: admin.username, subject_id: String(id) });
    expect((await call(resendOrderMail, { ...buyer, params: { id } })).statusCode).toBe(403);
    expect((await call(resendOrderMail, { ...admin, params: { id: 2_000_000_000 } })).statusCode).toBe(404);
  });

  it('without payment has no receipt to send', async () => {
    const thing = await somethingFor(ctx, 1500);
    const declined = await call(simpleCheckout, {
      body: { ...MARA, items: [{ ...thing.item, quantity: 1 }], card: CARDS.declined },
    });
    expect(declined.statusCode).toBe(402);
    const [id = 0] = await idsOf({ q: thing.title });
    expect(await read(id)).toMatchObject({ paidAt: null, left: '0.00' });
    expect((await call(resendOrderMail, { ...admin, params: { id } })).statusCode).toBe(409);
  });
});
