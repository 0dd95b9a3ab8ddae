// What happens to memberships by themselves: trials end, periods renew, declined cards are tried again, pauses end. A
// job takes a lease on each that is due; a process that dies in the middle leaves an open invoice, which the next run finishes
// instead of charging again.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { daysAfter } from '#server/clock.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  moveCredits,
  endMembership,
  findOpenInvoice,
  leaseMembership,
  listDueMemberships,
  listToRemind,
  lockMembership,
  syncAccess,
  updateInvoice,
  updateMembership,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import { endOrder } from '#server/features/payment/close-order.service.ts';
import { findPayable, type Outcome, type PayableOrder } from '#server/features/payment/payment.service.ts';
import { chargeSavedCard, findSavedCard } from '#server/features/payment/saved-card.service.ts';
import { findPlan, findPlanByPrice, type PricedPlan } from '#server/features/plan/plan.service.ts';
import { periodEnd } from '#shared/features/membership/period.rules.ts';
import {
  RETRY_DAYS,
  TRIAL_REMINDER_DAYS,
  YEARLY_REMINDER_DAYS,
} from '#shared/features/membership/membership.states.ts';
import { findMember } from './billing.queries.ts';
import { placeInvoice, taxOn } from './invoice.service.ts';
import { queueMembershipMail, type MembershipEvent, type PaymentFailure } from './membership-mail.service.ts';

/** Longer than a charge takes; another process may finish the work then. */
const LEASE_MS = 10 * 60_000;

const BATCH = 200;

/** One failure doesn't keep the others waiting: its lease ends, and the next run tries again. */
export async function advanceMemberships(ctx: AppContext): Promise<void> {
  for (;;) {
    const ids = await listDueMemberships(ctx.db, { now: ctx.clock.now(), limit: BATCH });
    for (const id of ids) {
      await advanceMembership(ctx, id).catch((error: unknown) => {
        ctx.log.error({ err: error, membershipId: id }, 'could not advance a membership');
      });
    }
    if (ids.length < BATCH) return;
  }
}

export async function advanceMembership(ctx: AppContext, id: number): Promise<void> {
  const now = ctx.clock.now();
  const lease = new Date(now.getTime() + LEASE_MS);
  const membership = await leaseMembership(ctx.db, { id, now, lease });
  if (!membership) return;
  const { state, isCanceling, cardId, priceId, endsAt } = membership;
  if (state === 'paused') return endPause(ctx, membership);
  if (state === 'incomplete') return end(ctx, membership, null);
  if (state === 'past_due') return charge(ctx, membership, 'renewal');
  if (endsAt > now) return release(ctx, membership);
  if (state === 'trialing') {
    return isCanceling || cardId === null
      ? end(ctx, membership, { kind: 'ended', why: 'trial' })
      : charge(ctx, membership, 'start');
  }
  return isCanceling || priceId === null
    ? end(ctx, membership, { kind: 'ended', why: isCanceling ? 'canceled' : 'over' })
    : charge(ctx, membership, 'renewal');
}

/** Its period was extended meanwhile. */
async function release(ctx: AppContext, { id, endsAt }: MembershipRow): Promise<void> {
  await inTransaction(ctx.db, (tx) => updateMembership(tx, { id, nextActionAt: endsAt }));
}

async function planOf(ctx: AppContext, { nextPriceId, priceId }: MembershipRow): Promise<PricedPlan> {
  const plan = await findPlanByPrice(ctx.db, { priceId: nextPriceId ?? priceId ?? 0 });
  if (!plan) throw new Error('The price of a membership is gone');
  return plan;
}

async function charge(ctx: AppContext, membership: MembershipRow, kind: 'start' | 'renewal'): Promise<void> {
  const plan = await planOf(ctx, membership);
  const payable =
    (await openPayable(ctx, membership)) ?? (await invoiceNext(ctx, membership, { plan, kind }));
  if (!payable) return;
  if (payable.order.state !== 'pending') {
    if (!['paid', 'partially_refunded'].includes(payable.order.state)) {
      await end(ctx, membership, { kind: 'ended', why: 'unpaid' });
    }
    return;
  }
  const card = membership.cardId === null ? null : await findSavedCard(ctx.db, { id: membership.cardId });
  const outcome: Outcome = card
    ? await chargeSavedCard(ctx, payable, { card, isAway: true })
    : { status: 'declined', reason: 'There is no card to charge.' };
  const attempt = { plan, card, amountCents: payable.order.totalCents };
  if (outcome.status === 'declined') await declined(ctx, membership, { ...attempt, reason: outcome.reason });
  if (outcome.status === 'requires_action') {
    const reason = 'Your bank wants you to confirm the payment yourself.';
    await declined(ctx, membership, { ...attempt, reason });
  }
}

/** The invoice that is waiting to be paid. A change of plan nobody paid for is given up first. */
async function openPayable(ctx: AppContext, { id }: MembershipRow): Promise<PayableOrder | null> {
  const open = await findOpenInvoice(ctx.db, { membershipId: id });
  if (!open?.orderId) return null;
  if (open.kind !== 'change') return findPayable(ctx.db, { orderId: open.orderId });
  await endOrder(ctx, open.orderId, 'cancelled');
  await inTransaction(ctx.db, (tx) => updateInvoice(tx, { id: open.id, state: 'void' }));
  return null;
}

/** Null if something else happened to the membership meanwhile. */
async function invoiceNext(
  ctx: AppContext,
  membership: MembershipRow,
  { plan, kind }: { plan: PricedPlan; kind: 'start' | 'renewal' },
): Promise<PayableOrder | null> {
  const { id, endsAt: startsAt } = membership;
  const { period, amountCents } = plan;
  const isSamePeriod = kind === 'renewal' && membership.period === period;
  const endsAt = periodEnd(isSamePeriod ? membership.anchorAt : startsAt, startsAt, period);
  const member = await findMember(ctx.db, { id: membership.userId });
  if (!member) {
    await end(ctx, membership, null);
    return null;
  }
  const taxCents = await taxOn(ctx, membership, amountCents);
  return inTransaction(ctx.db, async (tx) => {
    if (!(await isStillLeased(tx, membership))) return null;
    const invoice = { plan, taxCents, kind, startsAt, endsAt, amountCents };
    return placeInvoice(ctx, tx, { ...membership, id }, invoice, member.email);
  });
}

async function isStillLeased(tx: Tx, { id, nextActionAt }: MembershipRow): Promise<boolean> {
  const locked = await lockMembership(tx, { id });
  return locked?.nextActionAt?.getTime() === nextActionAt?.getTime();
}

async function declined(
  ctx: AppContext,
  membership: MembershipRow,
  { plan, ...attempt }: { plan: PricedPlan } & Pick<PaymentFailure, 'amountCents' | 'card' | 'reason'>,
): Promise<void> {
  const [days, ...later] = RETRY_DAYS.slice(membership.retries);
  if (days === undefined) return end(ctx, membership, { kind: 'ended', why: 'unpaid' });
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await isStillLeased(tx, membership))) return;
    const nextTryAt = daysAfter(now, days);
    const late = await updateMembership(tx, {
      id: membership.id,
      state: 'past_due',
      retries: membership.retries + 1,
      nextActionAt: nextTryAt,
    });
    await syncAccess(tx, late);
    const lastTryAt = later.reduce((at, after) => daysAfter(at, after), nextTryAt);
    const event = { kind: 'payment_failed', failure: { ...attempt, nextTryAt, lastTryAt } } as const;
    await queueMembershipMail(ctx, tx, { membership: late, plan, event });
  });
}

/** Its unpaid order is closed first, at the gateway too: nobody pays for something that is over. */
async function end(ctx: AppContext, membership: MembershipRow, event: MembershipEvent | null): Promise<void> {
  const open = await findOpenInvoice(ctx.db, { membershipId: membership.id });
  const state = open?.orderId ? await endOrder(ctx, open.orderId, 'cancelled') : null;
  if (state === 'paid') return;
  const plan = event && (await planToName(ctx, membership));
  await inTransaction(ctx.db, async (tx) => {
    if (!(await isStillLeased(tx, membership))) return;
    await endMembership(ctx, tx, membership);
    if (event && plan) await queueMembershipMail(ctx, tx, { membership, plan, event });
  });
}

/** A gift has no price of its own. */
async function planToName(ctx: AppContext, { planId, priceId }: MembershipRow) {
  return priceId === null ? findPlan(ctx.db, { id: planId }) : findPlanByPrice(ctx.db, { priceId });
}

/** The rest of the period that was paid for begins now. */
async function endPause(ctx: AppContext, membership: MembershipRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (await isStillLeased(tx, membership)) await resumePaused(ctx, tx, membership);
  });
}

export async function resumePaused(ctx: AppContext, tx: Tx, membership: MembershipRow): Promise<void> {
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + (membership.pausedSeconds ?? 0) * 1000);
  const startsAt = new Date(endsAt.getTime() - (membership.endsAt.getTime() - membership.startsAt.getTime()));
  const resumed = await updateMembership(tx, {
    id: membership.id,
    state: 'active',
    startsAt,
    endsAt,
    anchorAt: endsAt,
    pausedUntil: null,
    pausedSeconds: null,
    nextActionAt: endsAt,
  });
  const seconds = Math.round((endsAt.getTime() - membership.endsAt.getTime()) / 1000);
  const pausedAt = new Date(membership.endsAt.getTime() - (membership.pausedSeconds ?? 0) * 1000);
  await moveCredits(tx, { membershipId: membership.id, pausedAt, seconds });
  await syncAccess(tx, resumed);
}

/** Three days before a trial ends, two weeks before a yearly renewal; each once. One failure doesn't stop the others. */
export async function remindMembers(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const due = {
    trialBefore: daysAfter(now, TRIAL_REMINDER_DAYS),
    yearBefore: daysAfter(now, YEARLY_REMINDER_DAYS),
    limit: BATCH,
  };
  for (let reminded = BATCH; reminded === BATCH;) {
    reminded = 0;
    for (const id of await listToRemind(ctx.db, due)) {
      await remind(ctx, id).then(
        () => (reminded += 1),
        (error: unknown) => ctx.log.error({ err: error, membershipId: id }, 'could not remind a member'),
      );
    }
  }
}

async function remind(ctx: AppContext, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const membership = await lockMembership(tx, { id });
    if (!membership || membership.remindedOf?.getTime() === membership.endsAt.getTime()) return;
    await updateMembership(tx, { id, remindedOf: membership.endsAt });
    const plan = await planOf(ctx, membership);
    const event = { kind: membership.state === 'trialing' ? 'trial_ends' : 'renews' } as const;
    await queueMembershipMail(ctx, tx, { membership, plan, event });
  });
}
