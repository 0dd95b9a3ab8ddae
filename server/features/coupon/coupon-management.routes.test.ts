// Managing coupons: staff all of them, sellers their own; codes are unique, and the value of a used coupon is fixed.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBundle, createCoupon, createCourse, createResource } from '#server/seed/factories.ts';
import { simpleCheckout, previewCoupon } from '#shared/features/checkout/checkout.contract.ts';
import * as desk from '#shared/features/coupon/coupon-management.contract.ts';
import { CARDS, MARA, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
beforeEach(() => ctx.pool.query('delete from rate_limits'));

const newCode = () => `D${randomUUID().slice(0, 8)}`;
const fields = (values: object = {}) => ({
  code: newCode(),
  kind: 'percent',
  percent: 20,
  amount: null,
  kinds: [],
  items: [],
  sellers: [],
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxPerPerson: null,
  minimum: '0',
  isFirstOrderOnly: false,
  note: '',
  ...values,
});
const pay = (body: object) =>
  call(simpleCheckout, {
    body: { ...MARA, email: `${randomUUID()}@example.com`, card: CARDS.good, ...body },
  });
const make = (values: object = {}) => call(desk.createCoupon, { body: fields(values) }, 'admin');

describe('staff', () => {
  it('create, find, edit, deactivate and activate a coupon; each is audited', async () => {
    const course = await createCourse(ctx.db, { priceCents: 9900 });
    const seller = await someSeller(ctx);
    const items = [{ itemType: 'course', itemId: course.id }];
    const made = (
      await make({ items, sellers: [seller.id], minimum: '50', maxUses: 9, note: 'Spring letter' })
    ).json<desk.Coupon>();
    expect(made).toMatchObject({
      seller: null,
      percent: 20,
      minimum: '50.00',
      maxUses: 9,
      standing: 'active',
      items: [{ itemType: 'course', itemId: course.id, title: course.title }],
      sellers: [{ id: seller.id, name: 'Barre & Beyond' }],
      isWorthFixed: false,
    });
    const { id, code } = made;
    const found = (await call(desk.listCoupons, { query: { q: `${code} spring` } }, 'admin')).json();
    expect(found).toMatchObject({ total: 1, items: [{ id }] });
    const body = fields({
      code,
      kind: 'fixed',
      percent: null,
      amount: '7.5',
      endsAt: '2031-01-01T00:00:00Z',
    });
    const changed = (await call(desk.updateCoupon, { params: { id }, body }, 'admin')).json();
    expect(changed).toMatchObject({ amount: '7.50', percent: null, items: [], sellers: [], maxUses: null });
    for (const isActive of [false, true]) {
      const turned = await call(desk.setCouponActive, { params: { id }, body: { isActive } }, 'admin');
      expect(turned.json()).toMatchObject({ isActive, standing: isActive ? 'active' : 'off' });
    }
    const { rows } = await ctx.pool.query<{ action: string }>(
      `select action from audit_log where subject_type = 'coupon' and subject_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'coupon.add',
      'coupon.change',
      'coupon.off',
      'coupon.on',
    ]);
  });

  it('see the state of each coupon, and the orders that used it', async () => {
    const mark = newCode();
    const old = new Date('2020-01-01');
    const next = new Date('2031-01-01');
    const of = (values: object) => createCoupon(ctx.db, { code: newCode(), note: mark, ...values });
    await of({ isActive: false });
    await of({ endsAt: old });
    await of({ maxUses: 1, useCount: 1 });
    await of({ startsAt: next });
    const seller = await someSeller(ctx);
    const own = await createResource(ctx.db, { sellerId: seller.id, priceCents: 3000 });
    const { code } = await of({ sellerId: seller.id, percent: 50 });
    const other = await somethingFor(ctx, 1000);
    await pay({ items: [{ itemType: 'resource', itemId: own.id }, other.item], couponCode: code });
    await pay({
      items: [{ itemType: 'resource', itemId: own.id }],
      couponCode: code,
      card: CARDS.asks,
    });
    const list = async (query: Record<string, string>) =>
      (await call(desk.listCoupons, { query: { q: mark, ...query } }, 'admin')).json();
    const all = await list({});
    expect(all.counts).toEqual({ all: 5, off: 1, over: 1, used_up: 1, planned: 1, active: 1 });
    for (const standing of ['off', 'over', 'used_up', 'planned', 'active']) {
      expect(await list({ standing })).toMatchObject({ total: 1, items: [{ standing }] });
    }
    expect((await list({ of: 'house' })).total).toBe(4);
    expect((await list({ of: 'sellers' })).items).toMatchObject([
      {
        code,
        seller: { id: seller.id, name: 'Barre & Beyond' },
        usedCount: 1,
        heldCount: 1,
        discountGiven: '15.00',
        // The seller's part of the order; the rest belongs to others.
        revenue: '15.00',
        isWorthFixed: true,
      },
    ]);
  });

  it.each([
    ['a code that is taken, in other letters', 409, 'code'],
    ['no percent', 400, 'percent'],
    ['101 percent', 400, 'percent'],
    ['no amount', 400, 'amount'],
    ['an end before its beginning', 400, 'endsAt'],
    ['a thing that is not there', 422, 'items'],
    ['a seller who is not there', 422, 'sellers'],
    ['a code with a space', 400, 'code'],
  ])("can't create one with %s", async (what, status, path) => {
    const taken = (await createCoupon(ctx.db, { code: newCode() })).code;
    const values = {
      'a code that is taken, in other letters': { code: taken.toUpperCase() },
      'no percent': { percent: null },
      '101 percent': { percent: 101 },
      'no amount': { kind: 'fixed', percent: null },
      'an end before its beginning': { startsAt: '2027-02-01T00:00:00Z', endsAt: '2027-01-01T00:00:00Z' },
      'a thing that is not there': { items: [{ itemType: 'course', itemId: 2_000_000_000 }] },
      'a seller who is not there': { sellers: [2_000_000_000] },
      'a code with a space': { code: 'TEN OFF' },
    }[what];
    const answer = await make(values);
    expect(answer.statusCode).toBe(status);
    expect(JSON.stringify(answer.json().details)).toContain(`"${path}"`);
  });

  it("can't change the code and value of a used coupon; limits may change, but not below its uses", async () => {
    const { id, code } = (await make({ maxUses: 5 })).json<desk.Coupon>();
    const paid = await pay({ items: [(await somethingFor(ctx, 900)).item], couponCode: code });
    expect(paid.json()).toMatchObject({ status: 'paid' });
    await pay({ items: [(await somethingFor(ctx, 900)).item], couponCode: code });
    const change = (values: object) =>
      call(desk.updateCoupon, { params: { id }, body: fields({ code, maxUses: 5, ...values }) }, 'admin');
    for (const values of [
      { percent: 30 },
      { kind: 'fixed', percent: null, amount: '5' },
      { code: newCode() },
    ]) {
      const refused = await change(values);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().message).toContain('Deactivate it and create a new one');
    }
    const low = await change({ maxUses: 1 });
    expect(low.json()).toMatchObject({ details: [{ path: 'maxUses' }] });
    expect((await change({ maxUses: 2 })).json()).toMatchObject({ standing: 'used_up', usedCount: 2 });
  });

  it('can search items and sellers by name; nobody else can', async () => {
    const seller = await someSeller(ctx);
    const word = newCode();
    await createResource(ctx.db, { sellerId: seller.id, title: `Plan ${word}` });
    await createBundle(ctx.db, { sellerId: seller.id, title: `Bundle ${word}` });
    await createCourse(ctx.db, { title: `Course ${word}` });
    const offered = await call(desk.listCouponItems, { query: { q: word } }, 'admin');
    expect(offered.json().things.map(({ itemType }: { itemType: string }) => itemType)).toEqual([
      'bundle',
      'course',
      'resource',
    ]);
    const shops = (await call(desk.listCouponItems, { query: { q: 'barre beyond' } }, 'admin')).json();
    expect(shops.sellers.length).toBeGreaterThan(0);
    const own = (await call(desk.listOwnCouponItems, { query: { q: word }, ...seller })).json();
    expect(own.things).toHaveLength(2);
    for (const name of ['officer', 'seller', 'member'] as const) {
      expect((await call(desk.listCoupons, {}, name)).statusCode).toBe(403);
    }
  });
});

describe('sellers', () => {
  it("create coupons for their own items, see only those, and can't change others", async () => {
    const seller = await someSeller(ctx);
    const other = await someSeller(ctx);
    const mine = await createResource(ctx.db, { sellerId: seller.id, priceCents: 2000 });
    const theirs = await createResource(ctx.db, { sellerId: other.id, priceCents: 2000 });
    const named = (itemId: number) => ({ items: [{ itemType: 'resource', itemId }], sellers: [other.id] });
    const create = (values: object) => call(desk.createOwnCoupon, { body: fields(values), ...seller });
    expect((await create(named(theirs.id))).json()).toMatchObject({
      message: expect.stringContaining('sold by this seller'),
    });
    const made = (await create(named(mine.id))).json<desk.Coupon>();
    expect(made).toMatchObject({ seller: { id: seller.id }, sellers: [], items: [{ itemId: mine.id }] });
    const tried = (itemId: number) =>
      call(previewCoupon, { body: { code: made.code, items: [{ itemType: 'resource', itemId }] } });
    expect((await tried(mine.id)).json()).toMatchObject({ discount: '4.00' });
    expect((await tried(theirs.id)).statusCode).toBe(422);
    expect((await call(desk.listOwnCoupons, seller)).json()).toMatchObject({ total: 1 });
    expect((await call(desk.listOwnCoupons, other)).json()).toMatchObject({ total: 0 });
    const params = { id: made.id };
    const body = fields({ code: made.code });
    expect((await call(desk.updateOwnCoupon, { params, body, ...other })).statusCode).toBe(404);
    const off = { params, body: { isActive: false } };
    expect((await call(desk.setOwnCouponActive, { ...off, ...other })).statusCode).toBe(404);
    expect((await call(desk.setOwnCouponActive, { ...off, ...seller })).json()).toMatchObject({
      standing: 'off',
    });
    // Staff may edit it, and it still covers only the seller's own items.
    const wide = { ...body, items: [{ itemType: 'resource', itemId: theirs.id }] };
    expect((await call(desk.updateCoupon, { params, body: wide }, 'admin')).statusCode).toBe(422);
    expect((await call(desk.updateCoupon, { params, body }, 'admin')).statusCode).toBe(200);
  });

  it("who are suspended, or no sellers at all, can't create any, but can deactivate theirs", async () => {
    const stranger = await someone(ctx);
    expect((await call(desk.listOwnCoupons, stranger)).statusCode).toBe(403);
    expect((await call(desk.createOwnCoupon, { body: fields(), ...stranger })).statusCode).toBe(403);
    const seller = await someSeller(ctx);
    const { id } = (await call(desk.createOwnCoupon, { body: fields(), ...seller })).json<desk.Coupon>();
    await ctx.pool.query(
      `update sellers set state = 'suspended', suspended_reason = 'Copies' where user_id = $1`,
      [seller.id],
    );
    const refused = await call(desk.createOwnCoupon, { body: fields(), ...seller });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toContain('Your store is suspended: Copies');
    const turn = (isActive: boolean) =>
      call(desk.setOwnCouponActive, { params: { id }, body: { isActive }, ...seller });
    expect((await turn(false)).statusCode).toBe(200);
    expect((await turn(true)).statusCode).toBe(403);
  });
});
