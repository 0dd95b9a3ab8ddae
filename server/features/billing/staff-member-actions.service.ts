// What staff do for members: give, extend, cancel and resume memberships. Each is audited; the member gets an email.
import type { AppContext } from '#server/context.ts';
import { daysAfter } from '#server/clock.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import {
  endMembership,
  findLiveMembership,
  findMembership,
  findOpenInvoice,
  insertMembership,
  insertSeat,
  lockMembership,
  syncAccess,
  updateMembership,
  type MembershipChange,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import { endOrder } from '#server/features/payment/close-order.service.ts';
import { findPlan } from '#server/features/plan/plan.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { findUserIdByEmail } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type {
  CancelMembershipBody,
  ExtendMembershipBody,
  GrantMembershipBody,
  Member,
} from '#shared/features/billing/staff-member.schema.ts';
import { monthsAfter } from '#shared/features/membership/period.rules.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { findMember } from './billing.queries.ts';
import { queueMembershipMail, type MembershipEvent } from './membership-mail.service.ts';
import { getMember, noSuchMember } from './staff-member.service.ts';

const DAY_SECONDS = 86_400;

export async function grantMembership(
  ctx: AppContext,
  viewer: Viewer,
  { email, planId, months, reason }: GrantMembershipBody,
): Promise<Member> {
  const now = ctx.clock.now();
  const userId = await findUserIdByEmail(ctx.db, { emailKey: identityKey(email) });
  const user = userId === null ? null : await findMember(ctx.db, { id: userId });
  if (!user) {
    const message = 'No active account has this email address. Ask them to register with it first.';
    throw new AppError('not_found', message, [{ path: 'email', message }]);
  }
  const plan = await findPlan(ctx.db, { id: planId });
  if (!plan || plan.state === 'draft') throw new AppError('not_found', 'This plan was never on sale.');
  const name = fullNameOf(user);
  if (await findLiveMembership(ctx.db, { userId: user.id })) throw isMember(name);
  const endsAt = monthsAfter(now, months);
  const id = await unlessMember(
    name,
    inTransaction(ctx.db, async (tx) => {
      const granted = await insertMembership(tx, {
        userId: user.id,
        planId,
        priceId: null,
        period: 'month',
        source: 'staff',
        state: 'active',
        startsAt: now,
        endsAt,
        anchorAt: endsAt,
        name,
        nextActionAt: endsAt,
        createdAt: now,
      });
      await insertSeat(tx, { membershipId: granted.id, userId: user.id, createdAt: now });
      await queueMembershipMail(ctx, tx, { membership: granted, plan, event: { kind: 'granted' } });
      await audit(ctx, tx, viewer, granted, { action: 'member.grant', plan: plan.name, months, reason });
      return granted.id;
    }),
  );
  return getMember(ctx, id);
}

const isMember = (name: string) =>
  new AppError('conflict', `${name} already has a membership. Extend that one instead.`);

/** They may become a member at the same moment. */
async function unlessMember<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) === 'memberships_one_live') throw isMember(name);
    throw error;
  }
}

type Audited = { action: AuditAction } & Record<string, unknown>;

async function audit(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { id, userId }: Pick<MembershipRow, 'id' | 'userId'>,
  { action, ...details }: Audited,
): Promise<void> {
  await recordAudit(ctx, tx, { actor: viewer, action, subject: ['membership', id], userId, details });
}

async function tell(ctx: AppContext, tx: Tx, membership: MembershipRow, event: MembershipEvent) {
  const plan = await findPlan(tx, { id: membership.planId });
  if (plan) await queueMembershipMail(ctx, tx, { membership, plan, event });
}

/** Locked until the transaction ends. */
async function requireLive(tx: Tx, id: number): Promise<MembershipRow> {
  const membership = await lockMembership(tx, { id });
  if (!membership) throw noSuchMember();
  if (membership.state === 'cancelled') throw new AppError('conflict', 'This membership is over.');
  return membership;
}

export async function extendMembership(
  ctx: AppContext,
  viewer: Viewer,
  { id, days, reason }: ExtendMembershipBody & { id: number },
): Promise<Member> {
  await inTransaction(ctx.db, async (tx) => {
    const membership = await requireLive(tx, id);
    if (await findOpenInvoice(tx, { membershipId: id })) throw waits();
    const extended = await updateMembership(tx, { id, ...extension(membership, days) });
    await syncAccess(tx, extended);
    await tell(ctx, tx, extended, { kind: 'extended', days });
    await audit(ctx, tx, viewer, membership, { action: 'member.extend', days, reason });
  });
  return getMember(ctx, id);
}

/** Later periods are counted from the new end. */
function extension(membership: MembershipRow, days: number): MembershipChange {
  const { state, pausedSeconds } = membership;
  if (state === 'paused') return { pausedSeconds: (pausedSeconds ?? 0) + days * DAY_SECONDS };
  const endsAt = daysAfter(membership.endsAt, days);
  const moved = { endsAt, anchorAt: endsAt, nextActionAt: endsAt };
  if (state === 'trialing') return { ...moved, trialEndsAt: endsAt };
  if (state === 'active') return moved;
  throw waits();
}

const waits = () =>
  new AppError('conflict', 'This membership waits for a payment. Extend it once that has gone through.');

/** Money stays where it is: a refund is a step of its own. */
export async function cancelMembership(
  ctx: AppContext,
  viewer: Viewer,
  { id, when, reason }: CancelMembershipBody & { id: number },
): Promise<Member> {
  if (when === 'now') await closeOpenOrder(ctx, id);
  await inTransaction(ctx.db, async (tx) => {
    const membership = await requireLive(tx, id);
    await updateMembership(tx, { id, cancelReason: reason });
    if (when === 'now') {
      await endMembership(ctx, tx, membership);
      await tell(ctx, tx, membership, { kind: 'ended', why: 'staff' });
    } else {
      await cancelWithPeriod(ctx, tx, membership);
    }
    await audit(ctx, tx, viewer, membership, { action: 'member.cancel', when, reason });
  });
  return getMember(ctx, id);
}

/** Nobody pays for something that is over. Outside of any transaction: it asks the gateway. */
async function closeOpenOrder(ctx: AppContext, id: number): Promise<void> {
  const membership = await findMembership(ctx.db, { id });
  if (!membership || membership.state === 'cancelled') return;
  const open = await findOpenInvoice(ctx.db, { membershipId: id });
  if (open?.orderId && (await endOrder(ctx, open.orderId, 'cancelled')) === 'paid') {
    throw new AppError('conflict', 'A payment has just gone through. Reload, then cancel and refund it.');
  }
}

async function cancelWithPeriod(ctx: AppContext, tx: Tx, membership: MembershipRow): Promise<void> {
  const { id, state, isCanceling, priceId } = membership;
  if (isCanceling || priceId === null) {
    throw new AppError('conflict', 'This membership already ends with its period.');
  }
  if (state !== 'active' && state !== 'trialing') {
    throw new AppError('conflict', 'Nothing is paid for here. End this membership now instead.');
  }
  const canceling = await updateMembership(tx, { id, isCanceling: true, nextPriceId: null });
  await syncAccess(tx, canceling);
  await tell(ctx, tx, canceling, { kind: 'canceling' });
}

export async function resumeMembership(ctx: AppContext, viewer: Viewer, id: number): Promise<Member> {
  await inTransaction(ctx.db, async (tx) => {
    const membership = await requireLive(tx, id);
    if (!membership.isCanceling) throw new AppError('conflict', 'This membership isn’t canceled.');
    const resumed = await updateMembership(tx, { id, isCanceling: false, cancelReason: null });
    await syncAccess(tx, resumed);
    await tell(ctx, tx, resumed, { kind: 'resumed' });
    await audit(ctx, tx, viewer, membership, { action: 'member.resume' });
  });
  return getMember(ctx, id);
}
