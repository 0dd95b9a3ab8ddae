import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createResource, createReview, createSeller } from '#server/seed/factories.ts';
import type { DemoName } from '#server/seed/demo.ts';
import type { SellerCard } from '#shared/features/resource/resource.schema.ts';
import {
  findSellerBySlug,
  followSeller,
  getSellerFollow,
  getSeller,
  listSellers,
  unfollowSeller,
} from '#shared/features/seller/seller.contract.ts';
import { emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { countQueries, idOf } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call } = await testApp();

type Window = SellerCard & {
  danceStyles: string[];
  followerCount: number;
  since: string;
  badges: { name: string; label: string; reason: string }[];
};

const shop = (id: number | string) => call(getSeller, { params: { id } });
async function windowOf(id: number): Promise<Window> {
  const answer = await shop(id);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Window>();
}
const namesOf = ({ badges }: Window) => badges.map(({ name }) => name);

let seller = 0;
let multi = 0;

beforeAll(async () => {
  await emptyCatalogue(ctx);
  seller = await idOf(ctx, 'seller');
  multi = await idOf(ctx, 'multi');
  await createSeller(ctx.db, {
    userId: seller,
    name: 'Marchetti Ballet',
    about: 'Forty minutes, no pianist.',
    policies: 'Ask me.',
    createdAt: new Date('2025-11-15T11:00Z'),
  });
  await createSeller(ctx.db, { userId: multi, name: 'Ground Up', createdAt: new Date('2025-11-15T13:00Z') });
  for (const danceStyle of ['Tap', 'Ballet', 'Ballet'] as const)
    await createResource(ctx.db, { sellerId: seller, danceStyle, salesCount: 1 });
  await createResource(ctx.db, { sellerId: seller, danceStyle: 'Jazz', state: 'draft', salesCount: 90 });
  await createResource(ctx.db, { sellerId: multi, salesCount: 7 });
});

describe('a seller’s page', () => {
  it('shows the profile, the items on sale and the start date', async () => {
    const window = await windowOf(seller);
    expect(window).toMatchObject({
      id: seller,
      name: 'Marchetti Ballet',
      firstName: 'Odile',
      about: 'Forty minutes, no pianist.',
      policies: 'Ask me.',
      itemCount: 3,
      danceStyles: ['Ballet', 'Tap'],
      rating: null,
      reviewCount: 0,
      followerCount: 0,
      since: '2025-11-15T11:00:00.000Z',
    });
    expect(Object.keys(window)).not.toContain('roles');
    expect(await countQueries(ctx, () => app.inject({ url: `/api/sellers/${seller}` }))).toBe(2);
  });

  it('is 404 while the seller or their account is suspended, and for users who don’t sell', async () => {
    const closed = await createSeller(ctx.db);
    await createResource(ctx.db, { sellerId: closed.userId });
    await windowOf(closed.userId);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [closed.userId]);
    expect((await shop(closed.userId)).statusCode).toBe(404);
    await ctx.pool.query(`update sellers set state = 'approved' where user_id = $1`, [closed.userId]);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'Test' where id = $1`, [
      closed.userId,
    ]);
    expect((await shop(closed.userId)).statusCode).toBe(404);
    for (const contract of [followSeller, getSellerFollow]) {
      expect((await call(contract, { params: { id: closed.userId } }, 'member')).statusCode).toBe(404);
    }
    expect((await shop(await idOf(ctx, 'member'))).statusCode).toBe(404);
    expect((await shop(999_999)).statusCode).toBe(404);
    expect((await shop('x')).statusCode).toBe(400);
  });

  it('is found by its slug in any case while it is open', async () => {
    const bySlug = (slug: string) => call(findSellerBySlug, { params: { slug } });
    const { userId } = await createSeller(ctx.db, { slug: 'pas-de-chat' });
    expect((await bySlug('pas-de-chat')).json()).toEqual({ id: userId });
    expect((await bySlug('Pas-de-Chat')).json()).toEqual({ id: userId });
    expect((await bySlug('pas-de')).statusCode).toBe(404);
    expect((await bySlug('pas%20de')).statusCode).toBe(400);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [userId]);
    expect((await bySlug('pas-de-chat')).json()).toEqual((await shop(userId)).json());
    expect((await bySlug('pas-de-chat')).statusCode).toBe(404);
    await ctx.pool.query(`update sellers set state = 'approved' where user_id = $1`, [userId]);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'x' where id = $1`, [
      userId,
    ]);
    expect((await bySlug('pas-de-chat')).statusCode).toBe(404);
  });

  it('shows badges earned from the stats', async () => {
    // A year and an hour; the other is an hour short of a year, and has the instructor role.
    expect(namesOf(await windowOf(seller))).toEqual(['established']);
    expect(namesOf(await windowOf(multi))).toEqual(['certified-instructor']);

    const { userId, ...store } = await createSeller(ctx.db);
    expect(store.name).toBe('Studio Ruiz');
    let last = 0;
    for (let made = 0; made < 9; made++) last = (await createResource(ctx.db, { sellerId: userId })).id;
    const stars = (given: number) =>
      createReview(ctx.db, { itemType: 'resource', itemId: last, stars: given });
    for (let given = 0; given < 9; given++) await stars(5);
    expect(namesOf(await windowOf(userId))).toEqual([]);
    await stars(1);
    await createResource(ctx.db, { sellerId: userId });
    // 4.6 from ten.
    const earned = await windowOf(userId);
    expect(earned.badges).toEqual([
      { name: 'top-rated', label: 'Top rated', reason: '4.6 stars on average from 10 reviews' },
      { name: 'prolific', label: 'Prolific', reason: '10 resources on sale' },
    ]);
    await stars(3);
    // 4.45…, which would be 4.5 if it were rounded.
    expect(namesOf(await windowOf(userId))).toEqual(['prolific']);
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [last]);
    expect(namesOf(await windowOf(userId))).toEqual([]);
    await ctx.pool.query(`update resources set state = 'archived' where seller_id = $1`, [userId]);
  });
});

describe('the list of sellers', () => {
  it('includes sellers with items on sale, best-selling first', async () => {
    const nothingOnSale = await createSeller(ctx.db, { name: 'Empty shop' });
    await createResource(ctx.db, { sellerId: nothingOnSale.userId, state: 'draft' });
    const answer = await call(listSellers);
    const page = answer.json<{ items: SellerCard[]; total: number }>();
    expect(page.items.map(({ name, itemCount }) => [name, itemCount])).toEqual([
      ['Ground Up', 1],
      // What is not on sale counts neither as an item nor as sold.
      ['Marchetti Ballet', 3],
    ]);
    expect(page.total).toBe(2);
    expect(await countQueries(ctx, () => app.inject({ url: listSellers.path }))).toBe(3);
    expect((await call(listSellers, { query: { page: '2' } })).json()).toMatchObject({ items: [], total: 2 });
    expect((await call(listSellers, { query: { page: 'last' } })).statusCode).toBe(400);
  });
});

describe('following', () => {
  const act = async (
    contract: typeof followSeller | typeof unfollowSeller,
    id: number,
    who: DemoName | null,
  ) => (await call(contract, { params: { id } }, who)).statusCode;
  const mine = async (id: number, who: DemoName) =>
    (await call(getSellerFollow, { params: { id } }, who)).json<Record<string, boolean>>();

  it('counts once per user and can be undone', async () => {
    expect(await mine(seller, 'member')).toEqual({ isMine: false, isFollowing: false });
    expect(await Promise.all([1, 2, 3].map(() => act(followSeller, seller, 'member')))).toEqual([
      204, 204, 204,
    ]);
    expect(await act(followSeller, seller, 'multi')).toBe(204);
    expect(await mine(seller, 'member')).toEqual({ isMine: false, isFollowing: true });
    expect((await windowOf(seller)).followerCount).toBe(2);
    expect(await act(unfollowSeller, seller, 'member')).toBe(204);
    expect(await act(unfollowSeller, seller, 'member')).toBe(204);
    expect((await windowOf(seller)).followerCount).toBe(1);
  });

  it('doesn’t count deleted users', async () => {
    const leaver = await createPerson(ctx.db, { username: 'leaver' });
    await ctx.pool.query(
      'insert into seller_follows (user_id, seller_id, created_at) values ($1, $2, now())',
      [leaver?.id, seller],
    );
    expect((await windowOf(seller)).followerCount).toBe(2);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'Test' where id = $1`, [
      leaver?.id,
    ]);
    expect((await windowOf(seller)).followerCount).toBe(1);
  });

  it('is refused for one’s own store, for guests and for unknown sellers', async () => {
    expect(await mine(seller, 'seller')).toEqual({ isMine: true, isFollowing: false });
    expect(await act(followSeller, seller, 'seller')).toBe(409);
    expect(await act(followSeller, seller, null)).toBe(401);
    expect(await act(unfollowSeller, seller, null)).toBe(401);
    expect((await call(getSellerFollow, { params: { id: seller } })).statusCode).toBe(401);
    expect(await act(followSeller, 999_999, 'member')).toBe(404);
    expect((await call(followSeller, { params: { id: 'x' } }, 'member')).statusCode).toBe(400);
  });
});
