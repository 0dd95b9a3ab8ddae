// The database keeps listings right, even when a seller is suspended at the very moment of publishing.
import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import { someSeller } from '../../../tests/server/resource-tools.ts';
import { testContext } from '../../../tests/server/test-database.ts';

const ctx = await testContext();

async function isListed(id: number): Promise<boolean> {
  const { rows } = await ctx.pool.query<{ is_listed: boolean }>(
    'select is_listed from resources where id = $1',
    [id],
  );
  return rows[0]?.is_listed ?? false;
}

/** Waits until this connection is blocked by another one's lock. */
async function waitsForLock(client: PoolClient & { processID?: number | null }): Promise<void> {
  for (;;) {
    const { rows } = await ctx.pool.query(
      `select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
      [client.processID],
    );
    if (rows.length > 0) return;
  }
}

const SUSPENSIONS = [
  ['the shop', `update sellers set state = 'suspended' where user_id = $1`],
  ['the account', `update users set state = 'suspended', suspended_reason = 'x' where id = $1`],
] as const;

describe('publishing and suspending at the same time', () => {
  it.each(SUSPENSIONS)('%s suspended while a resource is being published', async (_name, suspend) => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id, state: 'in_review' });
    const [publisher, officer] = [await ctx.pool.connect(), await ctx.pool.connect()];
    try {
      await publisher.query('begin');
      await publisher.query(`update resources set state = 'published' where id = $1`, [id]);
      const suspended = officer.query(suspend, [seller.id]);
      await waitsForLock(officer);
      await publisher.query('commit');
      await suspended;
    } finally {
      for (const client of [publisher, officer]) client.release();
    }
    expect(await isListed(id)).toBe(false);
  });

  it.each(SUSPENSIONS)('a resource published while %s is being suspended', async (_name, suspend) => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id, state: 'in_review' });
    const [publisher, officer] = [await ctx.pool.connect(), await ctx.pool.connect()];
    try {
      await officer.query('begin');
      await officer.query(suspend, [seller.id]);
      const published = publisher.query(`update resources set state = 'published' where id = $1`, [id]);
      await waitsForLock(publisher);
      await officer.query('commit');
      await published;
    } finally {
      for (const client of [publisher, officer]) client.release();
    }
    expect(await isListed(id)).toBe(false);
  });

  it.each(SUSPENSIONS)('items go off sale when %s is suspended', async (_name, suspend) => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id });
    expect(await isListed(id)).toBe(true);
    await ctx.pool.query(suspend, [seller.id]);
    expect(await isListed(id)).toBe(false);
    await ctx.pool.query('update resources set is_listed = true where id = $1', [id]);
    expect(await isListed(id)).toBe(false);
  });
});
