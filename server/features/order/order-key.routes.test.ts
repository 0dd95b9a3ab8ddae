// Guest orders: opened by their link, and attached by a confirmed address.
import { listEnrollments } from '#shared/features/learning/learning.contract.ts';
import { describe, expect, it } from 'vitest';
import { resendVerification, verifyEmail } from '#shared/features/account/account.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import {
  getOrder,
  listOrders,
  listPurchases,
  sendOrderLinks,
} from '#shared/features/order/order.contract.ts';
import { getOrderFiles, type OrderItem } from '#shared/features/order/order.contract.ts';
import { createCourse, createEntitlement } from '#server/seed/factories.ts';
import { CARDS, MARA, somethingFor, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { mailsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { resourceWithFiles, someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const { app, ctx, call } = await testApp();

let places = 0;
const as = ({ cookie }: Caller) => ({ headers: { cookie }, from: `10.4.0.${++places}` });

async function buyAsGuest(email: string, items: object[]) {
  const answer = await call(simpleCheckout, { body: { ...MARA, email, items, card: CARDS.good } });
  return answer.json<{ orderId: number; status: string; key: string }>();
}

/** An account whose address nobody has proved yet. */
async function unproved(): Promise<Caller & { verify: () => Promise<void> }> {
  const person = await newcomer(ctx);
  await ctx.pool.query('update users set email_verified_at = null where id = $1', [person.id]);
  const verify = async () => {
    await call(resendVerification, as(person));
    const token = await tokenMailed(ctx, person.email, /Confirm your address/);
    expect((await call(verifyEmail, { body: { token } })).statusCode).toBe(200);
  };
  return { ...person, verify };
}

describe('a guest order', () => {
  it('joins the account that confirms its address, and no other', async () => {
    const person = await unproved();
    const thing = await somethingFor(ctx, 1200);
    const course = await createCourse(ctx.db, { priceCents: 5000 });
    const items = [thing.item, { itemType: 'course', itemId: course.id }];
    const { orderId } = await buyAsGuest(person.email.toUpperCase(), items);
    const ownedBy = async (who: Caller) => (await call(listPurchases, as(who))).json().total as number;
    // The account has the address, but has not confirmed it.
    expect(await ownedBy(person)).toBe(0);
    expect((await call(getOrder, { params: { id: orderId }, ...as(person) })).statusCode).toBe(404);
    await (await unproved()).verify();
    // The order holds them itself, for its key, until the address is confirmed.
    expect(await tracesOf(ctx, orderId)).toMatchObject({ entitlements: 2, enrollments: 0 });
    expect(await ownedBy(person)).toBe(0);
    await person.verify();
    expect(await ownedBy(person)).toBe(2);
    expect((await call(listEnrollments, as(person))).json()).toHaveLength(1);
    expect((await call(listOrders, as(person))).json()).toMatchObject({ items: [{ id: orderId }] });
    expect(await tracesOf(ctx, orderId)).toMatchObject({ entitlements: 2, sales: 1 });
  });

  it('joins at once if the account has already confirmed the address', async () => {
    const person = await newcomer(ctx);
    await ctx.pool.query('update users set email_verified_at = now() where id = $1', [person.id]);
    const thing = await somethingFor(ctx, 1200);
    const { orderId, status } = await buyAsGuest(person.email, [thing.item]);
    expect(status).toBe('paid');
    expect(await tracesOf(ctx, orderId)).toMatchObject({ entitlements: 1 });
    expect((await call(listPurchases, as(person))).json()).toMatchObject({ total: 1 });
  });

  it('joins even if the account owns the item another way: both causes are recorded', async () => {
    const person = await unproved();
    const thing = await somethingFor(ctx, 700);
    const { orderId } = await buyAsGuest(person.email, [thing.item]);
    await createEntitlement(ctx.db, { userId: person.id, ...thing.item, cause: 'grant' });
    await person.verify();
    expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'paid', entitlements: 1, live: 1 });
  });

  it('opens with the emailed link, which can be requested again', async () => {
    const email = 'links@example.com';
    const thing = await somethingFor(ctx, 1200);
    const { orderId } = await buyAsGuest(email, [thing.item]);
    const linkIn = (text: string | undefined) => /\/orders\/(\d+)\?key=([\w-]+)/.exec(text ?? '');
    const read = async (text: string | undefined) => {
      const [, id = '', key = ''] = linkIn(text) ?? [];
      return call(getOrder, { params: { id }, query: { key } });
    };
    const [receipt] = await mailsTo(ctx, email);
    expect((await read(receipt?.text)).json()).toMatchObject({ id: orderId, state: 'paid' });
    for (const asked of [email, 'nobody@example.com']) {
      expect((await call(sendOrderLinks, { body: { email: asked } })).statusCode).toBe(204);
    }
    const mails = await mailsTo(ctx, email);
    expect(mails).toHaveLength(2);
    expect(
      (await read(mails.find(({ subject }) => subject.startsWith('Your orders'))?.text)).json(),
    ).toMatchObject({
      id: orderId,
    });
    expect(await mailsTo(ctx, 'nobody@example.com')).toEqual([]);
  });
});

describe('the email after payment', () => {
  it('contains the link that opens the files', async () => {
    const { id } = await resourceWithFiles(ctx, {
      sellerId: (await someSeller(ctx)).id,
      priceCents: 1200,
      files: ['plan.txt'],
    });
    const { orderId } = await buyAsGuest('files@example.com', [{ itemType: 'resource', itemId: id }]);
    const [mail] = await mailsTo(ctx, 'files@example.com');
    expect(mail?.text).toContain('Download your files and the receipt here');
    const [, mailedId, key = ''] = /\/orders\/(\d+)\?key=([\w-]+)/.exec(mail?.text ?? '') ?? [];
    expect(mailedId).toBe(String(orderId));
    const answer = await call(getOrderFiles, { params: { id: orderId }, query: { key } });
    const url = answer.json<{ items: OrderItem[] }>().items[0]?.files[0]?.url ?? '';
    expect((await app.inject({ url })).statusCode).toBe(200);
  });

  it('says that a course needs an account', async () => {
    const course = await createCourse(ctx.db, { priceCents: 5000 });
    await buyAsGuest('course@example.com', [{ itemType: 'course', itemId: course.id }]);
    const [mail] = await mailsTo(ctx, 'course@example.com');
    expect(mail?.text).not.toContain('Download your files');
    expect(mail?.text).toContain('It confirms this address (course@example.com), creates your account');
  });
});
