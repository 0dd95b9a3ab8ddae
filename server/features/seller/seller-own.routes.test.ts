import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createDrawnCover } from '#server/features/cover/cover.service.ts';
import { createEntitlement, createResource, createReview, createSeller } from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import {
  exportOwnStats,
  getOwnStats,
  getOwnSeller,
  listOwnTasks,
  setOwnBanner,
  updateOwnSeller,
  type OwnStats,
  type OwnSeller,
  type SellerTask,
} from '#shared/features/seller/own-seller.contract.ts';
import { getSeller } from '#shared/features/seller/seller.contract.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, call, ctx } = await testApp();

const as = (person: Person, contract: Contract, input: Parameters<typeof call>[1] = {}) =>
  call(contract, { ...input, headers: person.headers });
const store = async (person: Person) => (await as(person, getOwnSeller)).json<OwnSeller>();

const BODY = {
  name: 'Barre & Beyond',
  slug: 'barre-and-beyond',
  tagline: 'Forty minutes, no pianist',
  about: 'I teach.',
  policies: 'Ask me.',
  vacationNote: 'Back on December 1.',
};

describe('store settings', () => {
  it('are changed by the seller and shown on their page', async () => {
    const seller = await someSeller(ctx);
    const answer = await as(seller, updateOwnSeller, { body: { ...BODY, name: `  ${BODY.name} ` } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await store(seller)).toMatchObject({ ...BODY, id: seller.id, state: 'approved', bannerUrl: null });
    const shop = (await call(getSeller, { params: { id: seller.id } })).json<object>();
    expect(shop).toMatchObject({ name: BODY.name, tagline: BODY.tagline, vacationNote: BODY.vacationNote });
  });

  it('a slug belongs to one seller; another gets a free suggestion', async () => {
    const [first, second] = [await someSeller(ctx), await someSeller(ctx)];
    await as(first, updateOwnSeller, { body: { ...BODY, slug: 'pirouettes' } });
    const before = await store(second);
    const refused = await as(second, updateOwnSeller, { body: { ...BODY, slug: 'pirouettes' } });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: 'Another seller uses the short name “pirouettes”. “pirouettes-2” is free.',
      details: [{ path: 'slug' }],
    });
    expect(await store(second)).toEqual(before);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a short name of numbers', { slug: '2026' }],
    ['a short name with a slash', { slug: 'a/b' }],
    ['too much about', { about: 'x'.repeat(4001) }],
  ])('refuses %s', async (_what, change) => {
    const seller = await someSeller(ctx);
    expect((await as(seller, updateOwnSeller, { body: { ...BODY, ...change } })).statusCode).toBe(400);
  });

  it('are 404 for users who don’t sell, and 401 for guests', async () => {
    const member = await someone(ctx);
    for (const contract of [getOwnSeller, listOwnTasks]) {
      expect((await as(member, contract)).statusCode).toBe(404);
      expect((await call(contract)).statusCode).toBe(401);
    }
    expect((await as(member, updateOwnSeller, { body: BODY })).statusCode).toBe(404);
  });

  it('a suspended seller sees the reason', async () => {
    const seller = await someone(ctx, { roles: ['seller'] });
    await createSeller(ctx.db, {
      userId: seller.id,
      state: 'suspended',
      suspendedReason: 'Two upheld notices.',
    });
    expect(await store(seller)).toMatchObject({ state: 'suspended', suspendedReason: 'Two upheld notices.' });
  });
});

describe('a seller’s banner', () => {
  const picture = (width: number, background: string) =>
    sharp({ create: { width, height: 600, channels: 3, background } })
      .png()
      .toBuffer();

  async function uploaded(person: Person, content: Buffer, purpose = 'banner'): Promise<string> {
    const id = randomUUID();
    await ctx.storage.put(`uploads/${id}`, content, { contentType: 'image/png' });
    await ctx.pool.query(
      `insert into uploads (id, user_id, purpose, name, bytes, state, content_type, storage_key, sha256, created_at,
        touched_at) values ($1, $2, $3, 'b.png', $4, 'ready', 'image/png', $5, 'x', now(), now())`,
      [id, person.id, purpose, content.length, `uploads/${id}`],
    );
    return id;
  }
  const setBanner = (person: Person, uploadId: string | null) =>
    as(person, setOwnBanner, { body: { uploadId } });

  it('is the uploaded picture, cropped, until it is removed', async () => {
    const seller = await someSeller(ctx);
    const answer = await setBanner(seller, await uploaded(seller, await picture(1600, '#204080')));
    expect(answer.statusCode, answer.body).toBe(200);
    const { bannerUrl } = answer.json<OwnSeller>();
    expect((await call(getSeller, { params: { id: seller.id } })).json()).toMatchObject({ bannerUrl });
    await createDrawnCover(ctx.db, { subject: `seller-${seller.id}`, style: 'Tap' });
    const shown = await app.inject(bannerUrl ?? '');
    expect(shown.headers['content-type']).toBe('image/webp');
    const { dominant } = await sharp(shown.rawPayload).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r + 50);
    expect((await setBanner(seller, null)).json()).toMatchObject({ bannerUrl: null });
  });

  it('can’t be someone else’s upload, one for another purpose, or a missing one', async () => {
    const [seller, other] = [await someSeller(ctx), await someSeller(ctx)];
    const content = await picture(800, '#204080');
    expect((await setBanner(seller, await uploaded(other, content))).statusCode).toBe(404);
    expect((await setBanner(seller, await uploaded(seller, content, 'cover'))).statusCode).toBe(404);
    expect((await setBanner(seller, 'nothing')).statusCode).toBe(404);
    const once = await uploaded(seller, content);
    const both = await Promise.all([setBanner(seller, once), setBanner(seller, once)]);
    expect(new Set(both.map((answer) => answer.statusCode))).toEqual(new Set([200, 409]));
    expect((await setBanner(await someone(ctx), null)).statusCode).toBe(404);
  });
});

const RANGE = { from: '2026-03-01', to: '2026-03-10' };
const numbers = async (person: Person, query = RANGE) => {
  const answer = await as(person, getOwnStats, { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<OwnStats>();
};

async function sellerWithNumbers() {
  const seller = await someSeller(ctx);
  const plans = await createResource(ctx.db, { sellerId: seller.id, title: 'Plans' });
  const music = await createResource(ctx.db, { sellerId: seller.id, title: '=Music', priceCents: 0 });
  const sold = { itemType: 'resource', itemId: plans.id, cause: 'order_line' } as const;
  // The last moment of a day, the first after the range, and one that was refunded.
  await createEntitlement(ctx.db, { ...sold, createdAt: new Date('2026-03-10T23:59:59Z') });
  await createEntitlement(ctx.db, { ...sold, createdAt: new Date('2026-03-11T00:00:00Z') });
  await createEntitlement(ctx.db, { ...sold, state: 'revoked', createdAt: new Date('2026-03-05T12:00Z') });
  await createEntitlement(ctx.db, { ...sold, createdAt: new Date('2026-02-22T12:00Z') });
  const taken = { itemType: 'resource', itemId: music.id, cause: 'free' } as const;
  const taker = await createEntitlement(ctx.db, { ...taken, createdAt: new Date('2026-03-01T00:00:00Z') });
  await createEntitlement(ctx.db, { ...taken, cause: 'grant', createdAt: new Date('2026-03-02T12:00Z') });
  await createReview(ctx.db, {
    itemType: 'resource',
    itemId: music.id,
    stars: 4,
    createdAt: new Date('2026-03-03T12:00Z'),
  });
  await ctx.pool.query(
    `insert into resource_views (resource_id, day, views) values ($1, '2026-03-01', 3), ($1, '2026-03-10', 5),
      ($1, '2026-02-28', 40), ($2, '2026-03-02', 2)`,
    [plans.id, music.id],
  );
  await ctx.pool.query(
    `insert into resource_downloads (resource_id, user_id, day) values ($1, $2, '2026-03-02')`,
    [music.id, taker.userId],
  );
  const follower = await someone(ctx);
  await ctx.pool.query('insert into seller_follows values ($1, $2, now())', [follower.id, seller.id]);
  return { seller, plans, music };
}

describe('a seller’s stats', () => {
  it('total the activity between two UTC days, by day and by resource', async () => {
    const { seller, plans, music } = await sellerWithNumbers();
    const found = await numbers(seller);
    expect(found.total).toEqual({ views: 10, sales: 1, claims: 1, downloads: 1, reviews: 1 });
    expect(found.before).toEqual({ views: 40, sales: 1, claims: 0, downloads: 0, reviews: 0 });
    expect(found.days).toHaveLength(10);
    expect(found.days[0]).toEqual({
      day: '2026-03-01',
      views: 3,
      sales: 0,
      claims: 1,
      downloads: 0,
      reviews: 0,
    });
    expect(found.days[9]).toMatchObject({ day: '2026-03-10', views: 5, sales: 1 });
    expect(found).toMatchObject({ hasSold: true, rating: 4, reviewCount: 1, followerCount: 1 });
    expect(found.resources.map(({ id, views, sales, claims }) => [id, views, sales, claims])).toEqual([
      [plans.id, 8, 1, 0],
      [music.id, 2, 0, 1],
    ]);
    const trend = found.resources[0]?.trend ?? [];
    expect([trend.length, trend[0], trend[10], trend.reduce((a, b) => a + b, 0)]).toEqual([12, 3, 5, 8]);
  });

  it('export as CSV, with formulas neutralized', async () => {
    const { seller } = await sellerWithNumbers();
    const byResource = await as(seller, exportOwnStats, { query: RANGE });
    expect(byResource.headers['content-type']).toContain('text/csv');
    const [head, first, second] = byResource.body.split('\n');
    expect(head).toBe('\uFEFFNumber,Resource,Views,Sold,Free copies,Downloads,Reviews,Rating');
    expect(first).toMatch(/^\d+,Plans,8,1,0,0,0,$/);
    expect(second).toMatch(/^\d+,'=Music,2,0,1,1,1,4$/);
    const byDay = await as(seller, exportOwnStats, { query: { ...RANGE, by: 'day' } });
    expect(byDay.body.split('\n')[1]).toBe('2026-03-01,3,0,1,0,0');
  });

  it('never include another seller’s', async () => {
    const { plans } = await sellerWithNumbers();
    const other = await someSeller(ctx);
    const found = await numbers(other);
    expect(found.total).toEqual({ views: 0, sales: 0, claims: 0, downloads: 0, reviews: 0 });
    expect(found).toMatchObject({ resources: [], hasSold: false, rating: null });
    // Whatever the query: there is no way to name another seller.
    const query = { ...RANGE, sellerId: String(plans.sellerId), seller: String(plans.sellerId) };
    expect((await numbers(other, query)).resources).toEqual([]);
    const file = await as(other, exportOwnStats, { query });
    expect(file.body.trim().split('\n')).toHaveLength(1);
    const nobody = await someone(ctx, { roles: ['curriculum_officer'] });
    for (const contract of [getOwnStats, exportOwnStats]) {
      expect((await as(nobody, contract, { query: RANGE })).statusCode).toBe(404);
      expect((await call(contract, { query: RANGE })).statusCode).toBe(401);
    }
  });

  it.each([
    { from: '2026-03-10', to: '2026-03-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2020-01-01', to: '2026-03-01' },
    { from: '', to: 'x' },
  ])('refuse the days $from to $to', async (query) => {
    expect((await as(await someSeller(ctx), getOwnStats, { query })).statusCode).toBe(400);
  });
});

describe('a seller’s tasks', () => {
  it('are their own only, the most urgent first', async () => {
    const seller = await someSeller(ctx);
    const now = ctx.clock.now();
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const make = (values: Parameters<typeof createResource>[1]) =>
      createResource(ctx.db, { sellerId: seller.id, updatedAt: ago(1), ...values });
    await make({ title: 'Lying draft', state: 'draft', updatedAt: ago(8) });
    await make({ title: 'Fresh draft', state: 'draft', updatedAt: ago(6) });
    await make({ title: 'Sent back', state: 'changes_requested', stateReason: 'Page two is blank.' });
    await make({ title: 'Refused', state: 'rejected', stateReason: 'Not about dance.' });
    const broken = await make({ title: 'Broken preview' });
    const reviewed = await make({ title: 'Reviewed' });
    const down = await make({ title: 'Taken down', state: 'archived' });
    const late = await make({ title: 'Too late', state: 'archived' });
    await ctx.pool.query(
      `insert into resource_files (resource_id, position, name, storage_key, content_type, bytes, sha256, preview_state,
        preview_problem) values ($1, 0, 'a.pdf', 'x', 'application/pdf', 1, 'x', 'failed', 'It is locked.')`,
      [broken.id],
    );
    const item = { itemType: 'resource', itemId: reviewed.id } as const;
    await createReview(ctx.db, { ...item, body: 'Older.', createdAt: ago(3) });
    await createReview(ctx.db, { ...item, body: 'Newest.', createdAt: ago(2) });
    await createReview(ctx.db, { ...item, body: '', createdAt: ago(1) });
    await createReview(ctx.db, { ...item, answer: 'Thanks.', answeredAt: ago(1), createdAt: ago(1) });
    const reporter = await someone(ctx);
    for (const [id, decided] of [
      [down.id, ago(2)],
      [late.id, ago(15)],
    ] as const) {
      await ctx.pool.query(
        `insert into rights_notices (resource_id, reporter_id, reason, body, state, created_at, due_at, decided_at,
          decision_reason) values ($1, $2, 'copyright', 'Mine.', 'upheld', $3, $3, $3, 'It is theirs.')`,
        [id, reporter.id, decided],
      );
    }
    const { items, total } = (await as(seller, listOwnTasks)).json<{
      items: SellerTask[];
      total: number;
    }>();
    expect(items.map(({ kind, title, words, count }) => [kind, title, words, count])).toEqual([
      ['rights_notice', 'Taken down', 'It is theirs.', 1],
      ['changes_requested', 'Sent back', 'Page two is blank.', 1],
      ['rejected', 'Refused', 'Not about dance.', 1],
      ['failed_preview', 'Broken preview', 'It is locked.', 1],
      ['unanswered_reviews', 'Reviewed', 'Newest.', 2],
      ['old_draft', 'Lying draft', '', 1],
    ]);
    expect(total).toBe(6);
    expect(items[0]?.dueAt).toBe(new Date(ago(2).getTime() + 14 * 86_400_000).toISOString());
    const { rows } = await ctx.pool.query('select id from rights_notices where resource_id = $1', [down.id]);
    expect(items.map(({ noticeId }) => noticeId)).toEqual([rows[0]?.id, null, null, null, null, null]);
    const other = await someSeller(ctx);
    expect((await as(other, listOwnTasks)).json()).toEqual({ items: [], total: 0 });
  });
});
