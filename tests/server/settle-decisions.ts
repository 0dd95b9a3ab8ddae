// Staff decisions take effect ten seconds later; for tests about what happens then.
import type { TestContext } from './test-database.ts';

/** Applies everything decided so far, without moving the clock. */
export async function settleDecisions(ctx: TestContext): Promise<void> {
  await ctx.pool.query(`update staff_decisions set due_at = decided_at where state = 'pending'`);
  await ctx.jobs.drain({ includeLater: true });
}
