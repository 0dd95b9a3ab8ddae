// Assigning seats: only as many as were paid for, each to one address, each revoked with the access it gave.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { endSeatEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import { hashToken, newToken, type Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { Seat } from '#shared/features/seat/seat.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { findSeat, type LicenceRow } from './licence.queries.ts';
import { describeSeat, requireOwnLicence } from './licence.service.ts';
import { queueInvitation, queueSeatEnded, queueSeatReturnedMail } from './seat-mail.ts';
import {
  findOffer,
  findOwnSeat,
  releaseSeat,
  isLineLive,
  offerSeat,
  renewKey,
  claimFreeSeat,
  type ReleasedSeat,
} from './seat.queries.ts';

/** Per seat, so that invitations can't be used to annoy the owner of an address. */
const RESENDS = { points: 3, seconds: 3600 };

export async function inviteTeacher(
  ctx: AppContext,
  viewer: Viewer,
  { id: licenceId, email: typed }: { id: number; email: string },
): Promise<Seat> {
  const licence = await requireOwnLicence(ctx, viewer, licenceId);
  const email = othersAddress(viewer, licence, typed);
  const token = newToken();
  const offer = { email, keyHash: hashToken(token), now: ctx.clock.now() };
  const seatId = await refusingTwice(email, () =>
    inTransaction(ctx.db, async (tx) => {
      await requireLive(tx, licenceId);
      const id = await claimFreeSeat(tx, { lineId: licenceId, ...offer });
      if (id === null) {
        throw new AppError(
          'conflict',
          'All seats of this licence are assigned. Revoke one, or buy more seats.',
        );
      }
      await mailInvitation(ctx, tx, viewer, { licence, email, seatId: id, token });
      return id;
    }),
  );
  return readSeat(ctx, seatId);
}

/** The link in the previous email stops working. */
export async function resendInvitation(
  ctx: AppContext,
  viewer: Viewer,
  { id }: { id: number },
): Promise<Seat> {
  const { licence } = await requireOwnSeat(ctx, viewer, id);
  await ctx.limiter.take(`seat-mail ${id}`, RESENDS);
  const token = newToken();
  await inTransaction(ctx.db, async (tx) => {
    await requireLive(tx, licence.id);
    const email = await renewKey(tx, { id, keyHash: hashToken(token), now: ctx.clock.now() });
    if (email === null) {
      throw new AppError(
        'conflict',
        'This invitation is no longer open. Reload the page to see its current state.',
      );
    }
    await mailInvitation(ctx, tx, viewer, { licence, email, seatId: id, token });
  });
  return readSeat(ctx, id);
}

export async function revokeSeat(
  ctx: AppContext,
  viewer: Viewer,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const { licence } = await requireOwnSeat(ctx, viewer, id);
  await inTransaction(ctx.db, (tx) => takeBack(ctx, tx, viewer, { id, email: identityKey(email), licence }));
}

/** Both or neither: the seat is never free in between. */
export async function reassignSeat(
  ctx: AppContext,
  viewer: Viewer,
  { id, from, email: typed }: { id: number; from: string; email: string },
): Promise<Seat> {
  const { licence } = await requireOwnSeat(ctx, viewer, id);
  const email = othersAddress(viewer, licence, typed);
  if (identityKey(from) === email) {
    throw refusedAddress('This seat is already for that address. Send the invitation again instead.');
  }
  const token = newToken();
  await refusingTwice(email, () =>
    inTransaction(ctx.db, async (tx) => {
      await requireLive(tx, licence.id);
      await takeBack(ctx, tx, viewer, { id, email: identityKey(from), licence });
      await offerSeat(tx, { id, email, keyHash: hashToken(token), now: ctx.clock.now() });
      await mailInvitation(ctx, tx, viewer, { licence, email, seatId: id, token });
    }),
  );
  return readSeat(ctx, id);
}

/** By its holder. */
export async function giveUpSeat(ctx: AppContext, viewer: Viewer, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const freed = await releaseSeat(tx, { id, holderId: viewer.id });
    if (!freed) throw new AppError('not_found', 'This seat isn’t yours, or no longer is.');
    await endAccess(ctx, tx, id, freed);
    await notifyBuyer(ctx, tx, { id, email: freed.email, how: 'returned' });
  });
}

export async function notifyBuyer(
  ctx: AppContext,
  tx: Tx,
  { id, email, how }: { id: number; email: string; how: 'declined' | 'returned' },
): Promise<void> {
  const offer = await findOffer(tx, { id });
  if (!offer?.buyerEmail || !offer.isLive) return;
  await queueSeatReturnedMail(ctx, tx, { to: offer.buyerEmail, title: offer.title, email, how });
}

async function takeBack(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { id, email, licence }: { id: number; email: string; licence: LicenceRow },
): Promise<void> {
  const freed = await releaseSeat(tx, { id, email });
  if (!freed) {
    throw new AppError('conflict', 'This seat has changed. Reload the page to see who has it now.');
  }
  if (freed.holderId === null) return;
  await endAccess(ctx, tx, id, freed);
  const { title } = licence;
  await queueSeatEnded(ctx, tx, { to: freed.email, title, from: fullNameOf(viewer) });
}

async function endAccess(
  ctx: AppContext,
  tx: Tx,
  seatId: number,
  { holderId, tenure }: ReleasedSeat,
): Promise<void> {
  if (holderId === null) return;
  await endSeatEntitlement(tx, { seatId, tenure, userId: holderId, now: ctx.clock.now() });
}

function mailInvitation(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  sent: { licence: LicenceRow; email: string; seatId: number; token: string },
): Promise<void> {
  const { licence, email, seatId, token } = sent;
  const key = `${seatId}-${token}`;
  return queueInvitation(ctx, tx, { to: email, title: licence.title, from: fullNameOf(viewer), key });
}

async function requireOwnSeat(ctx: AppContext, viewer: Viewer, id: number) {
  const seat = await findOwnSeat(ctx.db, { id, userId: viewer.id });
  if (!seat) throw new AppError('not_found', 'This seat isn’t among your licences.');
  return { seat, licence: await requireOwnLicence(ctx, viewer, seat.lineId) };
}

async function requireLive(tx: Tx, lineId: number): Promise<void> {
  if (await isLineLive(tx, { lineId })) return;
  throw new AppError('conflict', 'This licence was refunded, so its seats can’t be assigned.');
}

/** The buyer has the first seat by the order itself. */
function othersAddress(viewer: Viewer, licence: LicenceRow, typed: string): string {
  const email = identityKey(typed);
  if (email === identityKey(viewer.email) || email === identityKey(licence.email)) {
    throw refusedAddress('This is your own address. You already have a seat; this one is for someone else.');
  }
  return email;
}

async function refusingTwice<T>(email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'seats_email') throw error;
    throw refusedAddress(`${email} already has a seat of this licence, or an invitation to one.`);
  }
}

function refusedAddress(message: string): AppError {
  return new AppError('conflict', message, [{ path: 'email', message }]);
}

async function readSeat(ctx: AppContext, id: number): Promise<Seat> {
  const row = await findSeat(ctx.db, { id });
  if (!row) throw new AppError('not_found', 'This seat no longer exists.');
  return describeSeat(row);
}

export { createSeatsSql } from './seat.queries.ts';
