import { beforeAll, describe, expect, it } from 'vitest';
import { createResource, createSeller } from '#server/seed/factories.ts';
import * as contract from '#shared/features/moderation/moderation.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import { RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { countQueries, idOf, newAudit } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call, signInAs } = await testApp();

type Page = {
  items: { id: number; title: string; state: string; isListed: boolean; updatedAt: string }[];
  total: number;
  page: number;
  counts: Record<string, number>;
};

async function all(query: Record<string, string> = {}): Promise<Page> {
  const answer = await call(contract.listStaffResources, { query }, 'officer');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
}
const titlesOf = ({ items }: Page) => items.map(({ title }) => title);

let sellerId = 0;

beforeAll(async () => {
  await emptyCatalogue(ctx);
  sellerId = await idOf(ctx, 'seller');
  await createSeller(ctx.db, { userId: sellerId });
  for (const [at, state] of RESOURCE_STATES.entries()) {
    const updatedAt = new Date(Date.UTC(2026, 5, 1 + at));
    await createResource(ctx.db, { sellerId, state, title: `Étude 100% ${state}`, updatedAt });
  }
});

describe('resources in every state', () => {
  it('are listed, last changed first, with a count for each state', async () => {
    const page = await all();
    expect(page.items.map(({ state }) => state)).toEqual(RESOURCE_STATES.toReversed());
    expect(page.items.filter(({ isListed }) => isListed)).toHaveLength(1);
    expect(page).toMatchObject({ total: 6, page: 1, pageSize: 25 });
    expect(page.counts).toEqual({
      all: 6,
      ...Object.fromEntries(RESOURCE_STATES.map((state) => [state, 1])),
    });
    expect((await all({ page: '2' })).items).toEqual([]);
  });

  it('are filtered by title and state', async () => {
    expect(titlesOf(await all({ state: 'draft' }))).toEqual(['Étude 100% draft']);
    const found = await all({ q: 'ÉTUDE draft' });
    expect(titlesOf(found)).toEqual(['Étude 100% draft']);
    expect(found.counts).toMatchObject({ all: 1, draft: 1, published: 0 });
    expect((await all({ q: '100%', state: 'rejected' })).total).toBe(1);
    expect((await all({ q: 'e_ude' })).total).toBe(0);
  });

  it.each(['"', '%', '_', '\\', '💃', 'x'.repeat(10_000), `'; drop table resources; --`])(
    'accept %j as a search',
    async (q) => {
      expect((await all({ q })).page).toBe(1);
    },
  );

  it('take a fixed number of queries', async () => {
    const cookie = await signInAs('officer');
    const ask = () => app.inject({ url: contract.listStaffResources.path, headers: { cookie } });
    await ask();
    expect(await countQueries(ctx, ask)).toBe(4);
  });

  it('are visible to officers and admins only', async () => {
    expect((await call(contract.listStaffResources, {}, 'admin')).statusCode).toBe(200);
    expect((await call(contract.listStaffResources)).statusCode).toBe(401);
    for (const who of ['member', 'seller', 'instructor'] as const) {
      expect((await call(contract.listStaffResources, {}, who)).statusCode).toBe(403);
    }
    expect(
      (await call(contract.listStaffResources, { query: { state: 'lost' } }, 'officer')).statusCode,
    ).toBe(400);
    expect((await call(contract.listStaffResources, { query: { page: '0' } }, 'officer')).statusCode).toBe(
      400,
    );
  });
});

describe('featuring', () => {
  const toggle = (id: number | string, who: Parameters<typeof call>[2] = 'officer') =>
    call(contract.toggleFeatured, { params: { id } }, who);
  const featured = async () =>
    (await call(resourceContract.listFeaturedResources)).json<{ id: number }[]>().map(({ id }) => id);

  it('features and unfeatures a resource, and audits both', async () => {
    const { id } = await createResource(ctx.db, { sellerId, title: 'Swing basics' });
    expect((await toggle(id)).json()).toEqual({ isFeatured: true });
    expect(await featured()).toContain(id);
    expect((await toggle(id, 'admin')).json()).toEqual({ isFeatured: false });
    expect(await featured()).not.toContain(id);
    const written = await newAudit(ctx);
    expect(written.slice(-2)).toEqual([
      {
        action: 'resource.feature',
        actor: 'officer',
        subject_type: 'resource',
        subject_id: String(id),
        details: { title: 'Swing basics' },
      },
      {
        action: 'resource.unfeature',
        actor: 'admin',
        subject_type: 'resource',
        subject_id: String(id),
        details: { title: 'Swing basics' },
      },
    ]);
  });

  it('features only what is on sale; anything can be unfeatured', async () => {
    for (const state of RESOURCE_STATES.filter((one) => one !== 'published')) {
      const { id } = await createResource(ctx.db, { sellerId, state });
      const answer = await toggle(id);
      expect(answer.statusCode).toBe(409);
      expect(answer.json<{ message: string }>().message).toMatch(/on sale/);
    }
    const gone = await createResource(ctx.db, { sellerId, state: 'archived', isFeatured: true });
    expect((await toggle(gone.id)).json()).toEqual({ isFeatured: false });
    expect((await toggle(gone.id)).statusCode).toBe(409);
  });

  it('counts both when two officers toggle at once', async () => {
    const { id } = await createResource(ctx.db, { sellerId });
    const before = (await newAudit(ctx)).length;
    const answers = await Promise.all([toggle(id), toggle(id, 'admin'), toggle(id), toggle(id, 'admin')]);
    const states = answers.map((answer) => answer.json<{ isFeatured: boolean }>().isFeatured);
    expect(states.filter(Boolean)).toHaveLength(2);
    expect((await newAudit(ctx)).length - before).toBe(4);
    expect(await featured()).not.toContain(id);
  });

  it('is allowed to officers and admins, for existing resources', async () => {
    const { id } = await createResource(ctx.db, { sellerId });
    expect((await toggle(id, null)).statusCode).toBe(401);
    expect((await toggle(id, 'seller')).statusCode).toBe(403);
    expect((await toggle(id, 'member')).statusCode).toBe(403);
    expect((await toggle(999_999)).statusCode).toBe(404);
    expect((await toggle('x')).statusCode).toBe(400);
  });
});
