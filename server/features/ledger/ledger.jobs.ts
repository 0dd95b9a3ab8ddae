// Rolls the ledger up into days, and checks it regularly.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { defineJob } from '#server/jobs/job.ts';
import { checkLedger } from './ledger.service.ts';
import { findLatestLedgerCheck, rollUpLedger } from './ledger.queries.ts';

const AT_ONCE = 1000;
const HOUR_MS = 3_600_000;

export const rollUpLedgerJob = defineJob({
  name: 'ledger.roll',
  data: z.object({}),
  cron: '* * * * *',
  run: rollLedger,
});

async function rollLedger(ctx: AppContext): Promise<void> {
  while ((await rollUpLedger(ctx.db, { limit: AT_ONCE })) === AT_ONCE);
  const last = await findLatestLedgerCheck(ctx.db);
  const isFresh = last && ctx.clock.now().getTime() - last.checkedAt.getTime() < HOUR_MS;
  if (isFresh) return;
  const { unbalancedCount, strayCount } = await checkLedger(ctx);
  if (unbalancedCount > 0 || strayCount > 0) {
    ctx.log.error({ unbalancedCount, strayCount }, 'The ledger does not balance');
  }
}
