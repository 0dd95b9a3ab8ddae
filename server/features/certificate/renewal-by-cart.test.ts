// Renewing through the cart: the renewal course is bought and completed, early, in grace, and too late.
import { afterAll, expect, it } from 'vitest';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import * as contract from '#shared/features/certificate/certificate.contract.ts';
import type { CertificateDetail } from '#shared/features/certificate/certificate.schema.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { mailsTo } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { certification, certified, complete, mine, rule, today, verify } = certificateTools({ ctx, call });
const START = ctx.clock.now();
const at = (time: string) => ctx.clock.set(new Date(time));
afterAll(() => ctx.clock.set(START));

/** A certificate until November 14, 2029, in grace for the year after, and the paid course that renews it. */
async function setUp() {
  at('2026-11-14T12:00:00Z');
  const { me, course, certificate } = await certified();
  const short = await certification({ kind: 'course', creditHours: null, priceCents: 3500 });
  expect((await rule(course.id, { renewalCourseId: short.id })).statusCode).toBe(200);
  return { me, short, certificate };
}

async function buyAndComplete(me: Person, short: { id: number; lessonIds: number[] }) {
  const person = await today(me);
  const item = { itemType: 'course', itemId: short.id, quantity: 1 };
  expect((await call(addToCart, { body: item, ...person })).statusCode).toBe(200);
  const paid = await call(simpleCheckout, { body: { ...MARA, card: CARDS.good }, ...person });
  expect(paid.statusCode, paid.body).toBe(200);
  expect((await complete(short.lessonIds[0], person)).statusCode).toBe(200);
}

const renewalOf = async (me: Person, id: number) =>
  (await call(contract.getCertificate, { params: { id }, ...(await today(me)) })).json<CertificateDetail>();
const renewedMails = async ({ username }: Person) =>
  (await mailsTo(ctx, username)).filter(({ subject }) => subject.startsWith('Renewed: ')).length;

it.each([
  ['early', '2029-10-01T12:00:00Z', 'expiring', '2032-11-14'],
  ['in grace', '2030-03-01T12:00:00Z', 'grace', '2033-03-01'],
] as const)(
  '%s, the next cycle begins with the last lesson, with one email',
  async (_when, time, status, until) => {
    const { me, short, certificate } = await setUp();
    at(time);
    expect(await mine(me)).toMatchObject([{ id: certificate.id, status }]);
    expect(await renewalOf(me, certificate.id)).toMatchObject({
      renewal: { isOpen: true, canRenew: false, course: { id: short.id } },
    });
    await buyAndComplete(me, short);
    const [renewed] = await mine(me);
    expect(renewed).toMatchObject({
      cycle: 2,
      issuedOn: time.slice(0, 10),
      expiresOn: until,
      status: 'valid',
    });
    expect((await verify(renewed?.code ?? '')).json()).toMatchObject({ status: 'valid', expiresAt: until });
    expect(await renewedMails(me)).toBe(1);
    // Completing it again, or asking for a renewal, adds nothing.
    await complete(short.lessonIds[0], await today(me));
    const again = await call(contract.renewCertificate, {
      params: { id: certificate.id },
      ...(await today(me)),
    });
    expect(again.statusCode).toBe(409);
    expect(await mine(me)).toHaveLength(2);
  },
);

it('after grace, the course is learned and nothing is renewed', async () => {
  const { me, short, certificate } = await setUp();
  at('2030-11-16T12:00:00Z');
  expect(await renewalOf(me, certificate.id)).toMatchObject({ status: 'expired' });
  await buyAndComplete(me, short);
  expect(await mine(me)).toMatchObject([{ id: certificate.id, status: 'expired' }]);
  expect(await renewedMails(me)).toBe(0);
});

it('bought before the last 90 days, it renews with a click once they begin', async () => {
  const { me, short, certificate } = await setUp();
  at('2029-06-01T12:00:00Z');
  await buyAndComplete(me, short);
  const renew = async () =>
    call(contract.renewCertificate, { params: { id: certificate.id }, ...(await today(me)) });
  expect((await renew()).statusCode).toBe(409);
  at('2029-09-01T12:00:00Z');
  expect((await renew()).json()).toMatchObject({ cycle: 2, expiresOn: '2032-11-14' });
});
