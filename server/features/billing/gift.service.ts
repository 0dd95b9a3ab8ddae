// Redeeming a gift: a membership that ends by itself, or a later end of the one the viewer has.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { daysAfter } from '#server/clock.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import {
  findGift,
  lockGift,
  markGiftRedeemed,
  type GiftRow,
} from '#server/features/membership/gift.service.ts';
import {
  grantCredit,
  findLiveMembership,
  findOpenInvoice,
  fitSeats,
  insertInvoice,
  insertMembership,
  insertSeat,
  lockMembership,
  syncAccess,
  updateMembership,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import {
  findPlan,
  findPlanByPrice,
  findYearlyPrice,
  type PricedPlan,
} from '#server/features/plan/plan.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/billing/gift.contract.ts';
import type { GiftPreview } from '#shared/features/billing/gift.schema.ts';
import { giftDays } from '#shared/features/membership/gift.rules.ts';
import { parseGiftCode } from '#shared/features/membership/gift-code.ts';
import { GIFT_MONTHS } from '#shared/features/membership/membership.states.ts';
import { monthsAfter } from '#shared/features/membership/period.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { toMembership } from './billing.service.ts';
import { queueMembershipMail } from './membership-mail.service.ts';

type Redeemed = ContractResult<typeof contract.redeemGift>;

const DAY_MS = 86_400_000;

const noSuchGift = () =>
  new AppError('not_found', 'There’s no gift with this code. Check it against the email, letter by letter.');

function requireCode(typed: string): string {
  const code = parseGiftCode(typed);
  if (code === null) throw noSuchGift();
  return code;
}

function requireReady({ state }: GiftRow): void {
  if (state === 'redeemed') throw new AppError('gone', 'This gift has been redeemed already.');
  if (state === 'refunded') {
    throw new AppError(
      'gone',
      'This gift was refunded, so its code no longer works. Ask who gave it to you.',
    );
  }
  if (state !== 'ready') throw noSuchGift();
}

export async function previewGift(
  ctx: AppContext,
  viewer: Viewer | null,
  typed: string,
): Promise<GiftPreview> {
  const gift = await findGift(ctx.db, { code: requireCode(typed) });
  if (!gift) throw noSuchGift();
  requireReady(gift);
  const plan = await requirePlanOf(ctx.db, gift);
  const { fromName, recipientName, message } = gift;
  const known = { planName: plan.name, fromName, recipientName, message };
  const nothing = { effect: null, extendedPlanName: null, days: null, endsAt: null, problem: null };
  if (!viewer) return { ...known, ...nothing };
  const live = await findLiveMembership(ctx.db, { userId: viewer.id });
  try {
    const { effect, days, endsAt } = await effectOn(ctx.db, { live, plan, now: ctx.clock.now() });
    const extended = effect === 'extend' && live ? await findPlan(ctx.db, { id: live.planId }) : null;
    return {
      ...known,
      effect,
      extendedPlanName: extended?.name ?? null,
      days,
      endsAt: endsAt.toISOString(),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...known, ...nothing, problem: error.message };
  }
}

async function requirePlanOf(db: DbOrTx, { priceId }: GiftRow): Promise<PricedPlan> {
  const plan = await findPlanByPrice(db, { priceId });
  if (!plan) throw new Error(`Price ${priceId} is gone`);
  return plan;
}

type Effect = {
  effect: NonNullable<GiftPreview['effect']>;
  startsAt: Date;
  endsAt: Date;
  /** Added to a membership they have. */
  days: number | null;
};

type Target = { live: MembershipRow | null; plan: PricedPlan; now: Date };

/** The same plan: a year. Another one: as many of its days as what was paid for the gift buys. */
async function effectOn(db: DbOrTx, { live, plan, now }: Target): Promise<Effect> {
  if (!live || live.state === 'trialing') {
    const effect = live ? 'replace_trial' : 'start';
    return { effect, startsAt: now, endsAt: monthsAfter(now, GIFT_MONTHS), days: null };
  }
  if (live.state !== 'active' || live.endsAt <= now) {
    throw new AppError(
      'conflict',
      'Your membership is paused or waits for a payment. Resume or settle it first, then redeem this code.',
    );
  }
  if (live.planId === plan.planId) {
    const endsAt = monthsAfter(live.endsAt, GIFT_MONTHS);
    const days = Math.round((endsAt.getTime() - live.endsAt.getTime()) / DAY_MS);
    return { effect: 'extend', startsAt: live.endsAt, endsAt, days };
  }
  const yearlyCents = await findYearlyPrice(db, { planId: live.planId });
  const days = giftDays(plan.amountCents, yearlyCents);
  return { effect: 'extend', startsAt: live.endsAt, endsAt: daysAfter(live.endsAt, days), days };
}

/** Two tabs at once: the gift is locked, and its invoice can exist once. */
export async function redeemGift(ctx: AppContext, viewer: Viewer, typed: string): Promise<Redeemed> {
  const code = requireCode(typed);
  try {
    return await toMembership(
      ctx,
      await inTransaction(ctx.db, async (tx) => {
        const now = ctx.clock.now();
        const gift = await lockGift(tx, { code });
        if (!gift) throw noSuchGift();
        requireReady(gift);
        const plan = await requirePlanOf(tx, gift);
        const seen = await findLiveMembership(tx, { userId: viewer.id });
        const live = seen && (await lockMembership(tx, seen));
        if (live && (await findOpenInvoice(tx, { membershipId: live.id }))) throw waits();
        const { effect, startsAt, endsAt } = await effectOn(tx, { live, plan, now });
        const moved = { endsAt, anchorAt: endsAt, nextActionAt: endsAt };
        const given = {
          ...moved,
          startsAt,
          planId: plan.planId,
          priceId: null,
          nextPriceId: null,
          period: 'year' as const,
          source: 'gift' as const,
          state: 'active' as const,
          isCanceling: false,
        };
        if (effect === 'replace_trial' && live)
          await fitSeats(ctx, tx, { membership: live, seats: plan.seats });
        const membership = live
          ? await updateMembership(tx, { id: live.id, ...(effect === 'extend' ? moved : given) })
          : await insertMembership(tx, {
              ...given,
              userId: viewer.id,
              name: fullNameOf(viewer),
              createdAt: now,
            });
        await insertSeat(tx, { membershipId: membership.id, userId: viewer.id, createdAt: now });
        const invoice = await insertInvoice(tx, {
          membershipId: membership.id,
          kind: 'gift',
          state: 'paid',
          priceId: gift.priceId,
          startsAt,
          endsAt,
          amountCents: plan.amountCents,
          orderId: gift.orderId,
          createdAt: now,
          paidAt: now,
        });
        await markGiftRedeemed(tx, { id: gift.id, invoiceId: invoice.id, now });
        await syncAccess(tx, membership);
        const named = effect === 'extend' ? await findPlan(tx, { id: membership.planId }) : plan;
        const event = {
          kind: 'gift_redeemed',
          from: gift.fromName,
          isExtended: effect === 'extend',
        } as const;
        if (named) {
          await grantCredit(tx, { membership, invoice, bookingCreditCents: named.bookingCreditCents });
          await queueMembershipMail(ctx, tx, { membership, plan: { name: named.name }, event });
        }
        return membership;
      }),
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'memberships_one_live') throw error;
    throw new AppError('conflict', 'Your membership has just started. Redeem this code again to extend it.');
  }
}

const waits = () =>
  new AppError(
    'conflict',
    'A payment for your membership is on its way. Redeem this code once it’s through.',
  );
