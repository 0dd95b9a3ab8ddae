// Times held for a client, sold like everything else: cart, order, payment, earnings and refunds.
import { describe, expect, it } from 'vitest';
import {
  addToCart,
  clearCart,
  getCart,
  removeCartItem,
  updateCartItem,
} from '#shared/features/cart/cart.contract.ts';
import {
  confirmCheckout,
  simpleCheckout,
  startCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { createBooking } from '#shared/features/booking/booking.contract.ts';
import type { PricedCartItem } from '#shared/features/cart/cart-item.schema.ts';
import { checkLedger } from '#shared/features/ledger/ledger.contract.ts';
import { getOrderFiles } from '#shared/features/order/order.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { CARDS, MARA, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { holdTime, someTeacher, stateOf } from '../../../tests/server/reservation-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const admin = await someone(ctx, { roles: ['admin'] });

async function inCart(options: Parameters<typeof holdTime>[3] = {}) {
  const [teacher, client] = [await someTeacher(ctx), await someone(ctx)];
  const held = await holdTime(ctx, teacher, client, options);
  const added = await call(addToCart, { body: held.item, ...client });
  expect(added.statusCode, added.body).toBe(200);
  return { teacher, client, held };
}

const pay = (client: Person) => call(simpleCheckout, { ...client, body: { ...MARA, card: CARDS.good } });

const cartOf = async (client: Person) => (await call(getCart, { ...client })).json<PricedCartItem[]>();

const lapse = (reservationId: number) =>
  ctx.pool.query('update reservations set expires_at = $2 where id = $1', [
    reservationId,
    new Date(ctx.clock.now().getTime() - 1000),
  ]);

describe('a held time in the cart', () => {
  it('costs what was agreed, names session, instructor and time, and says how long it is held', async () => {
    const { client, held } = await inCart({ startsAt: new Date('2031-11-19T14:45:00Z') });
    expect(await cartOf(client)).toMatchObject([
      {
        itemType: 'booking',
        itemId: held.reservationId,
        price: '60.00',
        quantity: 1,
        title: expect.stringMatching(/^Class review with .+, Wed, Nov 19, 2031, 2:45 PM /),
        // Without a photo; the cart shows their initials.
        imageUrl: null,
        details: { notice: null, heldUntil: expect.stringMatching(/Z$/) },
      },
    ]);
  });

  it('is for one client, whatever the browser asks for', async () => {
    const { client, held } = await inCart();
    await call(addToCart, { body: { ...held.item, quantity: 5 }, ...client });
    const [line] = await cartOf(client);
    const changed = await call(updateCartItem, {
      params: { id: String(line?.id) },
      body: { quantity: 3 },
      ...client,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await cartOf(client)).toMatchObject([{ quantity: 1 }]);
  });

  it('is nobody else’s', async () => {
    const { held } = await inCart();
    const stranger = await someone(ctx);
    expect((await call(addToCart, { body: held.item, ...stranger })).statusCode).toBe(404);
    const body = { item: held.item, idempotencyKey: crypto.randomUUID() };
    expect((await call(startCheckout, { body, ...stranger })).statusCode).toBe(404);
  });

  it('is free for others once it is removed', async () => {
    const { client, held } = await inCart();
    const [line] = await cartOf(client);
    await call(removeCartItem, { params: { id: String(line?.id) }, ...client });
    expect(await stateOf(ctx, held)).toEqual({ booking: 'expired', reservation: 'ended', isLive: false });
  });

  it('is free for others once the cart is cleared', async () => {
    const { client, held } = await inCart();
    await call(clearCart, { ...client });
    expect(await stateOf(ctx, held)).toEqual({ booking: 'expired', reservation: 'ended', isLive: false });
  });

  it('can’t be paid for once the hold is over, and says where to choose again', async () => {
    const { client, teacher, held } = await inCart();
    await lapse(held.reservationId);
    expect(await cartOf(client)).toMatchObject([
      { details: { notice: 'lapsed', href: `/instructors/${teacher.id}/book`, heldUntil: null } },
    ]);
    const paid = await pay(client);
    expect(paid.statusCode).toBe(409);
    expect(paid.json<{ message: string }>().message).toContain('Choose a time again');
  });
});

it('booking the same time again returns the hold the client already has', async () => {
  const [teacher, client] = [await someTeacher(ctx), await someone(ctx)];
  await ctx.pool.query(
    `insert into weekly_hours (instructor_id, weekday, start_minute, end_minute)
     select $1, weekday, 0, 1440 from generate_series(1, 7) as weekday`,
    [teacher.id],
  );
  const start = new Date(Math.ceil(ctx.clock.now().getTime() / 86_400_000) * 86_400_000 + 48 * 3_600_000);
  const body = { sessionTypeId: teacher.sessionTypeId, start: start.toISOString() };
  const [first, again] = [
    await call(createBooking, { body, ...client }),
    await call(createBooking, { body, ...client }),
  ];
  expect(first.statusCode, first.body).toBe(201);
  expect(again.statusCode, again.body).toBe(201);
  expect(again.json<{ reservation: unknown }>().reservation).toEqual(
    first.json<{ reservation: unknown }>().reservation,
  );
  expect(await cartOf(client)).toHaveLength(1);
  expect((await call(createBooking, { body, ...(await someone(ctx)) })).statusCode).toBe(409);
});

describe('paying', () => {
  it('confirms the booking and credits the instructor, payable once the session is over', async () => {
    const { client, teacher, held } = await inCart();
    const paid = await pay(client);
    expect(paid.statusCode, paid.body).toBe(200);
    expect(await stateOf(ctx, held)).toEqual({ booking: 'confirmed', reservation: 'paid', isLive: true });
    expect(await cartOf(client)).toEqual([]);
    const { orderId } = paid.json<{ orderId: number }>();
    const { rows } = await ctx.pool.query<{ share: number; at: Date }>(
      'select share_cents::int as share, available_at as at from earnings where order_id = $1 and seller_id = $2',
      [orderId, teacher.id],
    );
    expect(rows).toMatchObject([{ share: 5100 }]);
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(held.endsAt.getTime());
    const files = await call(getOrderFiles, { params: { id: orderId }, ...client });
    expect(files.json()).toMatchObject({
      items: [{ itemType: 'booking', access: 'open', href: '/my-bookings' }],
    });
    expect((await call(checkLedger, { ...admin })).json()).toMatchObject({
      unbalancedCount: 0,
      strayCount: 0,
    });
  });

  it('keeps the share back until a session months ahead is over', async () => {
    const startsAt = new Date(ctx.clock.now().getTime() + 90 * 86_400_000);
    const { client, held } = await inCart({ startsAt });
    const { orderId } = (await pay(client)).json<{ orderId: number }>();
    const { rows } = await ctx.pool.query<{ at: Date }>(
      'select available_at as at from earnings where order_id = $1',
      [orderId],
    );
    expect(rows[0]?.at).toEqual(held.endsAt);
  });

  /** The card is charged after the hold ended: the order was made in time. */
  async function payLate(meanwhile: (held: Awaited<ReturnType<typeof holdTime>>) => Promise<unknown>) {
    const { client, teacher, held } = await inCart();
    const started = await call(startCheckout, { body: { idempotencyKey: crypto.randomUUID() }, ...client });
    expect(started.statusCode, started.body).toBe(200);
    const { orderId, paymentId } = started.json<{ orderId: number; paymentId: number }>();
    await ctx.pool.query(`update bookings set state = 'expired', ended_at = now() where id = $1`, [
      held.bookingId,
    ]);
    await ctx.pool.query(`update reservations set state = 'ended', ended_at = now() where id = $1`, [
      held.reservationId,
    ]);
    await ctx.pool.query(`update appointments set is_live = false where id = $1`, [held.appointmentId]);
    await meanwhile(held);
    const { rows } = await ctx.pool.query<{ gatewayId: string }>(
      'select gateway_id as "gatewayId" from payments where id = $1',
      [paymentId],
    );
    const confirmed = await ctx.gateway.confirmPayment(rows[0]?.gatewayId ?? '', {
      method: { card: { ...CARDS.good, number: '4242424242424242' } },
      key: crypto.randomUUID(),
      returnUrl: 'https://releve.example/checkout',
    });
    expect(confirmed.state).toBe('succeeded');
    await call(confirmCheckout, { body: { orderId }, ...client });
    await ctx.jobs.drain();
    return { teacher, client, held, orderId };
  }

  it('after the hold ended still gets the time if nobody else took it', async () => {
    const { held, orderId } = await payLate(async () => undefined);
    expect(await stateOf(ctx, held)).toEqual({ booking: 'confirmed', reservation: 'paid', isLive: true });
    expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'paid', refunds: [] });
  });

  it('after the hold ended and someone else took the time is refunded', async () => {
    const { held, orderId } = await payLate(async (lapsed) => {
      const { rows } = await ctx.pool.query<{ id: number; type: number }>(
        'select instructor_id as id, session_type_id as type from appointments where id = $1',
        [lapsed.appointmentId],
      );
      const teacher = {
        id: rows[0]?.id ?? 0,
        sessionTypeId: rows[0]?.type ?? 0,
        username: '',
        headers: { cookie: '' },
      };
      const startsAt = new Date(lapsed.startsAt.getTime() + 30 * 60_000);
      await holdTime(ctx, teacher, await someone(ctx), { startsAt });
    });
    expect(await stateOf(ctx, held)).toEqual({ booking: 'expired', reservation: 'ended', isLive: false });
    expect(await tracesOf(ctx, orderId)).toMatchObject({ live: 0, sales: 1, refunds: ['succeeded'] });
  });
});

describe('a refund of the order', () => {
  it('cancels the booking, frees the time and takes the share back', async () => {
    const { client, teacher, held } = await inCart();
    const { orderId } = (await pay(client)).json<{ orderId: number }>();
    const body = { kind: 'whole', reason: 'The instructor is ill' };
    const refunded = await call(refundOrder, { params: { id: orderId }, body, ...admin });
    expect(refunded.statusCode, refunded.body).toBeLessThan(300);
    await ctx.jobs.drain();
    expect(await stateOf(ctx, held)).toEqual({ booking: 'cancelled', reservation: 'ended', isLive: false });
    const { rows } = await ctx.pool.query<{ left: number }>(
      'select (share_cents - returned_cents)::int as left from earnings where seller_id = $1',
      [teacher.id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
