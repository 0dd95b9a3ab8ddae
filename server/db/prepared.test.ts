// A prepared query answers what the same query answers unprepared, value by value.
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import { testContext } from '../../tests/server/test-database.ts';
import type { DbOrTx } from './client.ts';
import { prepared } from './prepared.ts';
import { categories } from './schema/category.ts';
import { resources } from './schema/resource.ts';
import { stores } from './schema/seller.ts';

const ctx = await testContext();

/** Numbers, decimals, dates, lists, expressions, and what a left join does not find. */
const flat = (db: DbOrTx) =>
  db
    .select({
      id: resources.id,
      ageGroups: resources.ageGroups,
      rating: resources.rating,
      bpm: resources.bpm,
      isListed: resources.isListed,
      createdAt: resources.createdAt,
      category: categories.name,
      shout: sql<string>`upper(${resources.title})`.as('shout'),
      length: sql<number>`length(${resources.title})`.mapWith(Number),
    })
    .from(resources)
    .leftJoin(categories, eq(categories.id, resources.categoryId))
    .orderBy(resources.id);

const nested = (db: DbOrTx) =>
  db
    .select({ id: resources.id, store: { name: stores.name, since: stores.createdAt } })
    .from(resources)
    .innerJoin(stores, eq(stores.userId, resources.sellerId))
    .orderBy(resources.id);

it('reads every value as Drizzle does', async () => {
  await createResource(ctx.db, { bpm: 96, metre: '4/4', type: 'audio' });
  await createResource(ctx.db);
  const flatQuery = prepared((db) => flat(db).prepare('test_flat'));
  const nestedQuery = prepared((db) => nested(db).prepare('test_nested'));
  expect(await flatQuery(ctx.db).execute()).toStrictEqual(await flat(ctx.db));
  expect(await nestedQuery(ctx.db).execute()).toStrictEqual(await nested(ctx.db));
});
