// Invitations to a seat of a membership, as the page of seat invitations asks about them.
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { canShare } from './membership-seat.service.ts';
import { endSeat, findSeatOffer, holdMembershipSeat } from './membership-seat.queries.ts';
import { lockMembership } from './membership.queries.ts';
import { queueMembershipSeatReturned } from './seat-mail.service.ts';

export type MembershipSeatOffer = NonNullable<Awaited<ReturnType<typeof getSeatOffer>>>;

export async function getSeatOffer({ db }: AppContext, { seatId }: { seatId: number }) {
  const offer = await findSeatOffer(db, { id: seatId });
  return offer && { ...offer, isLive: canShare(offer) };
}

type Accepting = { seatId: number; membershipId: number; keyHash: Buffer; userId: number };

/** False if it isn't theirs, or is no longer open. */
export async function acceptSeatOffer(
  ctx: AppContext,
  { seatId, membershipId, keyHash, userId }: Accepting,
): Promise<boolean> {
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const membership = await lockMembership(tx, { id: membershipId });
      if (!membership || !canShare(membership)) {
        throw new AppError(
          'conflict',
          'The membership this seat belongs to has ended. Ask the person who invited you.',
        );
      }
      return holdMembershipSeat(tx, { id: seatId, keyHash, userId, now: ctx.clock.now() });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'membership_seats_once') throw error;
    throw new AppError('conflict', 'You already have another seat of this membership.');
  }
}

/** False if it is no longer open. */
export async function declineSeatOffer(
  ctx: AppContext,
  { id, membershipId, planName, ownerEmail }: MembershipSeatOffer,
  keyHash: Buffer,
): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    await lockMembership(tx, { id: membershipId });
    const ended = await endSeat(tx, { id, membershipId, keyHash, now: ctx.clock.now() });
    if (!ended) return false;
    const { email } = ended;
    await queueMembershipSeatReturned(ctx, tx, { to: ownerEmail, planName, email, how: 'declined' });
    return true;
  });
}
