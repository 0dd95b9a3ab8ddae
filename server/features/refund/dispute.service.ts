// Disputes: the buyer's bank takes the money and decides later whose it is. It may decide in any order and change its
// mind, so only the gateway's current answer counts, never the order in which events arrive.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertLedgerTransaction } from '#server/features/ledger/ledger.service.ts';
import { lockOrder, type OrderRow } from '#server/features/order/order.service.ts';
import { listRefundableParts } from '#server/features/order/refundable.service.ts';
import { holdEarnings } from '#server/features/payout/earnings.service.ts';
import type { GatewayDispute } from '#server/integrations/gateway/gateway.ts';
import { undone, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import { moneyRemainder, moneyReturnsOf } from '#shared/features/refund/refund.rules.ts';
import { isDisputeOpen, type DisputeState } from '#shared/features/refund/refund.states.ts';
import { sumCents } from '#shared/money.ts';
import { requestReversals } from '#server/features/payout/payout-send.service.ts';
import {
  countDisputeSteps,
  findDispute,
  insertDispute,
  listLostDisputes,
  updateDisputeState,
  type DisputeRecord,
} from './dispute.queries.ts';
import { queueDisputed } from './refund-mail.ts';
import { listReturns, type PaidPayment } from './refund.queries.ts';
import { paidOut, returnedLines, releaseReturns, settleOrder, recordReturns } from './returns.service.ts';

const ATTEMPTS = 6;

type Taken = PaidPayment & { gatewayId: string };

/** Fetches the disputes of a payment from the gateway and applies them. */
export async function applyDisputes(ctx: AppContext, payment: Taken): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const steps = await countDisputeSteps(ctx.db, { paymentId: payment.id });
    const gatewayDisputes = await ctx.gateway.listDisputes(payment.gatewayId);
    const isApplied = await inTransaction(ctx.db, async (tx) => {
      const order = await lockOrder(tx, { id: payment.orderId });
      // Another process applied something that may be newer than our answer: fetch again.
      if (!order || (await countDisputeSteps(tx, { paymentId: payment.id })) !== steps) return false;
      for (const dispute of gatewayDisputes) await applyOne(ctx, tx, { order, payment }, dispute);
      return true;
    });
    if (isApplied) return;
  }
  throw new Error(`The disputes of payment ${payment.id} keep changing`);
}

async function applyOne(
  ctx: AppContext,
  tx: Tx,
  { order, payment }: { order: OrderRow; payment: Taken },
  gatewayDispute: GatewayDispute,
): Promise<void> {
  const now = ctx.clock.now();
  const { gateway } = payment;
  const { id: gatewayId, amountCents, currency, state, reason, answerBy } = gatewayDispute;
  const known = await findDispute(tx, { gateway, gatewayId });
  const dispute =
    known ??
    (await insertDispute(tx, {
      orderId: order.id,
      paymentId: payment.id,
      gateway,
      gatewayId,
      amountCents,
      currency,
      reason,
      state,
      answerBy,
      createdAt: now,
      updatedAt: now,
    }));
  if (!dispute || known?.state === state) {
    const { id = 0, step = 0 } = known ?? {};
    if (known) await updateDisputeState(tx, { id, state, step, reason, answerBy, updatedAt: now });
    return;
  }
  const step = dispute.step + 1;
  const before = known ? await leave(tx, known) : [];
  await updateDisputeState(tx, { id: dispute.id, state, step, reason, answerBy, updatedAt: now });
  const after = await enter(tx, order, dispute, state);
  await insertDisputeEntries(ctx, tx, { order, dispute, step, lines: [...undone(before), ...after] });
  if (state === 'lost') {
    const shares = paidOut(await listReturns(tx, { table: 'dispute', id: dispute.id }));
    await requestReversals(ctx, tx, { cause: `dispute ${dispute.id} ${step}`, shares });
  }
  await settleOrder(ctx, tx, order.id);
  await holdEarnings(ctx, tx, order.id);
  const isNews = !known || !isDisputeOpen(state) || !isDisputeOpen(known.state);
  if (isNews) await queueDisputed(ctx, tx, order, { ...dispute, state });
}

/**
 * The part of a loss that no order part covers is the platform's while a refund for the same cents is pending. If that
 * refund fails, the sellers cover it now. Runs in the transaction that released the cents.
 */
export async function allocateDisputeLoss(ctx: AppContext, tx: Tx, order: OrderRow): Promise<void> {
  for (const dispute of await listLostDisputes(tx, { orderId: order.id })) {
    const parts = await listRefundableParts(tx, { orderId: order.id });
    const returns = moneyReturnsOf(parts, Math.min(dispute.openCents, sumCents(parts.map(moneyRemainder))));
    if (returns.length === 0) continue;
    const returner = { table: 'dispute', id: dispute.id } as const;
    await recordReturns(tx, returner, returns);
    const written = (await listReturns(tx, returner)).flatMap((known) => {
      const back = returns.find(({ partId }) => partId === known.partId);
      return back ? [{ ...known, ...back }] : [];
    });
    const { id, state, reason, answerBy } = dispute;
    const step = dispute.step + 1;
    const updatedAt = ctx.clock.now();
    await updateDisputeState(tx, { id, state, step, reason, answerBy, updatedAt });
    await insertDisputeEntries(ctx, tx, { order, dispute, step, lines: undone(returnedLines(written, 0)) });
    await requestReversals(ctx, tx, { cause: `dispute ${id} ${step}`, shares: paidOut(written) });
    await settleOrder(ctx, tx, order.id);
  }
}

/** The entries this dispute made so far; amounts a loss took from the parts are released. */
async function leave(tx: Tx, dispute: DisputeRecord): Promise<LedgerLine[]> {
  if (isDisputeOpen(dispute.state)) return takenByBank(dispute.amountCents);
  if (dispute.state === 'won') return [];
  const returner = { table: 'dispute', id: dispute.id } as const;
  const lines = undone(returnedLines(await listReturns(tx, returner), dispute.amountCents));
  await releaseReturns(tx, returner);
  return lines;
}

async function enter(
  tx: Tx,
  order: OrderRow,
  { id, amountCents }: DisputeRecord,
  state: DisputeState,
): Promise<LedgerLine[]> {
  if (isDisputeOpen(state)) return takenByBank(amountCents);
  if (state === 'won') return [];
  // Nobody returns money twice: what was refunded before is the platform's loss.
  const parts = await listRefundableParts(tx, { orderId: order.id });
  const left = sumCents(parts.map(moneyRemainder));
  const returner = { table: 'dispute', id } as const;
  await recordReturns(tx, returner, moneyReturnsOf(parts, Math.min(amountCents, left)));
  return undone(returnedLines(await listReturns(tx, returner), amountCents));
}

function takenByBank(amountCents: number): LedgerLine[] {
  return [
    { account: 'gateway', sellerId: null, amountCents: -amountCents },
    { account: 'disputed', sellerId: null, amountCents },
  ];
}

async function insertDisputeEntries(
  ctx: AppContext,
  tx: Tx,
  {
    order,
    dispute,
    step,
    lines,
  }: { order: OrderRow; dispute: DisputeRecord; step: number; lines: readonly LedgerLine[] },
): Promise<void> {
  const entries = together(lines).map((line) => ({ ...line, currency: dispute.currency }));
  if (entries.length === 0) return;
  const cause = `dispute ${dispute.id} ${step}`;
  const createdAt = ctx.clock.now();
  await insertLedgerTransaction(tx, { kind: 'dispute', cause, orderId: order.id, createdAt, entries });
}

/** Sums the lines per account and drops zeros. */
function together(lines: readonly LedgerLine[]): LedgerLine[] {
  const sums = new Map<string, LedgerLine>();
  for (const line of lines) {
    const key = `${line.account} ${line.sellerId}`;
    const amountCents = (sums.get(key)?.amountCents ?? 0) + line.amountCents;
    sums.set(key, { ...line, amountCents });
  }
  return [...sums.values()].filter(({ amountCents }) => amountCents !== 0);
}

export { listOpenDisputePayments } from './dispute.queries.ts';
