// PostgreSQL plans a list once per connection, whatever the filters, and reads it from the order's index.
import { afterAll, expect, it } from 'vitest';
import { connectDatabase } from '#server/db/client.ts';
import { RESOURCE_SORTS } from '#shared/features/catalogue/catalogue.rules.ts';
import type { ResourceFilters } from '#shared/features/catalogue/catalogue.schema.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import { getResourceFacets } from './catalogue-facets.service.ts';
import { listResources } from './catalogue.service.ts';

const base = await testContext();
const single = connectDatabase(base.connection, { max: 1 });
afterAll(() => single.close());
const ctx = { ...base, ...single };

const FILTERS: readonly ResourceFilters[] = [
  { type: ['audio'] },
  { style: ['Ballet', 'Jazz'] },
  { ageGroup: ['Adult (18+)'] },
  { level: ['Beginner'] },
  { price: '15-40' },
  { rating: '4' },
  { bpm: '70-99' },
  { metre: ['4/4'] },
  { category: [1] },
];
const PAIRS = FILTERS.flatMap((one, at) => FILTERS.slice(at).map((other) => ({ ...one, ...other })));
/** PostgreSQL plans this many calls for their values before it may keep a plan. */
const PLANNED_AT_FIRST = 5;

type Prepared = { name: string; custom: number; generic: number; statement: string };

// As many as a walk looks at, and all match: what PostgreSQL plans for a handful says nothing.
await single.pool.query(`set session_replication_role = replica;
  insert into resource_listings
    select 1000000 + n, 1, 1 + n % 24, -1, n % 5000, now() - interval '1 minute' * n, n % 90, n % 500, n % 6000
    from generate_series(1, 20000) n;
  set session_replication_role = origin;
  analyze resource_listings`);

it('plans a list once, for any pair of filters', async () => {
  for (const pair of PAIRS) {
    for (const sort of RESOURCE_SORTS) {
      for (const page of [1, 2]) await listResources(ctx, { ...pair, sort, page });
    }
    await getResourceFacets(ctx, pair);
  }
  const statements = await listStatements();
  expect(statements).toHaveLength(2 * RESOURCE_SORTS.length + 1);
  for (const { name, custom, generic } of statements) {
    expect(custom, name).toBe(PLANNED_AT_FIRST);
    expect(generic, name).toBeGreaterThan(0);
  }
});

it('reads the order’s index alone', async () => {
  for (const { name, statement } of await listStatements()) {
    const { rows } = await single.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    if (name !== 'catalogue_counters') {
      expect(plan).toMatch(/Index Only Scan (Backward )?using resource_listings_/);
    }
    expect(plan).not.toMatch(/Seq Scan on resource_(listings|counts)/);
  }
});

/** Those that don't search for words. */
async function listStatements(): Promise<Prepared[]> {
  const { rows } = await single.pool.query<Prepared>(
    `select name, custom_plans::int as custom, generic_plans::int as generic, statement
     from pg_prepared_statements where name like 'catalogue\\_%' and name not like 'catalogue\\_hits%'`,
  );
  return rows;
}
