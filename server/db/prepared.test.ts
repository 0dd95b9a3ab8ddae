// A prepared query returns the same values as the unprepared one, and is part of the transaction it is given.
import { DrizzleQueryError, eq, sql } from '#server/db/drizzle.ts';
import { expect, it } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import { testContext } from '../../tests/server/test-database.ts';
import type { DbOrTx } from './client.ts';
import { prepared, preparedSql } from './prepared.ts';
import { categories } from './schema/category.ts';
import { resources } from './schema/resource.ts';
import { sellers } from './schema/seller.ts';
import { inTransaction } from './transaction.ts';

const ctx = await testContext();

/** Numbers, decimals, dates, lists, expressions, and missing rows of a left join. */
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

/** Each has a store; not every one has a category. */
const nested = (db: DbOrTx) =>
  db
    .select({ id: resources.id, store: { name: sellers.name, since: sellers.createdAt } })
    .from(resources)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .orderBy(resources.id);

const halfEmpty = (db: DbOrTx) =>
  db
    .select({ id: resources.id, category: { name: categories.name, slug: categories.slug } })
    .from(resources)
    .leftJoin(categories, eq(categories.id, resources.categoryId))
    .orderBy(resources.id);

it('returns every value as Drizzle does', async () => {
  await createResource(ctx.db, { bpm: 96, metre: '4/4', type: 'audio' });
  await createResource(ctx.db);
  const flatQuery = prepared((db) => flat(db).prepare('test_flat'));
  const nestedQuery = prepared((db) => nested(db).prepare('test_nested'));
  const halfEmptyQuery = prepared((db) => halfEmpty(db).prepare('test_half_empty'));
  expect(await flatQuery(ctx.db).execute()).toStrictEqual(await flat(ctx.db));
  expect(await nestedQuery(ctx.db).execute()).toStrictEqual(await nested(ctx.db));
  expect(await halfEmptyQuery(ctx.db).execute()).toStrictEqual(await halfEmpty(ctx.db));
});

it('reports what failed, and leaves the connection free', async () => {
  const query = prepared((db) =>
    db
      .select({ tenth: sql<number>`10 / ${sql.placeholder('by')}::int` })
      .from(sql`(select 1) one`)
      .prepare('test_failing'),
  );
  const unreadable = () => {
    throw new Error('not to be read');
  };
  const misread = prepared((db) =>
    db
      .select({ n: sql`n`.mapWith(unreadable) })
      .from(sql`generate_series(1, 3) n`)
      .prepare('test_misread'),
  );
  await inTransaction(ctx.db, async (tx) => {
    await expect(query(tx).execute({})).rejects.toThrow('No value for placeholder "by" was provided');
    await expect(misread(tx).execute()).rejects.toThrow('not to be read');
    expect(await query(tx).execute({ by: 5 })).toStrictEqual([{ tenth: 2 }]);
  });
  const failure = query(ctx.db).execute({ by: 0 });
  await expect(failure).rejects.toBeInstanceOf(DrizzleQueryError);
  await expect(failure).rejects.toMatchObject({ cause: { code: '22012' }, params: [0] });
  expect(await query(ctx.db).execute({ by: 2 })).toStrictEqual([{ tenth: 5 }]);
});

it('does not run under another statement’s name', async () => {
  const of = (value: string) =>
    prepared((db) =>
      db
        .select({ value: sql<string>`${sql.raw(value)}` })
        .from(sql`(select 1) one`)
        .prepare('test_name'),
    );
  await inTransaction(ctx.db, async (tx) => {
    expect(await of('1')(tx).execute()).toStrictEqual([{ value: 1 }]);
    await expect(of('2')(tx).execute()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('must be unique') as string },
    });
  });
});

const countNamed = prepared((db) =>
  db
    .select({ found: sql<number>`count(*)::int` })
    .from(resources)
    .where(eq(resources.title, sql.placeholder('title')))
    .prepare('test_count_named'),
);
const rename = preparedSql<{ id: number; createdAt: Date; bpm: number | null }>(
  'test_rename',
  sql`update resources set title = ${sql.placeholder('title')}
    where id = any(${sql.placeholder('ids')}::int[]) and created_at <= ${sql.placeholder('until')}
    returning id, created_at as "createdAt", bpm`,
);

it('is part of the transaction it is given, and of no other', async () => {
  const { id } = await createResource(ctx.db);
  const count = async (db: DbOrTx, title: string) => (await countNamed(db).execute({ title }))[0]?.found;
  const values = (title: string) => ({ title, ids: [id], until: new Date(Date.now() + 60_000) });
  const undone = inTransaction(ctx.db, async (tx) => {
    const [row] = await rename(tx, values('Undone'));
    expect(row).toStrictEqual({ id, createdAt: expect.any(Date), bpm: null });
    expect(await count(tx, 'Undone')).toBe(1);
    expect(await count(ctx.db, 'Undone')).toBe(0);
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect(await count(ctx.db, 'Undone')).toBe(0);
  // Two at once, each on its own connection.
  await Promise.all(
    ['Kept', 'Kept'].map((title) => inTransaction(ctx.db, (tx) => rename(tx, values(title)))),
  );
  expect(await count(ctx.db, 'Kept')).toBe(1);
  expect(await inTransaction(ctx.db, (tx) => count(tx, 'Kept'))).toBe(1);
});
