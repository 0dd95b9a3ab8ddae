// Resources of the demo school that cost between 15 and 40 dollars.
import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Db } from '../server/db/client.ts';

export type DemoResource = { id: number; title: string; price: string };

/** Lowest ids first: they existed before any test created, repriced or archived one of its own. */
export async function pricedResources(page: Page): Promise<DemoResource[]> {
  const answer = await page.request.get('/api/resources?price=15-40&pageSize=24');
  const { items } = (await answer.json()) as { items: DemoResource[] };
  return items.toSorted((one, other) => one.id - other.id);
}

export async function pricedResource(page: Page, at = 0): Promise<DemoResource> {
  const found = (await pricedResources(page))[at];
  if (!found) throw new Error('The demo school has nothing to buy.');
  return found;
}

type WithFiles = {
  /** In cents, from and to. */
  price?: [number, number];
  type?: string;
  hasPreviews?: boolean;
};

/** One of the demo school's whose files exist: they are made in the background, for some of them in tests. */
export async function resourceWithFiles(
  db: Db,
  { price: [from, to] = [1500, 4000], type, hasPreviews = false }: WithFiles = {},
): Promise<DemoResource> {
  const find = async () => {
    const { rows } = await db.execute<DemoResource>(sql`
      select r.id, r.title, trim(to_char(r.price_cents / 100.0, '99990.00')) as price from resources r
      where r.state = 'published' and r.price_cents between ${from} and ${to}
        and (${type ?? null}::text is null or r.type = ${type ?? null})
        and exists (select from resource_files f where f.resource_id = r.id)
        and (not ${hasPreviews} or exists (select from resource_previews p where p.resource_id = r.id))
      order by r.id limit 1`);
    return rows[0];
  };
  // They are there already, unless the school was founded only for this test.
  await expect.poll(find, { timeout: 80_000 }).toBeDefined();
  const found = await find();
  if (!found) throw new Error('No such resource of the demo school has files.');
  return found;
}
