// Bundles as everyone sees them: what is on sale, who sees the others, and items the viewer already has.
import { describe, expect, it } from 'vitest';
import { createBundle, createCourse, createEntitlement, createResource } from '#server/seed/factories.ts';
import { getBundle, getBundleAccess, listBundles } from '#shared/features/bundle/bundle.contract.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import type { Bundle, BundleCard } from '#shared/features/bundle/bundle.schema.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call, app } = await testApp();

const open = (id: number, as: Partial<Person> = {}) => call(getBundle, { params: { id }, ...as });
const read = async (id: number, as: Partial<Person> = {}) => (await open(id, as)).json<Bundle>();
const mine = async (id: number, as: Person) =>
  (await call(getBundleAccess, { params: { id }, ...as })).json();
const list = async (query: Record<string, string>) =>
  (await call(listBundles, { query })).json<{ items: BundleCard[]; total: number }>();
const resource = async (id: number) => ({ itemType: 'resource' as const, itemId: id });

/** $10, $20 and a course of $30, together $45. */
async function three(sellerId: number | null = null) {
  const shop = sellerId === null ? {} : { sellerId };
  const first = await createResource(ctx.db, { ...shop, title: 'Pliés', priceCents: 1000 });
  const second = await createResource(ctx.db, { ...shop, title: 'Turns', priceCents: 2000 });
  const course = await createCourse(ctx.db, { title: 'A year of ballet', priceCents: 3000 });
  const items = [
    await resource(first.id),
    { itemType: 'course' as const, itemId: course.id },
    await resource(second.id),
  ];
  const bundle = await createBundle(ctx.db, { sellerId, priceCents: 4500, items });
  return { bundle, id: bundle.id, first, second, course };
}

describe('a bundle on sale', () => {
  it('shows its items in order, their separate price and the saving', async () => {
    const seller = await someSeller(ctx);
    const { id, first, course, second } = await three(seller.id);
    const bundle = await read(id);
    expect(bundle).toMatchObject({
      price: '45.00',
      apart: '60.00',
      saving: '15.00',
      savingPercent: 25,
      itemCount: 3,
      isForSale: true,
      goneCount: 0,
      seller: { id: seller.id, name: 'Barre & Beyond' },
    });
    expect(bundle.items.map(({ href, price }) => [href, price])).toEqual([
      [`/curriculum/${first.id}`, '10.00'],
      [`/courses/${course.id}`, '30.00'],
      [`/curriculum/${second.id}`, '20.00'],
    ]);
    expect(bundle.covers).toHaveLength(3);
    const sitemap = await app.inject('/sitemap.xml');
    expect(sitemap.body).toContain(`/bundles/${id}<`);
  });

  it('is listed by item and by seller, newest first', async () => {
    const seller = await someSeller(ctx);
    const { id, first, course } = await three(seller.id);
    const newer = await createBundle(ctx.db, {
      sellerId: seller.id,
      publishedAt: new Date('2026-10-01T09:00Z'),
      items: [await resource(first.id), await resource((await createResource(ctx.db)).id)],
    });
    const idsOf = async (query: Record<string, string>) => (await list(query)).items.map((card) => card.id);
    expect(await idsOf({ sellerId: String(seller.id) })).toEqual([newer.id, id]);
    expect(await idsOf({ itemType: 'resource', itemId: String(first.id) })).toEqual([newer.id, id]);
    expect(await idsOf({ itemType: 'course', itemId: String(course.id) })).toEqual([id]);
    // A course with the same id as a resource is another item.
    expect(await idsOf({ itemType: 'course', itemId: '2000000000' })).toEqual([]);
    expect((await call(listBundles, { query: { itemType: 'seller' } })).statusCode).toBe(400);
    expect((await call(listBundles, { query: { itemId: 'x' } })).statusCode).toBe(400);
  });

  it('leaves the lists when one of its items goes off sale, and says so without naming it', async () => {
    const seller = await someSeller(ctx);
    const { id, first } = await three(seller.id);
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [first.id]);
    const bundle = await read(id);
    expect(bundle).toMatchObject({ isForSale: false, goneCount: 1, itemCount: 3 });
    expect(bundle.items.map(({ title }) => title)).not.toContain('Pliés');
    expect((await read(id, seller)).items.map(({ title }) => title)).toContain('Pliés');
    expect((await list({ sellerId: String(seller.id) })).total).toBe(0);
    expect((await app.inject('/sitemap.xml')).body).not.toContain(`/bundles/${id}<`);
  });

  it('leaves the lists when it no longer saves anything', async () => {
    const { id, first } = await three();
    await ctx.pool.query('update resources set price_cents = 0 where id = $1', [first.id]);
    expect(await read(id)).toMatchObject({ isForSale: true, saving: '5.00' });
    await ctx.pool.query(
      `update courses set price_cents = 2500 where short_name is not null and id = any(
      select course_id from bundle_items where bundle_id = $1)`,
      [id],
    );
    expect(await read(id)).toMatchObject({ isForSale: false, saving: '0.00', savingPercent: 0 });
    const wanted = { itemType: 'bundle', itemId: id, quantity: 1 };
    expect((await call(addToCart, { body: wanted, ...(await someone(ctx)) })).statusCode).toBe(404);
  });

  it('goes off sale when its seller is suspended', async () => {
    const seller = await someSeller(ctx);
    const { id } = await three(seller.id);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [seller.id]);
    expect((await open(id)).statusCode).toBe(404);
    expect((await open(id, seller)).statusCode).toBe(200);
    expect((await list({ sellerId: String(seller.id) })).total).toBe(0);
  });
});

describe('a bundle that is not on sale', () => {
  it.each(['draft', 'archived'] as const)('%s is visible only to its seller and staff', async (state) => {
    const seller = await someSeller(ctx);
    const { id } = await createBundle(ctx.db, { sellerId: seller.id, state });
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    expect((await open(id)).statusCode).toBe(404);
    expect((await open(id, await someone(ctx))).statusCode).toBe(404);
    expect((await open(id, await someSeller(ctx))).statusCode).toBe(404);
    expect(await read(id, seller)).toMatchObject({ state, isForSale: false });
    expect(await read(id, officer)).toMatchObject({ state });
    expect((await call(getBundleAccess, { params: { id }, ...(await someone(ctx)) })).statusCode).toBe(404);
  });

  it('is visible to its buyers once archived', async () => {
    const { id } = await createBundle(ctx.db, { state: 'archived' });
    const buyer = await someone(ctx);
    const { rows } = await ctx.pool.query<{ id: number }>(
      `with placed as (insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint,
         created_at, expires_at, paid_at) values ($1, 'a@b.example', 'A', 'paid', 1800, 1800, true, 'x', now(), now(), now())
         returning id), line as (
       insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents, quantity,
         amount_cents, buyer, is_live) select id, 0, 'bundle', $2, 'T', 'bundle', '', 1800, 1, 1800, 'u' || $1, true from placed
         returning id, order_id)
       insert into order_parts (order_id, line_id, item_type, item_id, title, amount_cents, fee_cents)
       select order_id, id, 'resource', 1, 'T', 1800, 0 from line returning line_id as id`,
      [buyer.id, id],
    );
    expect((await open(id, buyer)).statusCode).toBe(200);
    await ctx.pool.query('update order_lines set is_live = false where id = $1', [rows[0]?.id]);
    expect((await open(id, buyer)).statusCode).toBe(404);
  });
});

describe('items the buyer already has', () => {
  it('are deducted if they paid for them: none, some and all', async () => {
    const { id, first, second, course } = await three();
    const me = await someone(ctx);
    expect(await mine(id, me)).toEqual({
      isMine: false,
      isOwned: false,
      ownedKeys: [],
      deductedKeys: [],
      price: '45.00',
      deducted: '0.00',
    });
    const items = [{ ...(await resource(second.id)), quantity: 1 }];
    await call(simpleCheckout, { body: { ...MARA, items, card: CARDS.good }, ...me });
    // $45 are shared as 10 : 30 : 20.
    expect(await mine(id, me)).toMatchObject({
      ownedKeys: [`resource-${second.id}`],
      deductedKeys: [`resource-${second.id}`],
      price: '30.00',
      deducted: '15.00',
      isOwned: false,
    });
    // Granted items are theirs, but not deducted: a grant can be revoked.
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'resource', itemId: first.id });
    expect(await mine(id, me)).toMatchObject({ price: '30.00', deducted: '15.00', isOwned: false });
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'course', itemId: course.id });
    expect(await mine(id, me)).toMatchObject({ price: '0.00', isOwned: true });
    expect((await call(getBundleAccess, { params: { id } })).statusCode).toBe(401);
  });

  it('count only while they still have them', async () => {
    const { id, second } = await three();
    const me = await someone(ctx);
    const item = { userId: me.id, itemType: 'resource', itemId: second.id } as const;
    await createEntitlement(ctx.db, { ...item, state: 'revoked' });
    await createEntitlement(ctx.db, { ...item, causeRef: 'b', endsAt: new Date('2026-01-01') });
    expect(await mine(id, me)).toMatchObject({ price: '45.00', ownedKeys: [] });
  });
});
