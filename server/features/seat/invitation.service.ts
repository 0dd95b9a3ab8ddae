// Seat invitations as the invited person, or anyone with the link, sees them. The link alone
// gives nothing: only an account that has confirmed the invited address can accept the seat.
import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { insertSeatEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import {
  acceptSeatOffer,
  declineSeatOffer,
  getSeatOffer,
  type MembershipSeatOffer,
} from '#server/features/membership/seat-offer.service.ts';
import { hashToken, type Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type * as contract from '#shared/features/seat/seat.contract.ts';
import { maskedEmail } from '#shared/features/seat/seat.rules.ts';
import type { SeatInvitation } from '#shared/features/seat/seat.schema.ts';
import { givenNameOf } from '#shared/names.ts';
import { hrefOf } from '#shared/features/entitlement/entitlement.states.ts';
import { findOffer, releaseSeat, holdSeat, isLineLive } from './seat.queries.ts';
import { notifyBuyer } from './seat.service.ts';

type LicenceOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** A seat of a licence, or of a membership (`source`). */
type Offer = Pick<
  LicenceOffer,
  'email' | 'keyHash' | 'holderId' | 'isLive' | 'title' | 'sellerName' | 'orderName' | 'buyerId'
> &
  Pick<LicenceOffer, 'firstName' | 'lastName'> & {
    href: string;
    source: { lineId: number } | { membership: MembershipSeatOffer };
  };
type Link = { seatId: number; keyHash: Buffer };

async function findLicenceOffer({ db }: AppContext, id: number): Promise<Offer | null> {
  const offer = await findOffer(db, { id });
  return offer && { ...offer, href: hrefOf(offer), source: { lineId: offer.lineId } };
}

async function findMembershipOffer(ctx: AppContext, seatId: number): Promise<Offer | null> {
  const offer = await getSeatOffer(ctx, { seatId });
  return (
    offer && {
      ...offer,
      title: `${offer.planName} membership`,
      sellerName: '',
      buyerId: offer.ownerId,
      href: '/profile/membership',
      source: { membership: offer },
    }
  );
}

export async function getInvitation(
  ctx: AppContext,
  viewer: Viewer | null,
  key: string,
): Promise<ContractResult<typeof contract.getInvitation>> {
  const { offer } = await requireOffer(ctx, viewer, key);
  const step = stepOf(offer, viewer);
  const { title, sellerName, email, isLive, href, source } = offer;
  const isTheirs = step !== 'sign-in' && step !== 'other-account';
  return {
    kind: 'membership' in source ? 'membership' : 'licence',
    title,
    sellerName,
    href,
    from: buyerOf(offer),
    email: isTheirs ? (email ?? '') : maskedEmail(email ?? ''),
    step,
    isLive,
  };
}

function stepOf(offer: Offer, viewer: Viewer | null): SeatInvitation['step'] {
  if (!viewer) return 'sign-in';
  if (isHeldBy(offer, viewer)) return 'taken';
  if (identityKey(viewer.email) !== identityKey(offer.email ?? '')) return 'other-account';
  return viewer.isEmailVerified ? 'accept' : 'confirm-address';
}

/** Pressed twice, or in two tabs: the seat is accepted once, and both succeed. */
export async function acceptInvitation(
  ctx: AppContext,
  viewer: Viewer,
  key: string,
): Promise<ContractResult<typeof contract.acceptInvitation>> {
  const { offer, link } = await requireOffer(ctx, viewer, key);
  if (!isHeldBy(offer, viewer) && !(await take(ctx, viewer, offer, link))) {
    const { offer: now } = await requireOffer(ctx, viewer, key);
    if (!isHeldBy(now, viewer)) throw notTheirs(now, viewer);
  }
  return { seatId: link.seatId, title: offer.title, href: offer.href };
}

async function take(
  ctx: AppContext,
  viewer: Viewer,
  { source, buyerId }: Offer,
  { seatId, keyHash }: Link,
): Promise<boolean> {
  const [userId, now] = [viewer.id, ctx.clock.now()];
  if ('membership' in source) {
    const { membershipId } = source.membership;
    return acceptSeatOffer(ctx, { seatId, membershipId, keyHash, userId });
  }
  const { lineId } = source;
  if (userId === buyerId) {
    throw new AppError('conflict', 'You bought this licence, so you already have one of its seats.');
  }
  try {
    return await inTransaction(ctx.db, async (tx) => {
      if (!(await isLineLive(tx, { lineId }))) throw notLive();
      const tenure = await holdSeat(tx, { id: seatId, keyHash, userId, now });
      if (tenure === null) return false;
      await insertSeatEntitlement(tx, { seatId, tenure, lineId, userId, now });
      return true;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'seats_holder') throw error;
    throw new AppError('conflict', 'You already have another seat of this licence.');
  }
}

/** The link is enough: declining needs no account. */
export async function declineInvitation(ctx: AppContext, key: string): Promise<void> {
  const { link, offer } = await requireOffer(ctx, null, key);
  if ('membership' in offer.source) {
    if (!(await declineSeatOffer(ctx, offer.source.membership, link.keyHash))) throw over();
    return;
  }
  await inTransaction(ctx.db, async (tx) => {
    const freed = await releaseSeat(tx, { id: link.seatId, keyHash: link.keyHash });
    if (!freed) throw over();
    await notifyBuyer(ctx, tx, { id: link.seatId, email: freed.email, how: 'declined' });
  });
}

/** Open, or accepted by the viewer. Anything else has ended, and the message doesn't say why. */
async function requireOffer(
  ctx: AppContext,
  viewer: Viewer | null,
  key: string,
): Promise<{ offer: Offer; link: Link }> {
  const [, kind, number, token] = /^(m?)([1-9]\d{0,8})-([\w-]{43})$/.exec(key) ?? [];
  if (!number || !token) throw over();
  const link = { seatId: Number(number), keyHash: hashToken(token) };
  const find = kind === 'm' ? findMembershipOffer : findLicenceOffer;
  const offer = await find(ctx, link.seatId);
  if (!offer) throw over();
  const isOpen = offer.keyHash !== null && timingSafeEqual(offer.keyHash, link.keyHash);
  if (!isOpen && !isHeldBy(offer, viewer)) throw over();
  return { offer, link };
}

const isHeldBy = ({ holderId }: Offer, viewer: Viewer | null) => holderId !== null && holderId === viewer?.id;

function over(): AppError {
  return new AppError(
    'gone',
    'This invitation is no longer valid: it was answered, revoked, or sent again with a newer link. Check for a newer email, or ask the person who invited you.',
  );
}

function notLive(): AppError {
  return new AppError(
    'conflict',
    'The licence this seat belongs to was refunded, so it no longer gives access. Ask the person who invited you.',
  );
}

function notTheirs(offer: Offer, viewer: Viewer): AppError {
  return stepOf(offer, viewer) === 'other-account'
    ? new AppError(
        'forbidden',
        `This seat is for ${maskedEmail(offer.email ?? '')}. Sign in with the account that has this address.`,
      )
    : new AppError('forbidden', 'Confirm your address first: open the link in the email we sent you.');
}

function buyerOf(offer: Offer): string {
  return givenNameOf(offer) || offer.orderName;
}
