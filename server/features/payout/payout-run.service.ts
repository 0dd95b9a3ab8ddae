// Payout runs, daily or started by staff. Each seller is one transaction: available earnings are claimed,
// debts deducted, and the rest goes in transit. The transfer follows outside of it.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { recordLedgerEntries } from '#server/features/ledger/ledger.service.ts';
import { GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import { defineJob } from '#server/jobs/job.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import {
  earningsDueCents,
  offsetOf,
  PAYOUT_MINIMUM_CENTS,
  payoutStartedEntries,
} from '#shared/features/payout/payout.rules.ts';
import { PAYOUT_HOUR } from '#shared/features/payout/payout.states.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { findSeller, holdRealPayouts, lockAccountOf, type AccountRow } from './payout-account.queries.ts';
import { refreshAccount } from './payout-account.service.ts';
import {
  endRun,
  findRun,
  hasProcessing,
  insertPayout,
  insertRun,
  listOpenRuns,
  listPayees,
  lockPayableEarnings,
  sumEarningsDue,
  claimEarnings,
  listStuckPayouts,
  listWaitingReversals,
  hasOpenRun,
} from './payout-run.queries.ts';
import { reverseJob, sendPayoutJob } from './payout-send.service.ts';

const PAYEES_AT_ONCE = 100;
const MINUTE = 60_000;

export const runPayoutsJob = defineJob({
  name: 'payout.run',
  data: z.object({ runId: z.int(), sellerId: z.int().optional() }),
  run: (ctx, { runId, sellerId }) => runPayouts(ctx, runId, sellerId),
});

export const startRunJob = defineJob({
  name: 'payout.start-run',
  data: z.object({}),
  cron: `0 ${PAYOUT_HOUR} * * *`,
  async run(ctx) {
    await inTransaction(ctx.db, (tx) => startRun(ctx, tx, { startedBy: null }));
  },
});

/** Resumes what a killed process left unfinished. */
export const resumePayoutsJob = defineJob({
  name: 'payout.sweep',
  data: z.object({}),
  cron: '* * * * *',
  run: sweepPayouts,
});

type Tx = Parameters<typeof insertRun>[0];

/** For all sellers, or for one. */
export async function startRun(
  ctx: AppContext,
  tx: Tx,
  { startedBy, sellerId }: { startedBy: number | null; sellerId?: number },
): Promise<number> {
  const runId = await insertRun(tx, { startedBy, startedAt: ctx.clock.now() });
  const data = sellerId === undefined ? { runId } : { runId, sellerId };
  await ctx.jobs.send(tx, runPayoutsJob, data, { singletonKey: `run ${runId}` });
  return runId;
}

async function runPayouts(ctx: AppContext, runId: number, sellerId: number | undefined): Promise<void> {
  const run = await findRun(ctx.db, { id: runId });
  if (!run || run.endedAt) return;
  const gateway = ctx.payouts.name;
  for (let after = 0; ;) {
    const payees = await listPayees(ctx.db, { gateway, after, limit: PAYEES_AT_ONCE, sellerId });
    for (const payee of payees) {
      // A failure doesn't block the other sellers.
      await payOut(ctx, runId, payee).catch((error: unknown) => {
        ctx.log.warn({ err: error, sellerId: payee.userId, runId }, 'A payout was not started');
      });
    }
    if (payees.length < PAYEES_AT_ONCE) break;
    after = payees.at(-1)?.userId ?? after;
  }
  await endRun(ctx.db, { id: runId, endedAt: ctx.clock.now() });
}

async function payOut(ctx: AppContext, runId: number, payee: AccountRow): Promise<void> {
  await refreshAccount(ctx, payee).catch((error: unknown) => {
    // Uses the last known account state; if it is wrong, the transfer is refused.
    if (!(error instanceof GatewayUnreachableError)) throw error;
  });
  try {
    await inTransaction(ctx.db, (tx) => beginPayout(ctx, tx, { runId, sellerId: payee.userId }));
  } catch (error) {
    // Another run was faster.
    if (violatedConstraint(error) !== 'payouts_one_processing') throw error;
  }
}

async function beginPayout(
  ctx: AppContext,
  tx: Tx,
  { runId, sellerId }: { runId: number; sellerId: number },
): Promise<void> {
  const now = ctx.clock.now();
  const account = await lockAccountOf(tx, { userId: sellerId, gateway: ctx.payouts.name });
  if (account?.state !== 'ready') return;
  const seller = await findSeller(tx, { userId: sellerId });
  const isOpen =
    seller?.state === 'approved' && seller.accountState === 'active' && seller.heldReason === null;
  if (!isOpen || (await hasProcessing(tx, { sellerId }))) return;
  const partIds = await lockPayableEarnings(tx, { sellerId, now });
  const due = await sumEarningsDue(tx, { sellerId, partIds });
  const amountCents = earningsDueCents(due);
  if (amountCents < PAYOUT_MINIMUM_CENTS) return;
  const payoutId = await insertPayout(tx, {
    runId,
    sellerId,
    amountCents,
    offsetCents: offsetOf(due),
    currency: DEFAULT_CURRENCY,
    gateway: account.gateway,
    accountId: account.gatewayId,
    createdAt: now,
  });
  await claimEarnings(tx, { partIds, payoutId });
  const lines = payoutStartedEntries({ sellerId, amountCents });
  await recordLedgerEntries(tx, { kind: 'payout', cause: `payout ${payoutId}`, at: now, lines });
  await ctx.jobs.send(tx, sendPayoutJob, { payoutId }, { singletonKey: `payout ${payoutId}` });
}

async function sweepPayouts(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - MINUTE);
  const limit = 100;
  for (const payoutId of await listStuckPayouts(ctx.db, { before, limit })) {
    await ctx.jobs.send(ctx.db, sendPayoutJob, { payoutId }, { singletonKey: `payout ${payoutId}` });
  }
  for (const reversalId of await listWaitingReversals(ctx.db, { before, limit })) {
    await ctx.jobs.send(ctx.db, reverseJob, { reversalId }, { singletonKey: `reversal ${reversalId}` });
  }
  // An interrupted run for one seller continues as a run for everybody, which pays nobody twice.
  for (const runId of await listOpenRuns(ctx.db, { before: new Date(before.getTime() - 10 * MINUTE) })) {
    await ctx.jobs.send(ctx.db, runPayoutsJob, { runId }, { singletonKey: `run ${runId}` });
  }
}

/** Shown to the seller. */
const REASON =
  'This site was restored from a backup. Payouts resume once we’ve checked what was paid out since then.';

/** Returns how many sellers wait for staff. */
export function holdPayoutsAfterRestore(db: DbOrTx, at: Date): Promise<number> {
  return holdRealPayouts(db, { reason: REASON, at });
}

export async function startPayoutRun(ctx: AppContext, viewer: Viewer): Promise<{ id: number }> {
  return inTransaction(ctx.db, async (tx) => {
    if (await hasOpenRun(tx)) {
      throw new AppError('conflict', 'A run is already in progress. Its payouts appear below.');
    }
    const id = await startRun(ctx, tx, { startedBy: viewer.id });
    await recordAudit(ctx, tx, { actor: viewer, action: 'payout.run', subject: ['payout run', id] });
    return { id };
  });
}
