// Changing a membership: another plan or period, another card, a pause, the end.
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { parseAddress } from '#server/features/checkout/billing-address.service.ts';
import {
  endMembership,
  findLiveMembership,
  findMembership,
  findOpenInvoice,
  findPaidInvoice,
  fitSeats,
  listSeatsBeyond,
  listUnusedGifts,
  lockMembership,
  syncAccess,
  updateInvoice,
  updateMembership,
  type MembershipChange,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import { endOrder } from '#server/features/payment/close-order.service.ts';
import { findPayable } from '#server/features/payment/payment.service.ts';
import { findSavedCard } from '#server/features/payment/saved-card.service.ts';
import { findPlan, findPlanByPrice, type PricedPlan } from '#server/features/plan/plan.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/billing/billing.contract.ts';
import { monthsAfter, periodEnd, unusedCents } from '#shared/features/membership/period.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { LEAST_CHARGE_CENTS } from '#shared/price.ts';
import {
  confirmCardFirst,
  payNow,
  refuseSurprise,
  requirePlan,
  saveOwnCard,
  toMembership,
  type Changed,
  type Payer,
} from './billing.service.ts';
import { placeInvoice, taxOn, type NewInvoice } from './invoice.service.ts';
import { queueMembershipMail, type MembershipEvent } from './membership-mail.service.ts';
import { resumePaused } from './renewal.service.ts';

type Body = ContractParsed<typeof contract.updateSubscription>['body'];
type BodyOf<Action extends Body['action']> = Extract<Body, { action: Action }>;

export async function updateSubscription(ctx: AppContext, viewer: Viewer, body: Body): Promise<Changed> {
  const membership = await findLiveMembership(ctx.db, { userId: viewer.id });
  if (!membership) throw new AppError('not_found', 'You have no membership. Choose a plan at /subscription.');
  if (body.action === 'change') return changePlan(ctx, viewer, membership, body);
  if (body.action === 'cancel') return cancel(ctx, membership, body);
  if (body.action === 'resume') return resume(ctx, membership);
  if (body.action === 'pause') return pause(ctx, membership, body);
  return updateCard(ctx, viewer, membership, body);
}

/** A change that costs money starts a new period now; one that would cost less waits for the end of this one. */
type Change = { plan: PricedPlan; isNow: boolean; creditCents: number; startsAt: Date; endsAt: Date };

async function planChange(ctx: AppContext, membership: MembershipRow, plan: PricedPlan): Promise<Change> {
  const now = ctx.clock.now();
  const { id, state, startsAt, endsAt, priceId } = membership;
  const current = priceId === null ? null : await findPlanByPrice(ctx.db, { priceId });
  if (state === 'trialing') return { plan, isNow: true, creditCents: 0, startsAt, endsAt };
  if (state !== 'active' || !current) {
    throw new AppError(
      'conflict',
      'Your membership can’t be changed right now. Settle its payment or end its pause first.',
    );
  }
  const paid = await findPaidInvoice(ctx.db, { membershipId: id });
  const creditCents = paid ? await creditFor(ctx, membership, current.amountCents) : 0;
  const isMore =
    plan.monthlyCents > current.monthlyCents ||
    (plan.planId === current.planId && plan.period === 'year' && current.period === 'month');
  // A difference too small for a card is no reason to change now.
  if (!isMore || plan.amountCents - creditCents < LEAST_CHARGE_CENTS) {
    return {
      plan,
      isNow: false,
      creditCents: 0,
      startsAt: endsAt,
      endsAt: periodEnd(endsAt, endsAt, plan.period),
    };
  }
  return { plan, isNow: true, creditCents, startsAt: now, endsAt: periodEnd(now, now, plan.period) };
}

/** The unused part of the period, and of gifts that made it longer. */
async function creditFor(ctx: AppContext, membership: MembershipRow, paidCents: number): Promise<number> {
  const now = ctx.clock.now();
  const { id: membershipId, startsAt, endsAt } = membership;
  const gifts = await listUnusedGifts(ctx.db, { membershipId, now });
  const lengthOf = (gift: { startsAt: Date; endsAt: Date }) =>
    gift.endsAt.getTime() - gift.startsAt.getTime();
  const ownEnd = new Date(endsAt.getTime() - gifts.reduce((sum, gift) => sum + lengthOf(gift), 0));
  return gifts.reduce(
    (sum, gift) => sum + unusedCents(gift.amountCents, { ...gift, now }),
    unusedCents(paidCents, { startsAt, endsAt: ownEnd, now }),
  );
}

export async function previewSubscription(
  ctx: AppContext,
  viewer: Viewer | null,
  body: ContractParsed<typeof contract.previewSubscription>['body'],
): Promise<ContractResult<typeof contract.previewSubscription>> {
  const plan = await requirePlan(ctx, body);
  const live = viewer && (await findLiveMembership(ctx.db, { userId: viewer.id }));
  const membership = live?.state === 'incomplete' ? null : live;
  const now = ctx.clock.now();
  const change: Change = membership
    ? await planChange(ctx, membership, plan)
    : { plan, isNow: true, creditCents: 0, startsAt: now, endsAt: periodEnd(now, now, plan.period) };
  const isFree = !change.isNow || membership?.state === 'trialing';
  const dueCents = isFree ? 0 : plan.amountCents - change.creditCents;
  const place = membership ?? (await parseAddress(ctx, body));
  const taxCents = dueCents > 0 ? await taxOn(ctx, place, dueCents) : 0;
  return {
    isNow: change.isNow,
    price: centsToDecimal(plan.amountCents),
    credit: centsToDecimal(change.creditCents),
    tax: centsToDecimal(taxCents),
    total: centsToDecimal(dueCents + taxCents),
    startsAt: change.startsAt.toISOString(),
    endsAt: change.endsAt.toISOString(),
    endingSeats: membership ? await endingSeats(ctx, membership, plan) : [],
  };
}

/** By name, or by address if they haven't accepted yet. */
async function endingSeats(ctx: AppContext, { id: membershipId }: MembershipRow, { seats }: PricedPlan) {
  const ending = await listSeatsBeyond(ctx, { membershipId, seats });
  return ending.map(({ name, email }) => name ?? email);
}

async function changePlan(
  ctx: AppContext,
  viewer: Viewer,
  membership: MembershipRow,
  body: BodyOf<'change'>,
): Promise<Changed> {
  if (body.planId === membership.planId && body.period === membership.period) {
    // What they have, at the price they signed up for: a change that was waiting is taken back.
    return save(ctx, membership, { nextPriceId: null });
  }
  const plan = await requirePlan(ctx, body);
  const change = await planChange(ctx, membership, plan);
  if (membership.state === 'trialing') {
    refuseSurprise(0, body.expectedTotal);
    const { priceId, planId, period } = plan;
    return save(ctx, membership, { priceId, planId, period, nextPriceId: null }, plan.seats);
  }
  if (!change.isNow) {
    refuseSurprise(0, body.expectedTotal);
    return save(ctx, membership, { nextPriceId: plan.priceId, isCanceling: false });
  }
  const card = membership.cardId === null ? null : await findSavedCard(ctx.db, { id: membership.cardId });
  if (!card) throw new AppError('payment_required', 'Add a card first, then change your plan.');
  const amountCents = plan.amountCents - change.creditCents;
  const taxCents = await taxOn(ctx, membership, amountCents);
  refuseSurprise(amountCents + taxCents, body.expectedTotal);
  const invoice: NewInvoice = {
    plan,
    taxCents,
    kind: 'change',
    startsAt: change.startsAt,
    endsAt: change.endsAt,
    amountCents,
  };
  const payable = await placeChange(ctx, viewer, membership, invoice);
  try {
    return await payNow(ctx, viewer, { membershipId: membership.id, payable, card });
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_required') await abandonChange(ctx, membership);
    throw error;
  }
}

async function placeChange(ctx: AppContext, viewer: Viewer, membership: MembershipRow, invoice: NewInvoice) {
  await abandonChange(ctx, membership);
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await lockUnchanged(tx, membership);
      return placeInvoice(ctx, tx, membership, invoice, viewer.email);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'membership_invoices_one_open') throw error;
    throw paymentOnItsWay();
  }
}

const paymentOnItsWay = () =>
  new AppError('conflict', 'A payment for your membership is on its way. Try again in a minute.');

/** A change whose payment was declined or never confirmed leaves everything as it was. */
async function abandonChange(ctx: AppContext, { id }: MembershipRow): Promise<void> {
  const open = await findOpenInvoice(ctx.db, { membershipId: id });
  if (open?.kind !== 'change' || open.orderId === null) return;
  if ((await endOrder(ctx, open.orderId, 'cancelled')) === 'paid') return;
  await inTransaction(ctx.db, (tx) => updateInvoice(tx, { id: open.id, state: 'void' }));
}

type Tx = Parameters<Parameters<typeof inTransaction>[1]>[0];

/** Another tab or a job may have been quicker. */
async function lockUnchanged(tx: Tx, seen: MembershipRow): Promise<MembershipRow> {
  const locked = await lockMembership(tx, { id: seen.id });
  const isSame =
    locked?.state === seen.state &&
    locked.endsAt.getTime() === seen.endsAt.getTime() &&
    locked.priceId === seen.priceId;
  if (!isSame)
    throw new AppError('conflict', 'Your membership has just changed. Reload the page and look again.');
  return locked;
}

/** `seats`: those of another plan that starts now. */
async function save(
  ctx: AppContext,
  seen: MembershipRow,
  set: MembershipChange,
  seats?: number,
): Promise<Changed> {
  const membership = await inTransaction(ctx.db, async (tx) => {
    await lockUnchanged(tx, seen);
    const saved = await updateMembership(tx, { id: seen.id, ...set });
    if (seats !== undefined) await fitSeats(ctx, tx, { membership: seen, seats });
    await syncAccess(tx, saved);
    return saved;
  });
  return answer(ctx, membership);
}

async function answer(ctx: AppContext, membership: MembershipRow): Promise<Changed> {
  return { subscription: await toMembership(ctx, membership), status: 'done', orderId: null };
}

/** At the end of the period; a pause ends, so that the days that are paid for can be used. What was never paid for ends now. */
async function cancel(ctx: AppContext, seen: MembershipRow, { reason }: BodyOf<'cancel'>): Promise<Changed> {
  const isUnpaid = seen.state === 'incomplete' || seen.state === 'past_due';
  const open = isUnpaid ? await findOpenInvoice(ctx.db, { membershipId: seen.id }) : null;
  if (open?.orderId && (await endOrder(ctx, open.orderId, 'cancelled')) === 'paid') {
    throw new AppError('conflict', 'Your payment has just gone through. Reload the page, then cancel again.');
  }
  await inTransaction(ctx.db, async (tx) => {
    const membership = await lockUnchanged(tx, seen);
    const cancelReason = reason || null;
    if (isUnpaid) {
      await updateMembership(tx, { id: seen.id, cancelReason });
      await endMembership(ctx, tx, membership);
      if (membership.state === 'past_due')
        await tell(ctx, tx, membership, { kind: 'ended', why: 'canceled' });
      return;
    }
    if (membership.isCanceling) return;
    if (membership.state === 'paused') await resumePaused(ctx, tx, membership);
    const set = { id: seen.id, isCanceling: true, cancelReason, nextPriceId: null };
    const canceling = await updateMembership(tx, set);
    await syncAccess(tx, canceling);
    await tell(ctx, tx, canceling, { kind: 'canceling' });
  });
  return answer(ctx, (await findMembership(ctx.db, { id: seen.id })) ?? seen);
}

async function tell(ctx: AppContext, tx: Tx, membership: MembershipRow, event: MembershipEvent) {
  const plan = await findPlan(tx, { id: membership.planId });
  if (plan) await queueMembershipMail(ctx, tx, { membership, plan, event });
}

async function resume(ctx: AppContext, seen: MembershipRow): Promise<Changed> {
  if (seen.state !== 'paused') return save(ctx, seen, { isCanceling: false, cancelReason: null });
  await inTransaction(ctx.db, async (tx) => resumePaused(ctx, tx, await lockUnchanged(tx, seen)));
  return answer(ctx, (await findMembership(ctx.db, { id: seen.id })) ?? seen);
}

/** The days that are left are kept for later. */
async function pause(ctx: AppContext, seen: MembershipRow, { months }: BodyOf<'pause'>): Promise<Changed> {
  if (seen.state !== 'active' || seen.isCanceling) {
    throw new AppError('conflict', 'Only a membership that is paid for and renews can be paused.');
  }
  await abandonChange(ctx, seen);
  // A renewal that is being charged: the pause would close what is paid for a moment later.
  if (await findOpenInvoice(ctx.db, { membershipId: seen.id })) throw paymentOnItsWay();
  const now = ctx.clock.now();
  const pausedUntil = monthsAfter(now, months);
  const pausedSeconds = Math.max(0, Math.ceil((seen.endsAt.getTime() - now.getTime()) / 1000));
  return save(ctx, seen, { state: 'paused', pausedUntil, pausedSeconds, nextActionAt: pausedUntil });
}

/** A payment that failed is tried again with it right away. */
export async function updateCard(
  ctx: AppContext,
  payer: Payer,
  seen: MembershipRow,
  body: Omit<BodyOf<'update_card'>, 'action'>,
): Promise<Changed> {
  const place = body.address ? await parseAddress(ctx, body.address, 'address.zip') : {};
  const saving = await saveOwnCard(ctx, payer, body, fullNameOf(payer));
  if (saving.status === 'requires_action') {
    return confirmCardFirst(ctx, saving, await toMembership(ctx, seen));
  }
  const { card } = saving;
  const changed = await save(ctx, seen, { cardId: card.id, ...place });
  const open = seen.state === 'past_due' ? await findOpenInvoice(ctx.db, { membershipId: seen.id }) : null;
  const payable = open?.orderId ? await findPayable(ctx.db, { orderId: open.orderId }) : null;
  return payable ? payNow(ctx, payer, { membershipId: seen.id, payable, card }) : changed;
}
