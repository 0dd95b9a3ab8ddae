// Time of a membership that ended with a lost dispute comes back when the bank decides for us after all. Done by a job,
// because a payment of a newer membership may be on its way: then the next run tries again.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { daysAfter } from '#server/clock.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  findInvoiceWonBack,
  findLatestMembership,
  findLiveMembership,
  findOpenInvoice,
  grantCredit,
  insertSeat,
  listInvoicesWonBack,
  lockMembership,
  moveCredits,
  syncAccess,
  updateInvoice,
  updateMembership,
  type InvoiceRow,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import { lockOrder } from '#server/features/order/order.service.ts';
import { findPlan, findPlanByPrice, findYearlyPrice } from '#server/features/plan/plan.service.ts';
import { giftDays } from '#shared/features/membership/gift.rules.ts';
import { unusedCents } from '#shared/features/membership/period.rules.ts';
import { queueMembershipMail } from './membership-mail.service.ts';

const BATCH = 100;

export async function restoreLostTime(ctx: AppContext): Promise<void> {
  for (const { id, orderId } of await listInvoicesWonBack(ctx.db, { limit: BATCH })) {
    await inTransaction(ctx.db, async (tx) => {
      // As disputes do: the order first.
      await lockOrder(tx, { id: orderId ?? 0 });
      const invoice = await findInvoiceWonBack(tx, { id });
      if (invoice) await restore(ctx, tx, invoice);
    }).catch((error: unknown) => {
      ctx.log.error({ err: error, invoiceId: id }, 'could not restore the time of a won dispute');
    });
  }
}

async function restore(ctx: AppContext, tx: Tx, invoice: InvoiceRow): Promise<void> {
  const own = await lockMembership(tx, { id: invoice.membershipId });
  if (!own) return;
  const seconds = invoice.lostSeconds ?? 0;
  const seen = await findLiveMembership(tx, { userId: own.userId });
  const live = seen && (await lockMembership(tx, seen));
  if (seconds > 0 && live && !(await canExtend(ctx, tx, live))) return;
  await updateInvoice(tx, { id: invoice.id, state: 'paid', lostSeconds: null });
  if (seconds === 0) return;
  if (live) await extend(ctx, tx, live, { ...invoice, lostSeconds: seconds });
  else await reopen(ctx, tx, own, seconds);
}

async function canExtend(ctx: AppContext, tx: Tx, { id, state, endsAt }: MembershipRow): Promise<boolean> {
  const isRunning = state === 'paused' || (state === 'active' && endsAt > ctx.clock.now());
  return isRunning && !(await findOpenInvoice(tx, { membershipId: id }));
}

/** It doesn't renew: nobody is charged again after a dispute unless they say so. */
async function reopen(ctx: AppContext, tx: Tx, own: MembershipRow, seconds: number): Promise<void> {
  const now = ctx.clock.now();
  const { id, userId, priceId } = own;
  const latest = await findLatestMembership(tx, { userId });
  const endsAt = new Date(now.getTime() + seconds * 1000);
  const length = own.endsAt.getTime() - own.startsAt.getTime();
  const membership = await updateMembership(tx, {
    id,
    state: 'active',
    startsAt: new Date(Math.min(now.getTime(), endsAt.getTime() - length)),
    endsAt,
    anchorAt: endsAt,
    isCanceling: priceId !== null,
    nextPriceId: null,
    retries: 0,
    nextActionAt: endsAt,
    endedAt: null,
  });
  await insertSeat(tx, { membershipId: id, userId, createdAt: now });
  // A later membership began its own half-years.
  if (latest?.id === id && own.endedAt) {
    const pausedAt = own.endedAt;
    const away = Math.round((now.getTime() - pausedAt.getTime()) / 1000);
    await moveCredits(tx, { membershipId: id, pausedAt, seconds: away });
  }
  await syncAccess(tx, membership);
  await tell(ctx, tx, membership, false);
}

/** The membership they have now: this one, if only a part of its time was lost, or a newer one. */
async function extend(
  ctx: AppContext,
  tx: Tx,
  live: MembershipRow,
  invoice: InvoiceRow & { lostSeconds: number },
): Promise<void> {
  const end = await endWith(tx, live, invoice);
  const { id, endsAt: startsAt } = live;
  if (live.state === 'paused') {
    const added = Math.round((end.getTime() - startsAt.getTime()) / 1000);
    const paused = await updateMembership(tx, { id, pausedSeconds: (live.pausedSeconds ?? 0) + added });
    return tell(ctx, tx, paused, true);
  }
  const membership = await updateMembership(tx, { id, endsAt: end, anchorAt: end, nextActionAt: end });
  if (invoice.kind === 'gift' && invoice.membershipId === id)
    await updateInvoice(tx, { id: invoice.id, startsAt, endsAt: end });
  const plan = await findPlan(tx, { id: live.planId });
  const { bookingCreditCents = 0 } = plan ?? {};
  await grantCredit(tx, { membership, invoice: { kind: 'gift', startsAt, endsAt: end }, bookingCreditCents });
  await syncAccess(tx, membership);
  await tell(ctx, tx, membership, true);
}

/** Of another plan, as many days as the lost time was worth: as with gifts. */
async function endWith(
  tx: Tx,
  { id, planId, endsAt }: MembershipRow,
  { priceId, lostSeconds, ...paid }: InvoiceRow & { lostSeconds: number },
): Promise<Date> {
  const plan = await findPlanByPrice(tx, { priceId });
  if (!plan || paid.membershipId === id || plan.planId === planId)
    return new Date(endsAt.getTime() + lostSeconds * 1000);
  const now = new Date(paid.endsAt.getTime() - lostSeconds * 1000);
  const lostCents = unusedCents(paid.amountCents, { startsAt: paid.startsAt, endsAt: paid.endsAt, now });
  return daysAfter(endsAt, giftDays(lostCents, await findYearlyPrice(tx, { planId })));
}

async function tell(ctx: AppContext, tx: Tx, membership: MembershipRow, isExtended: boolean): Promise<void> {
  const plan = await findPlan(tx, { id: membership.planId });
  if (!plan) return;
  const event = { kind: 'won_back', isExtended, hasSeats: plan.seats > 1 } as const;
  await queueMembershipMail(ctx, tx, { membership, plan: { name: plan.name }, event });
}
