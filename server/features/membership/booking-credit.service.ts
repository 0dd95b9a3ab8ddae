// Booking credit: what each payment of a membership adds (docs/decisions/040), and what is left of it.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { grantedAfter, monthsBetween } from '#shared/features/membership/booking-credit.rules.ts';
import type * as contract from '#shared/features/membership/membership.contract.ts';
import { monthsAfter } from '#shared/features/membership/period.rules.ts';
import { CREDIT_MONTHS } from '#shared/features/plan/plan.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import {
  deleteCreditsFrom,
  findCredit,
  insertCredit,
  listCreditUses,
  lockLastCredit,
  updateCredit,
} from './booking-credit.queries.ts';
import type { InvoiceRow, MembershipRow } from './membership.queries.ts';

type Payment = {
  membership: Pick<MembershipRow, 'id' | 'userId'>;
  invoice: Pick<InvoiceRow, 'kind' | 'startsAt' | 'endsAt'>;
  bookingCreditCents: number;
};

const latest = (a: Date, b: Date) => (a > b ? a : b);

/**
 * Once per paid invoice, in its transaction. Its months fill up the running half-year, then further ones. A change or a
 * new membership starts a half-year; one of this member that still runs becomes it, with what was used of it.
 */
export async function grantCredit(
  tx: Tx,
  { membership, invoice, bookingCreditCents }: Payment,
): Promise<void> {
  const { id: membershipId, userId } = membership;
  const { kind, startsAt, endsAt } = invoice;
  await deleteCreditsFrom(tx, { userId, from: startsAt });
  let months = monthsBetween(invoice);
  let from = startsAt;
  const last = await lockLastCredit(tx, { userId, after: startsAt });
  if (last && (kind === 'change' || last.membershipId !== membershipId)) {
    const paid = Math.min(months, CREDIT_MONTHS);
    const keptCents = last.membershipId === membershipId ? last.grantedCents : last.usedCents;
    const grantedCents = Math.max(keptCents, grantedAfter(paid, bookingCreditCents));
    from = monthsAfter(startsAt, CREDIT_MONTHS);
    const period = { startsAt, endsAt: from, months: Math.max(1, paid) };
    await updateCredit(tx, { id: last.id, membershipId, ...period, grantedCents, remindedAt: null });
    months -= paid;
  } else if (last) {
    const paid = Math.min(months, CREDIT_MONTHS - last.months);
    const grantedCents = Math.max(
      last.grantedCents,
      paid > 0 ? grantedAfter(last.months + paid, bookingCreditCents) : 0,
    );
    // Days that staff added make it longer.
    from = months <= paid ? latest(last.endsAt, endsAt) : last.endsAt;
    await updateCredit(tx, { id: last.id, months: last.months + paid, endsAt: from, grantedCents });
    months -= paid;
  }
  if (bookingCreditCents === 0) return;
  for (; months > 0; months -= CREDIT_MONTHS) {
    const next = monthsAfter(from, CREDIT_MONTHS);
    await insertCredit(tx, {
      userId,
      membershipId,
      startsAt: from,
      endsAt: months === CREDIT_MONTHS ? latest(next, endsAt) : next,
      months: Math.min(months, CREDIT_MONTHS),
      grantedCents: grantedAfter(months, bookingCreditCents),
    });
    from = next;
  }
}

/** Shared by everyone with a seat, as downloads are. Who else used it isn’t said. */
export async function getBookingCredit(
  ctx: AppContext,
  viewer: Viewer,
): Promise<ContractResult<typeof contract.getBookingCredit>> {
  const credit = await findCredit(ctx.db, { userId: viewer.id, now: ctx.clock.now() });
  // What is left of a plan without credit, after a change from one with it.
  if (!credit || credit.grantedCents === 0) return { credit: null };
  const uses = await listCreditUses(ctx.db, { creditId: credit.id, userId: viewer.id });
  return {
    credit: {
      granted: centsToDecimal(credit.grantedCents),
      left: centsToDecimal(credit.leftCents),
      endsAt: credit.endsAt.toISOString(),
      uses: uses.map(({ orderId, isOwn, title, usedCents, returnedCents, usedAt, state }) => ({
        orderId: isOwn ? orderId : null,
        title: isOwn ? title : null,
        amount: centsToDecimal(usedCents),
        returned: centsToDecimal(returnedCents),
        isReserved: state === 'pending',
        usedAt: usedAt.toISOString(),
      })),
    },
  };
}

export {
  claimCreditsToRemind,
  findCredit,
  findCreditEnd,
  moveCredits,
  deleteCreditsFrom,
  dropUnusedCredit,
  settleReturnedCredit,
  useCreditSql,
  type Credit,
} from './booking-credit.queries.ts';
