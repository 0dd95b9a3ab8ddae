// What happens to a membership when its invoice is paid or refunded, and when it ends.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { daysAfter } from '#server/clock.ts';
import { setMembershipAccess } from '#server/features/entitlement/entitlement.service.ts';
import { RETRY_DAYS } from '#shared/features/membership/membership.states.ts';
import { findPlanByPrice } from '#server/features/plan/plan.service.ts';
import { unusedCents } from '#shared/features/membership/period.rules.ts';
import { markGiftPaid, settleGift } from './gift.service.ts';
import { deleteCreditsFrom, dropUnusedCredit, grantCredit } from './booking-credit.service.ts';
import { endAssignedSeats, endSeats, fitSeats, insertSeat } from './membership-seat.service.ts';
import {
  findChangeAfter,
  findInvoiceOfOrder,
  findOpenInvoice,
  findPaidInvoice,
  findRefundedInvoice,
  isLostInDispute,
  listPaidTime,
  listUnusedGifts,
  lockMembership,
  updateInvoice,
  updateMembership,
  type InvoiceRow,
  type MembershipRow,
} from './membership.queries.ts';
import { queueEndedMail, queueRevertedMail, queueShortenedMail } from './ended-mail.service.ts';

/** The membership ended before the payment for it arrived; the money goes back. */
export class MembershipLost extends Error {}

/** All attempts to charge a card, and a day for the last answer. */
export const GRACE_DAYS = RETRY_DAYS.reduce((sum, days) => sum + days, 1);

/** In the transaction that completes the order of an invoice. */
export async function settlePaidInvoice(
  ctx: AppContext,
  tx: Tx,
  { orderId }: { orderId: number },
): Promise<void> {
  const now = ctx.clock.now();
  if (await markGiftPaid(tx, { orderId })) return;
  const invoice = await findInvoiceOfOrder(tx, { orderId });
  const membership = invoice && (await lockMembership(tx, { id: invoice.membershipId }));
  if (!invoice || !membership || membership.state === 'cancelled' || invoice.state !== 'open') {
    throw new MembershipLost('The membership of this order is over');
  }
  const plan = await findPlanByPrice(tx, { priceId: invoice.priceId });
  if (!plan) throw new Error(`Price ${invoice.priceId} is gone`);
  await updateInvoice(tx, { id: invoice.id, state: 'paid', paidAt: now });
  const { startsAt, endsAt, priceId, kind } = invoice;
  const { planId, period } = plan;
  const paid = await updateMembership(tx, {
    id: membership.id,
    state: 'active',
    startsAt,
    endsAt,
    priceId,
    planId,
    period,
    // A change starts a new count; a renewal keeps the day of the month.
    anchorAt: kind === 'renewal' ? membership.anchorAt : startsAt,
    nextPriceId: null,
    retries: 0,
    // Paused while the payment was on its way: what is paid for runs.
    pausedUntil: null,
    pausedSeconds: null,
    nextActionAt: endsAt,
  });
  await fitSeats(ctx, tx, { membership, seats: plan.seats });
  await insertSeat(tx, { membershipId: paid.id, userId: paid.userId, createdAt: now });
  await grantCredit(tx, { membership, invoice, bookingCreditCents: plan.bookingCreditCents });
  await syncAccess(tx, paid);
}

/** Of the order's refunds and lost disputes: a membership whose current period was paid back is over. */
export async function settleRefundedInvoice(
  ctx: AppContext,
  tx: Tx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  await settleGift(tx, { orderId });
  const invoice = await findRefundedInvoice(tx, { orderId });
  if (!invoice) return;
  const isDisputed = await isLostInDispute(tx, { orderId });
  const lostSeconds = await endPaidTime(ctx, tx, { invoice, now, why: isDisputed ? 'disputed' : 'refunded' });
  if (isDisputed) await updateInvoice(tx, { id: invoice.id, lostSeconds });
}

/** Returns how much of the membership's time ended. */
async function endPaidTime(
  ctx: AppContext,
  tx: Tx,
  { invoice, now, why }: { invoice: InvoiceRow; now: Date; why: 'disputed' | 'refunded' },
): Promise<number> {
  await updateInvoice(tx, { id: invoice.id, state: 'refunded' });
  const membership = await lockMembership(tx, { id: invoice.membershipId });
  if (!membership || membership.state === 'cancelled') return 0;
  const lostSeconds = unusedSeconds(membership, now);
  const { id: membershipId } = membership;
  const latest = await findPaidInvoice(tx, { membershipId });
  const isLast = !latest || latest.id < invoice.id;
  const undone = isLast && invoice.kind === 'change' && (await undoChange(ctx, tx, membership, invoice, now));
  if (undone) return undone.lostSeconds;
  const used = await secondsInChange(tx, invoice);
  const gifts = await listUnusedGifts(tx, { membershipId, now });
  const isOneOfSeveral = gifts.length > 0 || (invoice.kind === 'gift' && membership.source !== 'gift');
  if (used > 0 || (isOneOfSeveral && invoice.endsAt > now)) {
    if (lostSeconds === 0) return 0;
    const seconds = used || secondsOf(invoice);
    const shortened = await takeTimeBack(tx, membership, seconds, now);
    if (shortened) {
      await queueShortenedMail(ctx, tx, shortened);
      return lostSeconds - unusedSeconds(shortened, now);
    }
  } else if (!isLast) return 0;
  await endMembership(ctx, tx, membership);
  await queueEndedMail(ctx, tx, { membership, why });
  return lostSeconds;
}

/** What was paid before a change of plan still counts: back to that plan. Null if none of it is left. */
async function undoChange(
  ctx: AppContext,
  tx: Tx,
  membership: MembershipRow,
  change: InvoiceRow,
  now: Date,
): Promise<{ lostSeconds: number } | null> {
  const { id } = membership;
  const paid = await listPaidTime(tx, { membershipId: id, now });
  const before = paid.findLast(({ kind }) => kind !== 'gift');
  const plan = before && (await findPlanByPrice(tx, { priceId: before.priceId }));
  if (!plan || membership.state !== 'active') return null;
  const endsAt = new Date(Math.max(...paid.map((invoice) => invoice.endsAt.getTime())));
  const { priceId, planId, period, seats, bookingCreditCents, amountCents } = plan;
  await fitSeats(ctx, tx, { membership, seats });
  const reverted = await updateMembership(tx, {
    id,
    priceId,
    planId,
    period,
    nextPriceId: null,
    startsAt: before.startsAt,
    endsAt,
    anchorAt: endsAt > before.endsAt ? endsAt : before.startsAt,
    nextActionAt: endsAt,
  });
  await dropUnusedCredit(tx, { membershipId: id, now });
  const invoice = { kind: 'change', startsAt: now, endsAt } as const;
  await grantCredit(tx, { membership, invoice, bookingCreditCents });
  await syncAccess(tx, reverted);
  await queueRevertedMail(ctx, tx, reverted);
  // In time of the plan they have now.
  const lostCents = unusedCents(change.amountCents, { ...change, now });
  return { lostSeconds: amountCents > 0 ? Math.floor((secondsOf(before) * lostCents) / amountCents) : 0 };
}

/** How long it pays for since a later change of plan took what was left of it off its price. */
async function secondsInChange(tx: Tx, paid: InvoiceRow): Promise<number> {
  const change = await findChangeAfter(tx, paid);
  const plan = change && (await findPlanByPrice(tx, { priceId: change.priceId }));
  if (!change || !plan || plan.amountCents === 0) return 0;
  const creditCents = Math.min(paid.amountCents, plan.amountCents - change.amountCents);
  return Math.floor((secondsOf(change) * creditCents) / plan.amountCents);
}

function secondsOf({ startsAt, endsAt }: Pick<InvoiceRow, 'startsAt' | 'endsAt'>): number {
  return Math.floor((endsAt.getTime() - startsAt.getTime()) / 1000);
}

function unusedSeconds({ state, endsAt, pausedSeconds }: MembershipRow, now: Date): number {
  if (state === 'paused') return pausedSeconds ?? 0;
  return Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / 1000));
}

/**
 * Only its time is gone, if something else was paid too: a gift and what its member pays for, two gifts, or a change of
 * plan. Null if nothing is left.
 */
async function takeTimeBack(
  tx: Tx,
  membership: MembershipRow,
  seconds: number,
  now: Date,
): Promise<MembershipRow | null> {
  if (membership.state === 'paused') {
    const pausedSeconds = (membership.pausedSeconds ?? 0) - seconds;
    return pausedSeconds <= 0 ? null : updateMembership(tx, { id: membership.id, pausedSeconds });
  }
  const endsAt = new Date(membership.endsAt.getTime() - seconds * 1000);
  if (endsAt <= now) return null;
  const nextActionAt = membership.state === 'active' ? endsAt : membership.nextActionAt;
  const shortened = await updateMembership(tx, {
    id: membership.id,
    startsAt: endsAt < membership.startsAt ? endsAt : membership.startsAt,
    endsAt,
    anchorAt: endsAt,
    nextActionAt,
  });
  await deleteCreditsFrom(tx, { userId: membership.userId, from: endsAt });
  await syncAccess(tx, shortened);
  return shortened;
}

/** Over, now. The caller holds its lock, and tells its member; those who had its other seats hear of it from here. */
export async function endMembership(ctx: AppContext, tx: Tx, membership: MembershipRow): Promise<void> {
  const { id } = membership;
  const now = ctx.clock.now();
  const open = await findOpenInvoice(tx, { membershipId: id });
  if (open) await updateInvoice(tx, { id: open.id, state: 'void' });
  await updateMembership(tx, {
    id,
    state: 'cancelled',
    endedAt: now,
    nextActionAt: null,
    pausedUntil: null,
    pausedSeconds: null,
  });
  await endAssignedSeats(ctx, tx, membership);
  await endSeats(tx, { membershipId: id, endedAt: now });
  await setMembershipAccess(tx, { membershipId: id, endsAt: now });
}

/** Until when what members took from the library stays open, if no job ever runs again. */
export async function syncAccess(tx: Tx, membership: MembershipRow): Promise<void> {
  await setMembershipAccess(tx, { membershipId: membership.id, endsAt: accessEnd(membership) });
}

/** A period that renews leaves time for a card that is declined at first; a pause closes everything. */
export function accessEnd(membership: MembershipRow): Date {
  const { state, startsAt, endsAt, isCanceling, priceId, cardId } = membership;
  if (state === 'paused' || state === 'cancelled' || state === 'incomplete') return startsAt;
  return isCanceling || priceId === null || cardId === null ? endsAt : daysAfter(endsAt, GRACE_DAYS);
}

export {
  findInvoiceOfOrder,
  findLatestMembership,
  findLiveMembership,
  findMembership,
  findInvoiceWonBack,
  findOpenInvoice,
  findPaidInvoice,
  hasBeenMember,
  listInvoicesWonBack,
  listUnusedGifts,
  insertInvoice,
  insertMembership,
  leaseMembership,
  listDueMemberships,
  listToRemind,
  lockMembership,
  updateInvoice,
  updateMembership,
  type InvoiceRow,
  type MembershipChange,
  type MembershipRow,
} from './membership.queries.ts';

export { grantCredit, moveCredits } from './booking-credit.service.ts';

export { fitSeats, insertSeat, listSeatsBeyond } from './membership-seat.service.ts';
