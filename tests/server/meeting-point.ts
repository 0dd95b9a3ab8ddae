// Makes a race certain: calls wait at one point until the test releases them.
import { vi } from 'vitest';
import type { TestContext } from './test-database.ts';

export type MeetingPoint = {
  /** Waits until so many have arrived. */
  gathered(count: number): Promise<void>;
  letGo(): void;
};

/** Right after a correct password, where the attempts counted under `keyPrefix` are reset. */
export function meetAfterPassword(ctx: TestContext, keyPrefix: string): MeetingPoint {
  const { limiter } = ctx;
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  ctx.limiter = {
    take: (key, limit) => limiter.take(key, limit),
    prune: () => limiter.prune(),
    async reset(key) {
      if (key.startsWith(keyPrefix)) {
        arrived += 1;
        await gate.promise;
      }
      await limiter.reset(key);
    },
  };
  return {
    async gathered(count) {
      await vi.waitUntil(() => arrived >= count, { timeout: 10_000 });
    },
    letGo() {
      ctx.limiter = limiter;
      gate.resolve();
    },
  };
}

/** Where users are locked before they are changed. */
export function meetAtAccounts(ctx: TestContext, userIds: number[]) {
  return meetAtRows(ctx, 'select from users where id = any($1) for update', [userIds]);
}

/** Where rows are locked before they are changed: the test holds them until it releases them. */
export async function meetAtRows(ctx: TestContext, lockingQuery: string, values: unknown[]) {
  const holder = await ctx.pool.connect();
  await holder.query('begin');
  await holder.query(lockingQuery, values);
  return {
    /** Continues once so many are waiting; at most for as long as a test's statement waits for a lock. */
    async letGoAt(count: number): Promise<void> {
      const isWaiting = `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      const isGathered = async () => {
        const { rows } = await ctx.pool.query<{ waiting: number }>(isWaiting);
        return (rows[0]?.waiting ?? 0) >= count;
      };
      try {
        await vi.waitUntil(isGathered, { timeout: 18_000, interval: 5 });
      } finally {
        await holder.query('rollback');
        holder.release();
      }
    },
  };
}
