// Every table that refers to a user is declared by exactly one feature, and export sections don't overwrite each other.
import { getTableName } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { PERSONAL_DATA } from '#server/features/privacy/privacy.registry.ts';
import { testContext } from './test-database.ts';

const ctx = await testContext();

const declared = PERSONAL_DATA.flatMap(({ tables }) => tables.map((table) => getTableName(table)));

it('declares every table that refers to a user or seller', async () => {
  const { rows } = await ctx.pool.query<{ name: string }>(
    `select c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid = 'users'::regclass
     union
     select table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('user_id', 'seller_id')
     order by name`,
  );
  expect(rows.length).toBeGreaterThan(30);
  const missing = rows.map(({ name }) => name).filter((name) => !declared.includes(name));
  expect(missing).toEqual([]);
});

it('declares no table twice', () => {
  expect(declared.filter((name, at) => declared.indexOf(name) !== at)).toEqual([]);
});

it('gives every section of the export its own name', () => {
  const sections = PERSONAL_DATA.flatMap(({ collect = {} }) => Object.keys(collect));
  expect(new Set(sections).size).toBe(sections.length);
});
