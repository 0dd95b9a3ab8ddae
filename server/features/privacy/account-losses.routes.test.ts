// What deleting the account takes away, before it is confirmed: what was paid for, and only that.
import { expect, it } from 'vitest';
import { createCourse, createEntitlement, createResource } from '#server/seed/factories.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { type AccountLosses, listAccountLosses } from '#shared/features/privacy/privacy.contract.ts';
import { bookableTeacher, bookingTools } from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { memberOf, someCredit } from '../../../tests/server/membership-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { book, bookFirst } = bookingTools(app);

const lossesOf = async (person: Person) =>
  (await call(listAccountLosses, { ...person })).json<AccountLosses>();

it('is nothing for someone who paid for nothing', async () => {
  expect((await call(listAccountLosses, {})).statusCode).toBe(401);
  expect(await lossesOf(await someone(ctx))).toEqual({
    courses: [],
    resources: 0,
    seats: 0,
    membership: null,
    credit: null,
    packages: [],
    bookings: 0,
  });
});

it('counts paid courses and resources; not free, granted, ended or refunded ones, nor another’s', async () => {
  const me = await someone(ctx);
  const course = async (title: string) => (await createCourse(ctx.db, { title })).id;
  const own = { userId: me.id, itemType: 'course' } as const;
  await createEntitlement(ctx.db, {
    ...own,
    itemId: await course('Tap'),
    cause: 'order_line',
    causeRef: 'a1',
  });
  await createEntitlement(ctx.db, { ...own, itemId: await course('Ballet'), cause: 'seat', causeRef: 'a2' });
  await createEntitlement(ctx.db, { ...own, itemId: await course('Free'), cause: 'free' });
  await createEntitlement(ctx.db, {
    ...own,
    itemId: await course('Granted'),
    cause: 'grant',
    causeRef: 'a3',
  });
  const refunded = { cause: 'order_line', causeRef: 'a4', state: 'revoked' } as const;
  await createEntitlement(ctx.db, { ...own, itemId: await course('Refunded'), ...refunded });
  const resource = await createResource(ctx.db);
  await createEntitlement(ctx.db, {
    userId: me.id,
    itemType: 'resource',
    itemId: resource.id,
    cause: 'order_line',
    causeRef: 'a5',
  });
  expect(await lossesOf(me)).toMatchObject({ courses: ['Ballet', 'Tap'], resources: 1 });
  expect(await lossesOf(await someone(ctx))).toMatchObject({ courses: [], resources: 0 });
});

it('names the membership with its credit and seats, packages and booked sessions', async () => {
  const { member, plan, membership } = await memberOf(ctx, { seats: 10, bookingCreditCents: 7000 });
  await someCredit(ctx, membership, { cents: 7000 });
  const colleague = await someone(ctx);
  await ctx.pool.query(
    'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
    [membership.id, colleague.id],
  );
  expect(await lossesOf(member)).toMatchObject({
    membership: { plan: plan.name, paidUntil: membership.endsAt.toISOString() },
    credit: { left: '70.00' },
    seats: 1,
    packages: [],
    bookings: 0,
  });
  // A colleague’s seat shares the credit, and doesn’t take it away.
  expect(await lossesOf(colleague)).toMatchObject({ membership: null, credit: null });
  const pay = async (reservation: { id: number }) => {
    const items = [{ itemType: 'booking', itemId: reservation.id, quantity: 1 }];
    const paid = await call(simpleCheckout, { body: { ...MARA, card: CARDS.good, items }, ...member });
    expect(paid.statusCode, paid.body).toBe(200);
  };
  const teacher = await bookableTeacher(ctx, { kind: 'package', title: 'Four reviews' });
  const bought = await book(member, teacher);
  await pay(bought.json<{ reservation: { id: number } }>().reservation);
  const { reservation } = await bookFirst(member, await bookableTeacher(ctx));
  await pay(reservation);
  expect(await lossesOf(member)).toMatchObject({
    packages: [{ title: 'Four reviews', sessionsLeft: 4 }],
    bookings: 1,
  });
});
