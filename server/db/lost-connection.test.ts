// Connections that die under a running process: their user gets an error, the process survives, the pool recovers.
import { sql } from '#server/db/drizzle.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/server/test-database.ts';
import { connectDatabase, type DbOrTx } from './client.ts';
import { outageOf } from './outage.ts';
import { inTransaction } from './transaction.ts';

const MAX = 3;
const connection = await createTestDatabase();
const { db, pool, close } = connectDatabase(connection, { max: MAX });
afterAll(close);

const onServer = async (text: string, values: unknown[] = []) => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as unknown[];
  } finally {
    await client.end();
  }
};

const pidOf = async (on: DbOrTx) => {
  const { rows } = await on.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return rows[0]?.pid ?? 0;
};

/** As a restart, a failover, a pooler or an administrator does. */
async function terminate(pid: number): Promise<void> {
  await onServer('select pg_terminate_backend($1, 5000)', [pid]);
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('It must fail.'),
    (error: unknown) => error,
  );

/** Every connection of the pool can be used at once. */
async function expectWholePool(): Promise<void> {
  const pids = await Promise.all(
    Array.from({ length: MAX }, () =>
      inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_sleep(0.05)`);
        return pidOf(tx);
      }),
    ),
  );
  expect(new Set(pids).size).toBe(MAX);
  expect(pool.totalCount).toBe(MAX);
}

describe('a connection that dies', () => {
  it('while a transaction waits between two statements fails that transaction only', async () => {
    const lost = await failure(
      inTransaction(db, async (tx) => {
        await terminate(await pidOf(tx));
        // The event arrives while the connection is idle.
        await new Promise((resolve) => setTimeout(resolve, 50));
        await tx.execute(sql`select 1`);
      }),
    );
    expect(outageOf(lost)).toBe('away');
    await expectWholePool();
  });

  it('in the middle of a statement fails it', async () => {
    const lost = failure(
      inTransaction(db, async (tx) => {
        const pid = await pidOf(tx);
        setTimeout(() => void terminate(pid), 50);
        await tx.execute(sql`select pg_sleep(10)`);
      }),
    );
    expect(outageOf(await lost)).toBe('away');
    await expectWholePool();
  });

  it('before COMMIT saves nothing and reports it', async () => {
    await pool.query('create table kept (n int)');
    const lost = await failure(
      inTransaction(db, async (tx) => {
        await tx.execute(sql`insert into kept values (1)`);
        await terminate(await pidOf(tx));
      }),
    );
    expect(outageOf(lost)).toBe('away');
    expect(await onServer('select n from kept')).toEqual([]);
  });

  it('while it is idle is replaced', async () => {
    await expectWholePool();
    await onServer(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(() => pool.totalCount).toBe(0);
    await expectWholePool();
  });

  it('because its transaction was idle for too long fails that transaction only', async () => {
    const lost = await failure(
      inTransaction(db, async (tx) => {
        await tx.execute(sql`set local idle_in_transaction_session_timeout = '20ms'`);
        await new Promise((resolve) => setTimeout(resolve, 200));
        await tx.execute(sql`select 1`);
      }),
    );
    expect(outageOf(lost)).toBe('away');
    await expectWholePool();
  });

  it('at BEGIN does not cost the pool a connection, however often', async () => {
    for (let round = 0; round < 3 * MAX; round++) {
      // Lost between leaving the pool and BEGIN.
      pool.once('acquire', (client) => void client.end());
      expect(outageOf(await failure(inTransaction(db, pidOf)))).toBe('away');
    }
    await expectWholePool();
  });
});
