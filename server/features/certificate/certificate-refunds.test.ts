// What refunds and disputes do to certificates (docs/decisions/026), with real orders.
import { expect, it } from 'vitest';
import { createBundle } from '#server/seed/factories.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { revokeSeat } from '#shared/features/seat/seat.contract.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { dispute, hearGateway } from '../../../tests/server/refund-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { buySeats, seated, someTeacher } from '../../../tests/server/seat-tools.ts';
import { mailsTo } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { followRefundsJob } from './certificate.jobs.ts';

const app = await testApp();
const { ctx, call } = app;
const { certification, complete, mine, rule, today } = certificateTools(app);
const YEAR_MS = 366 * 24 * 3_600_000;

type Item = { itemType: 'course' | 'bundle'; itemId: number };

async function buy(person: Person, item: Item): Promise<number> {
  const body = { ...MARA, items: [{ ...item, quantity: 1 }], card: CARDS.good };
  const paid = await call(simpleCheckout, { body, ...person });
  expect(paid.statusCode, paid.body).toBe(200);
  return paid.json<{ orderId: number }>().orderId;
}

const courseItem = ({ id }: { id: number }) => ({ itemType: 'course', itemId: id }) as const;

/** Bought, learned, certified. */
async function bought(values: Parameters<typeof certification>[0] = {}) {
  const course = await certification({ priceCents: 6000, ...values });
  const me = await someone(ctx);
  const orderId = await buy(me, courseItem(course));
  await complete(course.lessonIds[0], me);
  return { course, me, orderId };
}

async function refund(orderId: number, body: object = { kind: 'whole' }) {
  const reason = 'It is not what they need.';
  const staff = await today(await someone(ctx, { roles: ['admin'] }));
  const answer = await call(refundOrder, { params: { id: orderId }, body: { reason, ...body }, ...staff });
  expect(answer.statusCode, answer.body).toBe(200);
  await ctx.jobs.drain();
}

const statuses = async (person: Person) => {
  await followRefundsJob.run(ctx, {});
  return (await mine(person)).map(({ status }) => status);
};

const mailed = async ({ username }: Person, start: string) =>
  (await mailsTo(ctx, username)).filter(({ subject }) => subject.startsWith(start)).length;

it('an amount leaves it, a full refund revokes it once, buying the course again brings it back', async () => {
  const { course, me, orderId } = await bought();
  await refund(orderId, { kind: 'amount', amount: '10.00' });
  expect(await statuses(me)).toEqual(['valid']);
  await refund(orderId);
  expect(await statuses(me)).toEqual(['revoked']);
  expect(await statuses(me)).toEqual(['revoked']);
  expect(await mailed(me, 'Your certificate was revoked')).toBe(1);
  const [before] = await mine(me);
  await buy(me, courseItem(course));
  expect(await statuses(me)).toEqual(['valid']);
  expect(await mine(me)).toMatchObject([{ code: before?.code, issuedOn: before?.issuedOn }]);
  expect(await mailed(me, 'Your certificate counts again')).toBe(1);
});

it('a refund after the expiry revokes it, too', async () => {
  const { me, orderId } = await bought({ validMonths: 12 });
  const start = ctx.clock.now();
  ctx.clock.advance(YEAR_MS);
  expect(await statuses(me)).toEqual(['grace']);
  await refund(orderId);
  expect(await statuses(me)).toEqual(['revoked']);
  ctx.clock.set(start);
});

it('a dispute revokes it when it is lost, and gives it back when it is won after all', async () => {
  const { me, orderId } = await bought();
  for (const [state, status] of [
    ['open', 'valid'],
    ['under_review', 'valid'],
    ['lost', 'revoked'],
    ['won', 'valid'],
  ] as const) {
    await dispute(ctx, orderId, state);
    await hearGateway(ctx, orderId);
    expect([state, await statuses(me)]).toEqual([state, [status]]);
  }
  expect(await mailed(me, 'Your certificate counts again')).toBe(1);
});

it('a bundle takes the certificates of its courses along', async () => {
  const [course, other] = [
    await certification({ priceCents: 6000 }),
    await certification({ priceCents: 6000 }),
  ];
  const { id } = await createBundle(ctx.db, {
    priceCents: 9500,
    items: [courseItem(course), courseItem(other)],
  });
  const me = await someone(ctx);
  const orderId = await buy(me, { itemType: 'bundle', itemId: id });
  await complete(course.lessonIds[0], me);
  await complete(other.lessonIds[0], me);
  expect(await statuses(me)).toEqual(['valid', 'valid']);
  await refund(orderId);
  expect(await statuses(me)).toEqual(['revoked', 'revoked']);
});

it('a seat that is passed on takes no certificate; a refunded licence takes those of its holders', async () => {
  const course = await certification({ priceCents: 6000 });
  const licence = await buySeats(app, courseItem(course), 3);
  const [left, stayed] = [await someTeacher(ctx), await someTeacher(ctx)];
  const seatId = await seated(app, licence, left);
  await seated(app, licence, stayed);
  await complete(course.lessonIds[0], left);
  await complete(course.lessonIds[0], stayed);
  const revoked = await call(revokeSeat, {
    params: { id: seatId },
    body: { email: left.email },
    ...licence.buyer,
  });
  expect(revoked.statusCode, revoked.body).toBeLessThan(300);
  expect(await statuses(left)).toEqual(['valid']);
  await refund(licence.orderId);
  expect(await statuses(stayed)).toEqual(['revoked']);
  expect(await statuses(left)).toEqual(['valid']);
});

it('a refunded renewal course revokes the cycle it earned, and only that one', async () => {
  const { course, me } = await bought({ validMonths: 12 });
  const short = await certification({ kind: 'course', creditHours: null, priceCents: 1500 });
  expect((await rule(course.id, { renewalCourseId: short.id })).statusCode).toBe(200);
  const start = ctx.clock.now();
  ctx.clock.advance(YEAR_MS - 30 * 24 * 3_600_000);
  const orderId = await buy(await today(me), courseItem(short));
  await complete(short.lessonIds[0], await today(me));
  expect(await statuses(me)).toEqual(['valid', 'valid']);
  await refund(orderId);
  expect(await statuses(me)).toEqual(['revoked', 'valid']);
  ctx.clock.set(start);
});
