// Sends a payout: calls the gateway with the same key until it answers, then records the outcome in the ledger.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordLedgerEntries } from '#server/features/ledger/ledger.service.ts';
import { GatewayRefusedError } from '#server/integrations/gateway/gateway.ts';
import { defineJob } from '#server/jobs/job.ts';
import { payoutFailedLines, payoutPaidLines, reversalLines } from '#shared/features/payout/payout.rules.ts';
import { holdEarnings } from './earnings.service.ts';
import { mailPayoutFailed, mailPayoutPaid } from './payout-mail.ts';
import {
  listReversalsOf,
  endPayout,
  findFailureBefore,
  findPayout,
  markEarningsPaid,
  releaseEarnings,
  type PayoutRow,
  endReversal,
  findReversal,
  type ReversalRow,
} from './payout-run.queries.ts';
import { insertReversals } from './earnings.queries.ts';

export const sendPayoutJob = defineJob({
  name: 'payout.send',
  data: z.object({ payoutId: z.int() }),
  retryLimit: 20,
  retryDelay: 5,
  concurrency: 2,
  run: (ctx, { payoutId }) => sendPayout(ctx, payoutId),
});

async function sendPayout(ctx: AppContext, payoutId: number): Promise<void> {
  const payout = await findPayout(ctx.db, { id: payoutId });
  if (payout?.state !== 'processing') return;
  if (payout.gateway !== ctx.payouts.name) {
    // Only that gateway knows the outcome: nothing is assumed, and its keys must be configured again.
    throw new Error(`Payout ${payoutId} was started at ${payout.gateway}, which is no longer set up`);
  }
  const { id, failure } = await transfer(ctx, payout);
  await inTransaction(ctx.db, async (tx) => {
    if (id === null) await recordFailed(ctx, tx, payout, failure);
    else await recordPaid(ctx, tx, payout, id);
  });
}

type Outcome = { id: string; failure: null } | { id: null; failure: string };

/** Throws if the gateway didn't answer: the job tries again with the same key. */
async function transfer(ctx: AppContext, payout: PayoutRow): Promise<Outcome> {
  const { id, accountId, amountCents, currency, createdAt } = payout;
  const name = `${id}-${createdAt.getTime()}`;
  const transfer = {
    key: `releve-payout-${name}`,
    accountId,
    amountCents,
    currency,
    group: `payout-${name}`,
  };
  try {
    const before = mayBeForgotten(ctx, createdAt) && (await ctx.payouts.findTransfer(transfer));
    return { id: (before || (await ctx.payouts.transfer(transfer))).id, failure: null };
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    return { id: null, failure: `The payment service refused it: ${error.message}`.slice(0, 500) };
  }
}

async function recordPaid(ctx: AppContext, tx: Tx, payout: PayoutRow, gatewayId: string): Promise<void> {
  const now = ctx.clock.now();
  const { id } = payout;
  if (!(await endPayout(tx, { id, state: 'paid', gatewayId, endedAt: now }))) return;
  await markEarningsPaid(tx, { payoutId: id });
  const lines = payoutPaidLines(payout);
  await recordLedgerEntries(tx, { kind: 'payout_paid', cause: `payout ${id} paid`, at: now, lines });
  await mailPayoutPaid(ctx, tx, payout);
  await sendReversals(ctx, tx, payout);
}

async function recordFailed(ctx: AppContext, tx: Tx, payout: PayoutRow, failure: string): Promise<void> {
  const now = ctx.clock.now();
  const { id } = payout;
  if (!(await endPayout(tx, { id, state: 'failed', gatewayId: null, failure, endedAt: now }))) return;
  for (const orderId of await releaseEarnings(tx, { payoutId: id })) await holdEarnings(ctx, tx, orderId);
  const lines = payoutFailedLines(payout);
  await recordLedgerEntries(tx, { kind: 'payout_failed', cause: `payout ${id} failed`, at: now, lines });
  // It is retried every day, but one email is enough.
  if ((await findFailureBefore(tx, payout)) !== failure) await mailPayoutFailed(ctx, tx, payout, failure);
  await sendReversals(ctx, tx, payout);
}

/** What was refunded while it was in transit. */
async function sendReversals(ctx: AppContext, tx: Tx, { id }: PayoutRow): Promise<void> {
  for (const reversalId of await listReversalsOf(tx, { payoutId: id })) {
    await ctx.jobs.send(tx, reverseJob, { reversalId }, { singletonKey: `reversal ${reversalId}` });
  }
}

export const reverseJob = defineJob({
  name: 'payout.reverse',
  data: z.object({ reversalId: z.int() }),
  retryLimit: 20,
  retryDelay: 5,
  run: (ctx, { reversalId }) => reverse(ctx, reversalId),
});

async function reverse(ctx: AppContext, reversalId: number): Promise<void> {
  const reversal = await findReversal(ctx.db, { id: reversalId });
  // While the payout is in transit there is nothing to reverse; its end sends this job again.
  if (reversal?.state !== 'requested' || reversal.payoutState === 'processing') return;
  const gatewayId = await takeBack(ctx, reversal);
  await inTransaction(ctx.db, async (tx) => {
    const endedAt = ctx.clock.now();
    const state = gatewayId === null ? 'failed' : 'succeeded';
    if (!(await endReversal(tx, { id: reversalId, state, gatewayId, endedAt })) || gatewayId === null) return;
    const { currency } = reversal;
    const cause = `reversal ${reversalId}`;
    await recordLedgerEntries(tx, {
      kind: 'reversal',
      cause,
      orderId: reversal.orderId,
      at: endedAt,
      lines: reversalLines(reversal),
      currency,
    });
  });
}

/** Null: nothing was reversed, and nothing will be. */
async function takeBack(ctx: AppContext, reversal: ReversalRow): Promise<string | null> {
  const { id, createdAt, payoutState, transferId, amountCents } = reversal;
  // Never arrived: the refund is deducted from the seller's next payout anyway.
  if (payoutState === 'failed' || transferId === null) return null;
  if (reversal.gateway !== ctx.payouts.name) return null;
  const key = `releve-reversal-${id}-${createdAt.getTime()}`;
  try {
    const made = mayBeForgotten(ctx, createdAt) && (await ctx.payouts.findReversal(transferId, { key }));
    return (made || (await ctx.payouts.reverse(transferId, { key, amountCents }))).id;
  } catch (error) {
    if (error instanceof GatewayRefusedError) return null;
    throw error;
  }
}

const KEYS_KEPT_MS = 12 * 3_600_000;

export function mayBeForgotten({ clock }: Pick<AppContext, 'clock'>, createdAt: Date): boolean {
  return clock.now().getTime() - createdAt.getTime() > KEYS_KEPT_MS;
}

/** Once per cause and payout, in the transaction that refunds the money. */
export async function requestReversals(
  ctx: AppContext,
  tx: Tx,
  { cause, shares }: { cause: string; shares: readonly Share[] },
): Promise<void> {
  const byPayout = new Map<number, Share>();
  for (const share of shares) {
    const amountCents = (byPayout.get(share.payoutId)?.amountCents ?? 0) + share.amountCents;
    byPayout.set(share.payoutId, { ...share, amountCents });
  }
  if (byPayout.size === 0) return;
  const createdAt = ctx.clock.now();
  const rows = [...byPayout.values()].map((share) => ({ ...share, cause, createdAt }));
  for (const reversalId of await insertReversals(tx, rows)) {
    await ctx.jobs.send(tx, reverseJob, { reversalId });
  }
}

type Share = { payoutId: number; sellerId: number; amountCents: number };
