// Staff decisions take effect ten seconds later; for tests that are about what then is.
import type { TestContext } from './test-database.ts';

/** As if the ten seconds were over, without moving the clock: does everything decided so far. */
export async function settleDecisions(ctx: TestContext): Promise<void> {
  await ctx.pool.query(`update staff_decisions set due_at = decided_at where state = 'pending'`);
  await ctx.jobs.drain({ includeLater: true });
}
