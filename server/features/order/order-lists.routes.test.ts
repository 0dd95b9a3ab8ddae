// Lists of orders say where the money is: asked back, on its way back, refunded in part, disputed.
import { expect, it } from 'vitest';
import { listOrders, listSoldLines } from '#shared/features/order/order.contract.ts';
import { listStaffOrders } from '#shared/features/order/staff-order.contract.ts';
import { refundOrder, requestRefund } from '#shared/features/refund/refund.contract.ts';
import { dispute, hearGateway, paidOrder } from '../../../tests/server/refund-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;

type Order = Awaited<ReturnType<typeof paidOrder>>;

const firstOf = (answer: { json: () => unknown }) => (answer.json() as { items: unknown[] }).items[0];
const asBuyer = async ({ buyer }: Order) => firstOf(await call(listOrders, buyer));
const asStaff = async ({ orderId }: Order) =>
  firstOf(await call(listStaffOrders, { query: { q: String(orderId) } }, 'admin'));
const asSeller = async ({ things }: Order, at: number) =>
  firstOf(await call(listSoldLines, things[at]!.seller));

it('says nothing of an order that is settled', async () => {
  const order = await paidOrder(app);
  const settled = { refunded: '0.00', refunding: '0.00', hasRequest: false };
  expect(await asBuyer(order)).toMatchObject({ ...settled, dispute: null, state: 'paid' });
  expect(await asStaff(order)).toMatchObject({ ...settled, hasDispute: false });
  expect(await asSeller(order, 0)).toMatchObject({ hasRequest: false, isRefunding: false, dispute: null });
});

it('follows a refund of one of two lines from the request to the card', async () => {
  const order = await paidOrder(app, [{ priceCents: 2400 }, { priceCents: 1000 }]);
  const [lineId] = order.lineIds;
  const reason = 'It was bought twice.';
  const body = { reason, lineId };
  expect(
    (await call(requestRefund, { params: { id: order.orderId }, body, ...order.buyer })).statusCode,
  ).toBe(200);
  expect(await asBuyer(order)).toMatchObject({ hasRequest: true, refunding: '0.00' });
  expect(await asSeller(order, 0)).toMatchObject({ hasRequest: true });
  expect(await asSeller(order, 1)).toMatchObject({ hasRequest: false });

  const refund = { kind: 'line', ...body };
  expect((await call(refundOrder, { params: { id: order.orderId }, body: refund }, 'admin')).statusCode).toBe(
    200,
  );
  expect(await asBuyer(order)).toMatchObject({ refunding: '24.00', refunded: '0.00' });
  expect(await asStaff(order)).toMatchObject({ refunding: '24.00' });
  expect(await asSeller(order, 0)).toMatchObject({ isRefunding: true });
  expect(await asSeller(order, 1)).toMatchObject({ isRefunding: false });

  await ctx.jobs.drain();
  expect(await asBuyer(order)).toMatchObject({
    state: 'partially_refunded',
    refunding: '0.00',
    refunded: '24.00',
  });
  expect(await asSeller(order, 0)).toMatchObject({ isRefunding: false, isLive: false });
});

it('shows a dispute until it is decided, and its loss afterward', async () => {
  const order = await paidOrder(app);
  await dispute(ctx, order.orderId, 'open');
  await hearGateway(ctx, order.orderId);
  expect(await asBuyer(order)).toMatchObject({ dispute: 'open' });
  expect(await asSeller(order, 0)).toMatchObject({ dispute: 'open' });
  expect(await asStaff(order)).toMatchObject({ hasDispute: true });
  await dispute(ctx, order.orderId, 'lost');
  await hearGateway(ctx, order.orderId);
  expect(await asBuyer(order)).toMatchObject({ dispute: 'lost' });

  const won = await paidOrder(app);
  await dispute(ctx, won.orderId, 'open');
  await hearGateway(ctx, won.orderId);
  await dispute(ctx, won.orderId, 'won');
  await hearGateway(ctx, won.orderId);
  expect(await asBuyer(won)).toMatchObject({ dispute: null });
});
