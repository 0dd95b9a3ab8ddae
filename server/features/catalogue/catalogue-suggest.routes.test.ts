import { beforeAll, describe, expect, it } from 'vitest';
import type { output } from 'zod';
import { inTransaction } from '#server/db/transaction.ts';
import { createResource, createSeller } from '#server/seed/factories.ts';
import * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { listSuggestionRows } from './catalogue-search.queries.ts';

const { app, ctx } = await testApp();

const suggest = async (q: string, kind: string) => {
  const answer = await app.inject({ url: contract.suggestSearches.path, query: { q } });
  const found = answer.json<output<typeof contract.suggestSearches.response>>();
  return found.filter((one) => one.kind === kind).map(({ text }) => text);
};

describe('sellers whose name starts with the input', () => {
  it('are the two with most reviews, never a suspended one', async () => {
    const reviewed = (ratingCount: number) => ({ ratingCount, ratingSum: ratingCount * 4 });
    await createSeller(ctx.db, { name: 'Quickstep quarter', ...reviewed(3) });
    await createSeller(ctx.db, { name: 'Quickstep corner', ...reviewed(7) });
    await createSeller(ctx.db, { name: 'Quickstep house', ...reviewed(5) });
    await createSeller(ctx.db, { name: 'Quickstep closed', state: 'suspended', ...reviewed(90) });
    await createSeller(ctx.db, { name: 'Quick', ...reviewed(99) });
    await createSeller(ctx.db, { name: 'Quicksteq', ...reviewed(99) });
    expect(await suggest('quickstep', 'seller')).toEqual(['Quickstep corner', 'Quickstep house']);
    expect(await suggest('quickstep q', 'seller')).toEqual(['Quickstep quarter']);
    expect(await suggest('quickstep c', 'seller')).toEqual(['Quickstep corner']);
    expect(await suggest('quickstep%', 'seller')).toEqual(['Quickstep corner', 'Quickstep house']);
  });
});

describe('titles that start with the input', () => {
  it('are the four most useful, the most useful first', async () => {
    for (const [title, salesCount] of [
      ['Zydeco one', 10],
      ['Zydeco two', 4000],
      ['Zydeco three', 200],
      ['Zydeco four', 50],
      ['Zydeco five', 900],
    ] as const) {
      await createResource(ctx.db, { title, description: '', salesCount });
    }
    expect(await suggest('zyd', 'resource')).toEqual([
      'Zydeco two',
      'Zydeco five',
      'Zydeco three',
      'Zydeco four',
    ]);
  });
});

describe('rows read for suggestions', () => {
  const MANY = 2000;

  beforeAll(async () => {
    const { sellerId } = await createResource(ctx.db, { title: 'Waacking one' });
    // As one load, without what each row would set going: only how many there are matters here.
    await ctx.pool.query(`
      begin;
      set local session_replication_role = replica;
      with made as (
        insert into users (username, username_key, email, email_key, first_name, last_name, password_hash, role, roles)
        select w, w, w, w, 'Many', 'Sellers', 'none', 'seller', '{seller}'
        from generate_series(1, ${MANY}) n, lateral (select 'waacking' || n as w) named returning id
      )
      insert into sellers (user_id, name, slug, created_at, updated_at)
      select id, 'Waacking ' || id, 'waacking-' || id, now(), now() from made;
      with made as (
        insert into resources (seller_id, title, type, dance_style, age_groups, level, price_cents, state, is_listed,
          published_at, created_at, updated_at)
        select ${sellerId}, 'Waacking ' || n, 'text', 'Other', '{All Ages}', 'Beginner', 0, 'published', true, now(), now(), now()
        from generate_series(1, ${MANY}) n returning resources.*
      )
      select write_listing(made) from made;
      commit;
      analyze sellers; analyze resources; analyze resource_listings`);
  });

  it("don't grow with the number of matches", async () => {
    const read = await inTransaction(ctx.db, async (tx) => {
      // Often enough for PostgreSQL to have settled on one plan for whatever is typed.
      for (let time = 0; time < 8; time++) {
        await listSuggestionRows(tx, { start: 'waac', last: 'waac', before: '' });
      }
      const before = await rowsRead();
      const found = await listSuggestionRows(tx, { start: 'waac', last: 'waac', before: '' });
      expect(found.resources).toHaveLength(4);
      expect(found.sellers).toHaveLength(2);
      const after = await rowsRead();
      return Object.fromEntries(
        Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)]),
      );

      async function rowsRead(): Promise<Record<string, number>> {
        const { rows } = await tx.execute<{ table: string; rows: number }>(`
          select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
          from pg_stat_xact_user_tables where relname in ('sellers', 'resources', 'resource_listings')`);
        return Object.fromEntries(rows.map((row) => [row.table, row.rows]));
      }
    });
    expect(read['sellers']).toBeGreaterThan(1);
    expect(read['sellers']).toBeLessThanOrEqual(60);
    // Counts whole pages of listings, and for resources also rows that existed before a change.
    expect(read['resource_listings']).toBeLessThan(500);
    expect(read['resources']).toBeLessThan(20);
  });
});
