import { beforeAll, describe, expect, it } from 'vitest';
import { resourceFiles, resourcePreviews } from '#server/db/schema/resource.ts';
import type { DemoName } from '#server/seed/demo.ts';
import { createEntitlement, createResource, createReview, createSeller } from '#server/seed/factories.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import type { ResourceCard, ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { countQueries, idOf } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call } = await testApp();

type Made = Awaited<ReturnType<typeof createResource>>;

async function idsOf(answer: ReturnType<typeof call>): Promise<number[]> {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBe(200);
  return (JSON.parse(body) as ResourceCard[]).map((card) => card.id);
}
const statusOf = async (id: number | string, who: DemoName | null = null) =>
  (await call(contract.getResource, { params: { id } }, who)).statusCode;
const related = (id: number, who: DemoName | null = null) =>
  call(contract.listRelatedResources, { params: { id } }, who);

let sellerId = 0;
let plie: Made;
/** One resource per state, all by one seller. */
const inState = new Map<string, Made>();
/** Published, but their seller is suspended. */
let ofSuspended: Made;

beforeAll(async () => {
  await emptyCatalogue(ctx);
  sellerId = await idOf(ctx, 'seller');
  await createSeller(ctx.db, { userId: sellerId, name: 'Marchetti Ballet', tagline: 'At the barre' });
  plie = await createResource(ctx.db, { sellerId, isFeatured: true, description: 'x'.repeat(1000) });
  for (const state of RESOURCE_STATES) {
    inState.set(
      state,
      await createResource(ctx.db, { sellerId, state, isFeatured: true, title: `A ${state} one` }),
    );
  }
  ofSuspended = await createResource(ctx.db, { isFeatured: true });
  await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [ofSuspended.sellerId]);
});

/** Everything hidden from others. */
const hidden = () => [
  ...RESOURCE_STATES.filter((state) => state !== 'published').map((state) => inState.get(state)?.id ?? 0),
  ofSuspended.id,
];

describe('one resource', () => {
  it('includes files, previews and seller', async () => {
    await ctx.db.insert(resourceFiles).values(
      [1, 0].map((position) => ({
        resourceId: plie.id,
        position,
        name: `part-${position}.pdf`,
        label: 'Ten plans',
        storageKey: `private/secret-${position}`,
        contentType: 'application/pdf',
        bytes: 5_000_000_000,
        sha256: 'f00d',
        pages: 12,
      })),
    );
    const [preview] = await ctx.db
      .insert(resourcePreviews)
      .values([
        {
          resourceId: plie.id,
          position: 0,
          kind: 'page',
          storageKey: 'previews/secret',
          contentType: 'image/webp',
          width: 800,
          height: 1100,
        },
        { resourceId: plie.id, position: 1, kind: 'text', text: 'Begin on the floor.' },
      ])
      .returning({ id: resourcePreviews.id });
    for (const stars of [5, 4, 4, 1])
      await createReview(ctx.db, { itemType: 'resource', itemId: plie.id, stars });

    const answer = await call(contract.getResource, { params: { id: plie.id } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<ResourceDetail>()).toMatchObject({
      id: plie.id,
      title: 'Pliés from the floor up',
      description: 'x'.repeat(1000),
      price: '12.00',
      imageUrl: `/uploads/resources/${plie.id}.webp?t=${plie.updatedAt.getTime()}`,
      thumbnailUrl: `/images/thumbnails/resource-${plie.id}.webp?t=${plie.updatedAt.getTime()}`,
      rating: 3.5,
      reviewCount: 4,
      histogram: [1, 0, 0, 2, 1],
      state: 'published',
      licence: 'single_teacher',
      seller: {
        id: sellerId,
        name: 'Marchetti Ballet',
        tagline: 'At the barre',
        firstName: 'Odile',
        rating: 3.5,
        reviewCount: 4,

        itemCount: 2,
      },
      files: [{ name: 'part-0.pdf', bytes: 5_000_000_000, pages: 12, seconds: null }, { name: 'part-1.pdf' }],
      previews: [
        { kind: 'page', url: `/api/resources/${plie.id}/previews/${preview?.id}`, width: 800, text: null },
        { kind: 'text', url: null, text: 'Begin on the floor.' },
      ],
    });
    expect(answer.body).not.toContain('secret');
    const other = await call(contract.getCurriculumItem, { params: { id: plie.id } });
    expect(other.body).toBe(answer.body);
  });

  it('takes one query for a guest', async () => {
    const ask = (id: number) => () => app.inject({ url: `/api/resources/${id}` });
    await ask(plie.id)();
    expect(await countQueries(ctx, ask(plie.id))).toBe(1);
    expect(await countQueries(ctx, ask(inState.get('published')?.id ?? 0))).toBe(1);
    expect(await countQueries(ctx, ask(inState.get('draft')?.id ?? 0))).toBe(1);
  });

  it('is not found by others while it isn’t on sale', async () => {
    for (const id of hidden()) {
      for (const who of [null, 'member', 'multi', 'instructor'] as const) {
        expect(await statusOf(id, who), `${id} ${who}`).toBe(404);
        expect((await related(id, who)).statusCode).toBe(404);
      }
    }
    // Exactly the response for an unknown id.
    const [absent, draft] = await Promise.all([
      call(contract.getResource, { params: { id: 999_999 } }),
      call(contract.getResource, { params: { id: inState.get('draft')?.id ?? 0 } }),
    ]);
    expect(draft.json()).toEqual(absent.json());
  });

  it('is visible in every state to its seller, officers and admins', async () => {
    for (const { id } of inState.values()) expect(await statusOf(id, 'seller')).toBe(200);
    for (const id of hidden()) {
      expect(await statusOf(id, 'officer')).toBe(200);
      expect(await statusOf(id, 'admin')).toBe(200);
      expect((await related(id, 'officer')).statusCode).toBe(200);
    }
    expect(await statusOf(ofSuspended.id, 'seller')).toBe(404);
  });

  it('is hidden from an admin without the required second factor', async () => {
    await ctx.pool.query('update settings set is_two_factor_required = true');
    expect(await statusOf(ofSuspended.id, 'admin')).toBe(404);
    expect(await statusOf(plie.id, 'admin')).toBe(200);
    await ctx.pool.query('update settings set is_two_factor_required = false');
  });

  it('stays visible to users with access, until it ends', async () => {
    const userId = await idOf(ctx, 'member');
    const item = { userId, itemType: 'resource' as const };
    const archived = inState.get('archived')?.id ?? 0;
    await createEntitlement(ctx.db, { ...item, itemId: archived });
    await createEntitlement(ctx.db, { ...item, itemId: ofSuspended.id, state: 'revoked' });
    expect(await statusOf(archived, 'member')).toBe(200);
    expect((await related(archived, 'member')).statusCode).toBe(200);
    expect(await statusOf(archived, 'multi')).toBe(404);
    expect(await statusOf(ofSuspended.id, 'member')).toBe(404);
    await ctx.pool.query('update entitlements set ends_at = $1 where item_id = $2', [
      ctx.clock.now(),
      archived,
    ]);
    expect(await statusOf(archived, 'member')).toBe(404);
  });

  it('rejects invalid ids', async () => {
    for (const id of ['x', '0', '-1', '1.5', '2147483648']) expect(await statusOf(id), id).toBe(400);
    expect(await statusOf(2_147_483_647)).toBe(404);
  });
});

describe('featured resources', () => {
  it('are those on sale, newest first, at most twelve', async () => {
    expect(await idsOf(call(contract.listFeaturedResources))).toEqual([
      inState.get('published')?.id,
      plie.id,
    ]);
    const { rows } = await ctx.pool.query(
      `insert into resources (seller_id, title, type, dance_style, age_groups, level,
        price_cents, state, is_featured, created_at, updated_at)
      select $1, 'More ' || n, 'audio', 'Jazz', '{All Ages}', 'Advanced', 0, 'published', true,
        '2026-04-01'::timestamptz + n * interval '1 day', '2026-04-01'::timestamptz + n * interval '1 day'
      from generate_series(1, 14) n returning id`,
      [sellerId],
    );
    const ids = await idsOf(call(contract.listFeaturedResources));
    expect(ids).toHaveLength(12);
    expect(ids[0]).toBe((rows.at(-1) as { id: number }).id);
    expect(await countQueries(ctx, () => app.inject({ url: contract.listFeaturedResources.path }))).toBe(1);
  });

  it('disappear and return with their seller', async () => {
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'Test' where id = $1`, [
      sellerId,
    ]);
    expect(await idsOf(call(contract.listFeaturedResources))).toEqual([]);
    expect(await statusOf(plie.id)).toBe(404);
    await ctx.pool.query(`update users set state = 'active', suspended_reason = null where id = $1`, [
      sellerId,
    ]);
    expect(await statusOf(plie.id)).toBe(200);
  });
});

describe('resources by id', () => {
  const byIds = (ids: string) => call(contract.listResourcesByIds, { query: { ids } });

  it('come in the given order, each once, only those on sale', async () => {
    const published = inState.get('published')?.id ?? 0;
    const asked = [...hidden(), plie.id, 999_999, published, plie.id].join(',');
    expect(await idsOf(byIds(asked))).toEqual([plie.id, published]);
    expect(await idsOf(byIds(`${published},${plie.id}`))).toEqual([published, plie.id]);
    expect(await idsOf(byIds(''))).toEqual([]);
    const query = { ids: asked };
    expect(await countQueries(ctx, () => app.inject({ url: contract.listResourcesByIds.path, query }))).toBe(
      1,
    );
  });

  it('show only an excerpt of the description', async () => {
    const [card] = (await byIds(String(plie.id))).json<ResourceCard[]>();
    expect(card?.description).toHaveLength(240);
  });

  it('are limited to twenty-four', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
    expect((await byIds(many(24))).statusCode).toBe(200);
    expect((await byIds(many(25))).statusCode).toBe(400);
    expect((await byIds('1,two')).statusCode).toBe(400);
    expect((await byIds('0')).statusCode).toBe(400);
  });
});

describe('related resources', () => {
  it('are on sale, nearest first, without the resource itself', async () => {
    const twin = await createResource(ctx.db, { title: 'Tendus from the floor up' });
    const cousin = await createResource(ctx.db, {
      danceStyle: 'Ballet',
      level: 'Advanced',
      ageGroups: ['Adult (18+)'],
      type: 'video',
    });
    const ids = await idsOf(related(plie.id));
    expect(ids.length).toBeLessThanOrEqual(8);
    expect(ids).not.toContain(plie.id);
    for (const id of hidden()) expect(ids).not.toContain(id);
    // Same seller, style, level, ages and type; then all but the seller; then the style alone.
    expect(ids.slice(0, 3)).toEqual([inState.get('published')?.id, twin.id, cousin.id]);
  });

  it('come from several sellers: after two of one, others come first', async () => {
    const big = await createSeller(ctx.db);
    const far = await createResource(ctx.db, { danceStyle: 'Tap', level: 'Professional', type: 'audio' });
    const near: number[] = [];
    for (let at = 0; at < 4; at++)
      near.push((await createResource(ctx.db, { sellerId: big.userId, danceStyle: 'Swing' })).id);
    const [it, ...others] = near;
    const ids = await idsOf(related(it ?? 0));
    // The seller's own are nearest, but only two of them come before more distant ones.
    expect(ids.slice(0, 2).every((id) => others.includes(id))).toBe(true);
    const third = others.find((id) => !ids.slice(0, 2).includes(id)) ?? 0;
    expect(ids).toContain(far.id);
    expect(ids.indexOf(far.id)).toBeLessThan(ids.includes(third) ? ids.indexOf(third) : ids.length);
  });

  it('are limited to eight and take two queries', async () => {
    expect(await idsOf(related(plie.id))).toHaveLength(8);
    const url = `/api/resources/${plie.id}/related`;
    expect(await countQueries(ctx, () => app.inject({ url }))).toBe(2);
  });

  it('of an unknown resource are not found', async () => {
    expect((await related(999_999)).statusCode).toBe(404);
    expect((await call(contract.listRelatedResources, { params: { id: 'x' } })).statusCode).toBe(400);
  });
});
