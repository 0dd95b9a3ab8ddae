// A user's own membership: becoming a member, and changing, pausing and ending it.
import type { AppContext } from '#server/context.ts';
import { daysAfter } from '#server/clock.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { methodOf } from '#server/features/checkout/pay-checkout.service.ts';
import { parseAddress } from '#server/features/checkout/billing-address.service.ts';
import {
  endMembership,
  findLatestMembership,
  findLiveMembership,
  findOpenInvoice,
  hasBeenMember,
  insertMembership,
  insertSeat,
  lockMembership,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import { endOrder } from '#server/features/payment/close-order.service.ts';
import type { Outcome, PayableOrder } from '#server/features/payment/payment.service.ts';
import {
  chargeSavedCard,
  findSavedCard,
  saveCard,
  type CardResult,
  type SavedCardRow,
} from '#server/features/payment/saved-card.service.ts';
import {
  findPlan,
  findPricedPlan,
  findPlanByPrice,
  type PricedPlan,
} from '#server/features/plan/plan.service.ts';
import { onceFor } from '#server/platform/idempotency.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/billing/billing.contract.ts';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import { INCOMPLETE_HOURS } from '#shared/features/membership/membership.states.ts';
import { periodEnd } from '#shared/features/membership/period.rules.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { centsToDecimal, formatCents } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { placeInvoice, taxOn, type NewInvoice } from './invoice.service.ts';
import { queueMembershipMail } from './membership-mail.service.ts';

type StartBody = ContractParsed<typeof contract.startSubscription>['body'];
export type Changed = ContractResult<typeof contract.startSubscription>;

/** Whose membership it is: signed in, or with a link from an email. */
export type Payer = Pick<Viewer, 'id' | 'email' | 'firstName' | 'lastName'>;

export async function getSubscription(
  ctx: AppContext,
  viewer: Viewer,
): Promise<ContractResult<typeof contract.getSubscription>> {
  const membership = await findLatestMembership(ctx.db, { userId: viewer.id });
  return {
    subscription: membership && (await toMembership(ctx, membership)),
    canTry: !(await hasBeenMember(ctx.db, { userId: viewer.id })),
  };
}

export async function toMembership(ctx: AppContext, membership: MembershipRow): Promise<Membership> {
  const { id, planId, period, state, source, isCanceling, priceId, nextPriceId, cardId } = membership;
  const plan = priceId === null ? null : await findPlanByPrice(ctx.db, { priceId });
  const named = plan ?? (await findPlan(ctx.db, { id: planId }));
  const next = nextPriceId === null ? plan : await findPlanByPrice(ctx.db, { priceId: nextPriceId });
  const card = cardId === null ? null : await findSavedCard(ctx.db, { id: cardId });
  const open =
    state === 'past_due' || state === 'incomplete'
      ? await findOpenInvoice(ctx.db, { membershipId: id })
      : null;
  const isCharged = next && card && !isCanceling && ['trialing', 'active', 'past_due'].includes(state);
  const nextAt = (state === 'past_due' ? membership.nextActionAt : null) ?? membership.endsAt;
  return {
    id,
    planId,
    planName: named?.name ?? '',
    period,
    state,
    source,
    startsAt: membership.startsAt.toISOString(),
    endsAt: membership.endsAt.toISOString(),
    trialEndsAt: membership.trialEndsAt?.toISOString() ?? null,
    isCanceling,
    pausedUntil: membership.pausedUntil?.toISOString() ?? null,
    endedAt: membership.endedAt?.toISOString() ?? null,
    card: card && cardOf(card),
    hasAddress: membership.country !== null,
    price: next && centsToDecimal(next.amountCents),
    nextPayment: isCharged
      ? {
          at: nextAt.toISOString(),
          amount: centsToDecimal(next.amountCents),
          planName: next.name,
          period: next.period,
        }
      : null,
    openOrderId: open?.orderId ?? null,
  };
}

const cardOf = ({ brand, lastFour, expMonth, expYear }: SavedCardRow) => ({
  brand,
  lastFour,
  expMonth,
  expYear,
});

export async function requirePlan(
  ctx: AppContext,
  asked: { planId: number; period: PlanPeriod },
): Promise<PricedPlan> {
  const plan = await findPricedPlan(ctx.db, asked);
  if (!plan) throw new AppError('not_found', 'This plan isn’t on sale any more. Choose another one.');
  return plan;
}

export async function startSubscription(
  ctx: AppContext,
  viewer: Viewer,
  body: StartBody,
  headerKey: string | undefined,
): Promise<Changed> {
  const plan = await requirePlan(ctx, body);
  if (body.isTrial) return startTrial(ctx, viewer, plan);
  // Stored requests never contain a card number.
  const { card, idempotencyKey, ...rest } = body;
  const shown = { ...rest, card: card && card.number.slice(-4) };
  const asked = { scope: `subscription ${viewer.id}`, key: headerKey ?? idempotencyKey, body: shown };
  return onceFor<Changed>(ctx, asked, async () => ({
    answer: await startPaid(ctx, viewer, { body, plan }),
  }));
}

function alreadyMember(): AppError {
  return new AppError('conflict', 'You already have a membership. Change it instead of starting another.');
}

async function startTrial(ctx: AppContext, viewer: Viewer, plan: PricedPlan): Promise<Changed> {
  const now = ctx.clock.now();
  if (plan.trialDays === 0) throw new AppError('conflict', `${plan.name} has no trial.`);
  if (await findLiveMembership(ctx.db, { userId: viewer.id })) throw alreadyMember();
  if (await hasBeenMember(ctx.db, { userId: viewer.id })) throw triedBefore();
  const trialEndsAt = daysAfter(now, plan.trialDays);
  const membership = await unlessTaken(
    inTransaction(ctx.db, async (tx) => {
      const made = await insertMembership(tx, {
        ...termsOf(plan, viewer.id),
        name: fullNameOf(viewer),
        state: 'trialing',
        startsAt: now,
        endsAt: trialEndsAt,
        anchorAt: trialEndsAt,
        trialEndsAt,
        nextActionAt: trialEndsAt,
        createdAt: now,
      });
      await insertSeat(tx, { membershipId: made.id, userId: viewer.id, createdAt: now });
      await queueMembershipMail(ctx, tx, { membership: made, plan, event: { kind: 'trial_started' } });
      return made;
    }),
  );
  return { subscription: await toMembership(ctx, membership), status: 'done', orderId: null };
}

function triedBefore(): AppError {
  return new AppError(
    'conflict',
    'You’ve been a member before, so there is no second trial. You can join right away.',
  );
}

const termsOf = ({ planId, priceId, period }: PricedPlan, userId: number) => ({
  userId,
  planId,
  priceId,
  period,
});

/** Two tabs at once: one wins. */
async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'memberships_one_live') throw alreadyMember();
    if (constraint === 'memberships_one_trial') throw triedBefore();
    throw error;
  }
}

async function startPaid(
  ctx: AppContext,
  viewer: Viewer,
  { body, plan }: { body: StartBody; plan: PricedPlan },
): Promise<Changed> {
  const live = await findLiveMembership(ctx.db, { userId: viewer.id });
  if (live && live.state !== 'incomplete') throw alreadyMember();
  const place = await parseAddress(ctx, body);
  const taxCents = await taxOn(ctx, place, plan.amountCents);
  refuseSurprise(plan.amountCents + taxCents, body.expectedTotal);
  const name = body.name ?? fullNameOf(viewer);
  const saving = await saveOwnCard(ctx, viewer, body, name);
  if (saving.status === 'requires_action') return confirmCardFirst(ctx, saving, null);
  const saved = saving.card;
  if (live) await giveUp(ctx, live);
  const now = ctx.clock.now();
  const endsAt = periodEnd(now, now, plan.period);
  const { membership, payable } = await unlessTaken(
    inTransaction(ctx.db, async (tx) => {
      const made = await insertMembership(tx, {
        ...termsOf(plan, viewer.id),
        ...place,
        name,
        cardId: saved.id,
        state: 'incomplete',
        startsAt: now,
        endsAt,
        anchorAt: now,
        nextActionAt: new Date(now.getTime() + INCOMPLETE_HOURS * 3_600_000),
        createdAt: now,
      });
      const invoice: NewInvoice = {
        plan,
        taxCents,
        kind: 'start',
        startsAt: now,
        endsAt,
        amountCents: plan.amountCents,
      };
      return { membership: made, payable: await placeInvoice(ctx, tx, made, invoice, viewer.email) };
    }),
  );
  return payNow(ctx, viewer, { membershipId: membership.id, payable, card: saved });
}

/** A first payment that was declined or never confirmed. */
async function giveUp(ctx: AppContext, membership: MembershipRow): Promise<void> {
  const open = await findOpenInvoice(ctx.db, { membershipId: membership.id });
  const state = open?.orderId ? await endOrder(ctx, open.orderId, 'cancelled') : null;
  if (state === 'paid') throw alreadyMember();
  await inTransaction(ctx.db, async (tx) => {
    const locked = await lockMembership(tx, { id: membership.id });
    if (locked?.state === 'incomplete') await endMembership(ctx, tx, locked);
  });
}

type CardBody = Pick<StartBody, 'card' | 'paymentMethod' | 'idempotencyKey'>;

export async function saveOwnCard(
  ctx: AppContext,
  owner: Payer,
  { card, paymentMethod, idempotencyKey }: CardBody,
  name: string,
): Promise<CardResult> {
  const method = methodOf(ctx, { card, paymentMethod, expectedTotal: undefined });
  if (!method) {
    throw new AppError('validation_failed', 'Enter your card.', [
      { path: 'card', message: 'Enter your card.' },
    ]);
  }
  const key = idempotencyKey ?? crypto.randomUUID();
  const returnUrl = `${ctx.config.publicUrl}/subscription/success`;
  return saveCard(ctx, { id: owner.id, email: owner.email, name }, { key, method, returnUrl });
}

/** The bank wants its customer to confirm the card. The browser sends the request again once they have. */
export function confirmCardFirst(
  { gateway: { publishableKey } }: AppContext,
  { clientSecret }: { clientSecret: string },
  subscription: Membership | null,
): Changed {
  return {
    subscription,
    status: 'confirm_card',
    orderId: null,
    clientSecret,
    ...(publishableKey !== null && { publishableKey }),
  };
}

export function refuseSurprise(totalCents: number, expected: string | undefined): void {
  if (expected === undefined || expected === centsToDecimal(totalCents)) return;
  throw new AppError(
    'conflict',
    `The total is now ${formatCents(totalCents)}. Nothing was charged. Review it and confirm again if you agree.`,
  );
}

/** Its owner is there: the bank may ask them. */
export async function payNow(
  ctx: AppContext,
  viewer: Payer,
  { membershipId, payable, card }: { membershipId: number; payable: PayableOrder; card: SavedCardRow },
): Promise<Changed> {
  const outcome = await chargeSavedCard(ctx, payable, { card, isAway: false });
  if (outcome.status === 'declined') throw new AppError('payment_required', outcome.reason);
  const membership = await findLatestMembership(ctx.db, { userId: viewer.id });
  if (membership?.id !== membershipId) throw new Error('The membership is gone');
  const { publishableKey } = ctx.gateway;
  return {
    subscription: await toMembership(ctx, membership),
    orderId: payable.order.id,
    ...statusOf(outcome),
    ...(publishableKey !== null && { publishableKey }),
  };
}

function statusOf(
  outcome: Exclude<Outcome, { status: 'declined' }>,
): Pick<Changed, 'status' | 'clientSecret'> {
  if (outcome.status === 'paid') return { status: 'done' };
  if (outcome.status === 'processing') return { status: 'processing' };
  return { status: 'requires_action', clientSecret: outcome.clientSecret };
}
