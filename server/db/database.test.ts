// Migrations run once, transactions are retried, and timeouts end a wait.
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from '#server/db/drizzle.ts';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createTestDatabase, testContext } from '../../tests/server/test-database.ts';
import { connectDatabase } from './client.ts';
import { ensureDatabase } from './embedded.ts';
import { countExpectedMigrations, migrateDatabase } from './migrate.ts';
import { databaseErrorCode, inTransaction, violatedConstraint } from './transaction.ts';

async function emptyDatabase() {
  const server = inject('postgres');
  const database = `test_empty_${Math.random().toString(36).slice(2)}`;
  await ensureDatabase(server, database);
  return { ...server, database };
}

async function tablesOf(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  await client.end();
  return rows.map((row) => row.name);
}

describe('migrations', () => {
  it('run once when four servers start at the same moment', async () => {
    const connection = await emptyDatabase();
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(connection)));
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from settings');
    const applied = await client.query<{ n: number }>(
      'select count(*)::int as n from drizzle.__drizzle_migrations',
    );
    await client.end();
    expect(rows[0]?.n).toBe(1);
    expect(applied.rows[0]?.n).toBe(countExpectedMigrations());
  });

  it('that fail change nothing and report one sentence', async () => {
    const connection = await emptyDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
    await cp('server/db/migrations', folder, { recursive: true });
    const broken = path.join(folder, '0000_baseline.sql');
    await writeFile(
      broken,
      `${await readFile(broken, 'utf8')}--> statement-breakpoint\nselect * from no_such_table;`,
    );
    await expect(migrateDatabase(connection, { folder })).rejects.toThrow(
      'A database migration failed and was undone: relation "no_such_table" does not exist.',
    );
    expect(await tablesOf(connection)).toEqual([]);
    await migrateDatabase(connection);
    expect(await tablesOf(connection)).toContain('users');
  });

  it('for an unreachable database report one sentence without the password', async () => {
    const connectionString = 'postgres://someone:hush@127.0.0.1:1/releve';
    const failure = migrateDatabase({ connectionString });
    await expect(failure).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1\/releve does not respond: .*ECONNREFUSED.*\. Check DATABASE_URL\.$/,
    );
    await expect(migrateDatabase({ connectionString })).rejects.not.toThrow('hush');
  });
});

describe('inTransaction', () => {
  it('retries after losing a serialization race, so that both changes count', async () => {
    const ctx = await testContext();
    await ctx.pool.query('create table counters (id int primary key, n int)');
    await ctx.pool.query('insert into counters values (1, 0)');
    const increase = () =>
      inTransaction(
        ctx.db,
        async (tx) => {
          const { rows } = await tx.execute<{ n: number }>(sql`select n from counters where id = 1`);
          await tx.execute(sql`update counters set n = ${(rows[0]?.n ?? 0) + 1} where id = 1`);
        },
        { isolation: 'serializable' },
      );
    await Promise.all([increase(), increase(), increase()]);
    expect((await ctx.pool.query('select n from counters')).rows).toEqual([{ n: 3 }]);
  });

  it('retries the loser of a deadlock', async () => {
    const ctx = await testContext();
    await ctx.pool.query('create table pairs (id int primary key, n int)');
    await ctx.pool.query('insert into pairs values (1, 0), (2, 0)');
    const both = (first: number, second: number) =>
      inTransaction(ctx.db, async (tx) => {
        await tx.execute(sql`update pairs set n = n + 1 where id = ${first}`);
        await tx.execute(sql`select pg_sleep(0.05)`);
        await tx.execute(sql`update pairs set n = n + 1 where id = ${second}`);
      });
    await Promise.all([both(1, 2), both(2, 1)]);
    expect((await ctx.pool.query('select n from pairs order by id')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('does not retry constraint violations', async () => {
    const ctx = await testContext();
    let runs = 0;
    const refused = inTransaction(ctx.db, async () => {
      runs++;
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(runs).toBe(1);
  });
});

describe('database errors', () => {
  it('are identified by code and constraint', async () => {
    const ctx = await testContext();
    const error: unknown = await ctx.db
      .execute(sql`insert into settings (id) values (2)`)
      .catch((thrown: unknown) => thrown);
    expect(databaseErrorCode(error)).toBe('23514');
    expect(violatedConstraint(error)).toBe('settings_single_row');
    expect(databaseErrorCode(new Error('x'))).toBeUndefined();
  });
});

describe('timeouts', () => {
  it('end a statement after 5 s and a wait for a lock after 2 s', async () => {
    const { pool, close } = connectDatabase(await createTestDatabase());
    const shown = await pool.query(
      `select current_setting('statement_timeout') as s, current_setting('lock_timeout') as l`,
    );
    expect(shown.rows).toEqual([{ s: '5s', l: '2s' }]);
    await close();
  });
});
