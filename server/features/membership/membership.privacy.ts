// Personal data of memberships: when someone was a member, what they paid, and where their invoices went.
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import {
  membershipGifts,
  membershipInvoices,
  memberships,
  membershipSeats,
} from '#server/db/schema/membership.ts';
import { membershipCredits, membershipCreditUses } from '#server/db/schema/membership-credit.ts';
import { orders } from '#server/db/schema/order.ts';
import { plans } from '#server/db/schema/plan.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { findLiveMembership, lockMembership } from './membership.queries.ts';
import { endMembership } from './membership.service.ts';

export const membershipPersonalData: PersonalData = {
  tables: [memberships, membershipSeats, membershipGifts, membershipCredits],
  collect: {
    memberships: collectMemberships,
    membershipPayments: collectInvoices,
    membershipSeats: collectSeats,
    membershipGifts: collectGifts,
    bookingCredit: collectCredits,
  },
  /** The rows stay for the books; nothing in them says who it was. */
  async erase(ctx, tx, subject) {
    const { userId, now } = subject;
    const live = await findLiveMembership(tx, { userId });
    const locked = live && (await lockMembership(tx, live));
    if (locked) await endMembership(ctx, tx, locked);
    await tx
      .update(memberships)
      .set({ name: '', zip: null, city: null, region: null, cancelReason: null })
      .where(eq(memberships.userId, userId));
    await tx
      .update(membershipSeats)
      .set({ endedAt: now, email: null, keyHash: null })
      .where(and(isNull(membershipSeats.endedAt), isForUser(subject)));
    // Nobody is written to any more; a code that was already sent still works: it was paid for.
    await tx
      .update(membershipGifts)
      .set({ fromName: '', message: '' })
      .where(eq(membershipGifts.buyerId, userId));
    await tx
      .update(membershipGifts)
      .set({
        recipientName: '',
        recipientEmail: '',
        sentAt: sql`coalesce(${membershipGifts.sentAt}, ${now})`,
      })
      .where(isGiftFor(subject));
  },
};

async function collectMemberships(db: DbOrTx, { userId }: DataSubject) {
  const { state, period, source, startsAt, endsAt, trialEndsAt, isCanceling, cancelReason } = memberships;
  const { name, zip, city, region, country, createdAt, endedAt } = memberships;
  return db
    .select({
      plan: plans.name,
      state,
      period,
      source,
      startsAt,
      endsAt,
      trialEndsAt,
      isCanceling,
      cancelReason,
      name,
      zip,
      city,
      region,
      country,
      createdAt,
      endedAt,
    })
    .from(memberships)
    .innerJoin(plans, eq(plans.id, memberships.planId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.id));
}

async function collectInvoices(db: DbOrTx, { userId }: DataSubject) {
  const { kind, state, startsAt, endsAt, amountCents, orderId, createdAt, paidAt } = membershipInvoices;
  return db
    .select({ kind, state, startsAt, endsAt, amountCents, orderId, createdAt, paidAt })
    .from(membershipInvoices)
    .innerJoin(memberships, eq(memberships.id, membershipInvoices.membershipId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(membershipInvoices.id));
}

/** Held by the user, or offered to their confirmed address. */
function isForUser({ userId, email, isEmailVerified }: DataSubject) {
  const isInvited = and(
    isNull(membershipSeats.userId),
    sql`lower(${membershipSeats.email}) = lower(${email})`,
  );
  return or(eq(membershipSeats.userId, userId), isEmailVerified ? isInvited : undefined);
}

/** Leaves out who they assigned seats to. */
async function collectSeats(db: DbOrTx, subject: DataSubject) {
  const { createdAt, heldAt, endedAt } = membershipSeats;
  const columns = { plan: plans.name, createdAt, heldAt, endedAt };
  const select = () =>
    db
      .select(columns)
      .from(membershipSeats)
      .innerJoin(memberships, eq(memberships.id, membershipSeats.membershipId))
      .innerJoin(plans, eq(plans.id, memberships.planId))
      .orderBy(asc(membershipSeats.id))
      .$dynamic();
  const isOwn = eq(memberships.userId, subject.userId);
  return {
    forMe: await select().where(and(isForUser(subject), ne(memberships.userId, subject.userId))),
    handedOut: await select().where(
      and(isOwn, sql`${membershipSeats.userId} is distinct from ${subject.userId}`),
    ),
  };
}

/** Each half-year, and the orders it paid for; of colleagues with a seat only the amount. */
async function collectCredits(db: DbOrTx, { userId }: DataSubject) {
  const { startsAt, endsAt, grantedCents, usedCents } = membershipCredits;
  const { amountCents, returnedCents, createdAt } = membershipCreditUses;
  const orderId = sql<number | null>`case when ${orders.userId} = ${userId} then ${orders.id} end`;
  return {
    halfYears: await db
      .select({ startsAt, endsAt, grantedCents, usedCents })
      .from(membershipCredits)
      .where(eq(membershipCredits.userId, userId))
      .orderBy(asc(membershipCredits.id)),
    uses: await db
      .select({ orderId, amountCents, returnedCents, createdAt })
      .from(membershipCreditUses)
      .innerJoin(membershipCredits, eq(membershipCredits.id, membershipCreditUses.creditId))
      .innerJoin(orders, eq(orders.id, membershipCreditUses.orderId))
      .where(or(eq(membershipCredits.userId, userId), eq(orders.userId, userId)))
      .orderBy(asc(membershipCreditUses.orderId)),
  };
}

/** Sent to their confirmed address. */
const isGiftFor = ({ email, isEmailVerified }: DataSubject) =>
  isEmailVerified ? sql`lower(${membershipGifts.recipientEmail}) = lower(${email})` : sql`false`;

/** Of a gift for them, only what its buyer wrote to them. */
async function collectGifts(db: DbOrTx, subject: DataSubject) {
  const { state, createdAt, redeemedAt, sendOn, sentAt, fromName, message } = membershipGifts;
  const { recipientName, recipientEmail } = membershipGifts;
  return {
    given: await db
      .select({
        state,
        createdAt,
        sendOn,
        sentAt,
        redeemedAt,
        fromName,
        message,
        recipientName,
        recipientEmail,
      })
      .from(membershipGifts)
      .where(eq(membershipGifts.buyerId, subject.userId))
      .orderBy(asc(membershipGifts.id)),
    received: await db
      .select({ state, sentAt, redeemedAt, fromName, message })
      .from(membershipGifts)
      .where(and(isGiftFor(subject), isNotNull(sentAt)))
      .orderBy(asc(membershipGifts.id)),
  };
}
