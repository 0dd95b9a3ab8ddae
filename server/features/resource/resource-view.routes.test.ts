import { describe, expect, it } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import { type Person, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { pruneViewers } from './resource.service.ts';

const { call, ctx } = await testApp();

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

type Look = { by?: Person; from?: string; agent?: string };
const look = (id: number, { by, from = '10.0.0.1', agent = BROWSER }: Look = {}) =>
  call(contract.countResourceView, {
    params: { id },
    from,
    headers: { 'user-agent': agent, ...by?.headers },
  });

async function viewsOf(id: number): Promise<number[]> {
  const { rows } = await ctx.pool.query<{ views: number }>(
    'select views from resource_views where resource_id = $1 order by day',
    [id],
  );
  return rows.map(({ views }) => views);
}

describe('a view', () => {
  it('counts a visitor once a day, even for simultaneous requests', async () => {
    const { id } = await createResource(ctx.db);
    const [mara, nell] = [await someone(ctx), await someone(ctx)];
    const visits: Look[] = [{ by: mara }, { by: nell }, {}, { from: '10.0.0.2' }];
    const answers = await Promise.all([...visits, ...visits, ...visits].map((visit) => look(id, visit)));
    expect(statusesOf(answers)).toEqual(Array(12).fill(204));
    expect(await viewsOf(id)).toEqual([4]);
    // The same user from another address.
    await look(id, { by: mara, from: '10.0.0.9' });
    expect(await viewsOf(id)).toEqual([4]);
    ctx.clock.advance(24 * 3600_000);
    await look(id, { by: await someone(ctx) });
    await look(id, { by: await someone(ctx) });
    expect(await viewsOf(id)).toEqual([4, 2]);
  });

  it('by its seller, staff or bots is not counted', async () => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id });
    await look(id, { by: seller });
    await look(id, { by: await someone(ctx, { roles: ['curriculum_officer'] }) });
    await look(id, { by: await someone(ctx, { roles: ['admin'] }) });
    await look(id, { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
    expect(await viewsOf(id)).toEqual([]);
  });

  it('of a resource that isn’t on sale is not counted', async () => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id, state: 'draft' });
    expect((await look(id)).statusCode).toBe(404);
    expect((await look(id, { by: await someone(ctx) })).statusCode).toBe(404);
    expect((await look(2_000_000_000)).statusCode).toBe(404);
    expect((await look(id, { by: seller })).statusCode).toBe(204);
    expect(await viewsOf(id)).toEqual([]);
  });

  it('stores nothing that identifies the visitor, and deletes the salt after the day', async () => {
    const { id } = await createResource(ctx.db);
    const person = await someone(ctx);
    await look(id, { by: person });
    await look(id, { from: '10.1.2.3' });
    const { rows } = await ctx.pool.query<{ viewer: string }>('select viewer from resource_viewers');
    for (const { viewer } of rows) expect(viewer).toMatch(/^[\w-]{43}$/);
    ctx.clock.advance(24 * 3600_000);
    await pruneViewers(ctx);
    const left = await ctx.pool.query('select 1 from resource_viewers union all select 1 from view_salts');
    expect(left.rowCount).toBe(0);
    expect(await viewsOf(id)).toEqual([2]);
  });
});
