// Seats of a membership: members invite teachers to those of their plan, each to one address, and take them back with
// the access they gave. Works like the seats of licences (docs/decisions/015-seats.md).
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { endMembershipAccess } from '#server/features/entitlement/entitlement.service.ts';
import { findPlan } from '#server/features/plan/plan.service.ts';
import { hashToken, newToken, type Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type * as contract from '#shared/features/membership/membership-seat.contract.ts';
import type { MemberSeat } from '#shared/features/membership/membership-seat.schema.ts';
import {
  LIVE_MEMBERSHIP_STATES,
  OPEN_MEMBERSHIP_STATES,
} from '#shared/features/membership/membership.states.ts';
import { fullNameOf, givenNameOf } from '#shared/names.ts';
import {
  endSeat,
  endSeatsBeyond,
  findSeatOffer,
  insertInvitedSeat,
  listAssignedSeats,
  listHeldSeats,
  renewSeatKey,
  type AssignedSeat,
  type EndedSeat,
} from './membership-seat.queries.ts';
import { findLiveMembership, lockMembership, type MembershipRow } from './membership.queries.ts';
import {
  queueMembershipSeatEnded,
  queueMembershipSeatReturned,
  queueSeatInvitation,
  type SeatEnd,
} from './seat-mail.service.ts';

/** Per seat, so that invitations can't be used to annoy the owner of an address. */
const RESENDS = { points: 3, seconds: 3600 };

type Seats = ContractResult<typeof contract.listMembershipSeats>;

export async function listMembershipSeats(ctx: AppContext, viewer: Viewer): Promise<Seats> {
  const held = await listHeldSeats(ctx.db, { userId: viewer.id });
  return {
    own: await ownSeats(ctx, viewer),
    held: held.map(({ id, planName, state, ownerName, heldAt, createdAt, ...owner }) => ({
      id,
      planName,
      from: givenNameOf(owner) || ownerName,
      since: (heldAt ?? createdAt).toISOString(),
      isOpen: OPEN_MEMBERSHIP_STATES.some((open) => open === state),
    })),
  };
}

async function ownSeats({ db }: AppContext, viewer: Viewer): Promise<Seats['own']> {
  const membership = await findLiveMembership(db, { userId: viewer.id });
  const plan = membership && (await findPlan(db, { id: membership.planId }));
  if (!plan) return null;
  const assigned = await listAssignedSeats(db, { membershipId: membership.id });
  return { planName: plan.name, seats: plan.seats, assigned: assigned.map(toSeat) };
}

function toSeat({ id, userId, email, heldAt, createdAt, firstName, lastName }: AssignedSeat): MemberSeat {
  return {
    id,
    state: userId === null ? 'invited' : 'held',
    email: email ?? '',
    name:
      userId === null ? null : fullNameOf({ firstName: firstName ?? '', lastName: lastName ?? '' }) || null,
    since: (heldAt ?? createdAt).toISOString(),
  };
}

export async function inviteToMembership(
  ctx: AppContext,
  viewer: Viewer,
  { email: typed }: { email: string },
): Promise<MemberSeat> {
  const { id: membershipId } = await requireMembership(ctx, viewer);
  const email = othersAddress(viewer, typed);
  const seatId = await unlessTaken(email, () =>
    inTransaction(ctx.db, async (tx) => {
      const membership = await requireLocked(tx, membershipId);
      return offer(ctx, tx, { membership, viewer, email });
    }),
  );
  return readSeat(ctx, membershipId, seatId);
}

/** The link in the previous email stops working. */
export async function resendMembershipInvitation(
  ctx: AppContext,
  viewer: Viewer,
  { id }: { id: number },
): Promise<MemberSeat> {
  const { id: membershipId } = await requireOwnSeat(ctx, viewer, id);
  await ctx.limiter.take(`membership-seat-mail ${id}`, RESENDS);
  const token = newToken();
  await inTransaction(ctx.db, async (tx) => {
    const { planId } = await requireLocked(tx, membershipId);
    const email = await renewSeatKey(tx, { id, membershipId, keyHash: hashToken(token) });
    if (email === null) {
      throw new AppError(
        'conflict',
        'This invitation is no longer open. Reload the page to see its current state.',
      );
    }
    await mailInvitation(ctx, tx, { viewer, planId, email, seatId: id, token });
  });
  return readSeat(ctx, membershipId, id);
}

export async function revokeMembershipSeat(
  ctx: AppContext,
  viewer: Viewer,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const { id: membershipId } = await requireOwnSeat(ctx, viewer, id);
  await inTransaction(ctx.db, async (tx) => {
    const membership = await lockMembership(tx, { id: membershipId });
    if (membership) await takeBack(ctx, tx, { membership, viewer, id, email: identityKey(email) });
  });
}

/** Both or neither: nobody else gets the seat in between. */
export async function reassignMembershipSeat(
  ctx: AppContext,
  viewer: Viewer,
  { id, from, email: typed }: { id: number; from: string; email: string },
): Promise<MemberSeat> {
  const { id: membershipId } = await requireOwnSeat(ctx, viewer, id);
  const email = othersAddress(viewer, typed);
  if (identityKey(from) === email) {
    throw refusedAddress('This seat is already for that address. Send the invitation again instead.');
  }
  const seatId = await unlessTaken(email, () =>
    inTransaction(ctx.db, async (tx) => {
      const membership = await requireLocked(tx, membershipId);
      await takeBack(ctx, tx, { membership, viewer, id, email: identityKey(from) });
      return offer(ctx, tx, { membership, viewer, email });
    }),
  );
  return readSeat(ctx, membershipId, seatId);
}

/** By its holder. */
export async function giveUpMembershipSeat(
  ctx: AppContext,
  viewer: Viewer,
  { id }: { id: number },
): Promise<void> {
  const seat = await findSeatOffer(ctx.db, { id });
  if (!seat || seat.holderId !== viewer.id || seat.ownerId === viewer.id) throw notTheirSeat();
  const { membershipId, planName, ownerEmail } = seat;
  await inTransaction(ctx.db, async (tx) => {
    await lockMembership(tx, { id: membershipId });
    const now = ctx.clock.now();
    const ended = await endSeat(tx, { id, membershipId, userId: viewer.id, now });
    if (!ended) throw notTheirSeat();
    await endMembershipAccess(tx, { membershipId, userId: viewer.id, endsAt: now });
    await queueMembershipSeatReturned(ctx, tx, {
      to: ownerEmail,
      planName,
      email: ended.email,
      how: 'returned',
    });
  });
}

const notTheirSeat = () => new AppError('not_found', 'This seat isn’t yours, or no longer is.');

/** After a change from the plan of this row: those who joined last lose theirs. */
export async function fitSeats(
  ctx: AppContext,
  tx: Tx,
  { membership, seats }: { membership: MembershipRow; seats: number },
): Promise<void> {
  await endLastSeats(ctx, tx, { membership, seats, why: 'smaller plan' });
}

/** All but the member's own. */
export async function endAssignedSeats(ctx: AppContext, tx: Tx, membership: MembershipRow): Promise<void> {
  await endLastSeats(ctx, tx, { membership, seats: 1, why: 'membership over' });
}

async function endLastSeats(
  ctx: AppContext,
  tx: Tx,
  { membership, seats, why }: { membership: MembershipRow; seats: number; why: SeatEnd },
): Promise<void> {
  const { id: membershipId, name, planId } = membership;
  const ended = await endSeatsBeyond(tx, { membershipId, seats, now: ctx.clock.now() });
  for (const seat of ended) await close(ctx, tx, { membershipId, planId, seat, from: name, why });
}

/** Who would lose a seat with fewer of them, as `fitSeats` does. */
export async function listSeatsBeyond(
  { db }: AppContext,
  { membershipId, seats }: { membershipId: number; seats: number },
): Promise<MemberSeat[]> {
  const assigned = await listAssignedSeats(db, { membershipId });
  return assigned.slice(Math.max(0, seats - 1)).map(toSeat);
}

type Closing = {
  membershipId: number;
  planId: number;
  seat: EndedSeat;
  from: string;
  why: SeatEnd;
};

async function close(
  ctx: AppContext,
  tx: Tx,
  { membershipId, planId, seat: { userId, email }, from, why }: Closing,
): Promise<void> {
  if (userId === null) return;
  await endMembershipAccess(tx, { membershipId, userId, endsAt: ctx.clock.now() });
  const plan = await findPlan(tx, { id: planId });
  await queueMembershipSeatEnded(ctx, tx, { to: email, planName: plan?.name ?? '', from, why });
}

type Given = { membership: MembershipRow; viewer: Viewer; email: string };

async function takeBack(
  ctx: AppContext,
  tx: Tx,
  { membership, viewer, id, email }: Given & { id: number },
): Promise<void> {
  const { id: membershipId, planId } = membership;
  const seat = await endSeat(tx, { id, membershipId, email, now: ctx.clock.now() });
  if (!seat) throw new AppError('conflict', 'This seat has changed. Reload the page to see who has it now.');
  await close(ctx, tx, { membershipId, planId, seat, from: fullNameOf(viewer), why: 'revoked' });
}

async function offer(ctx: AppContext, tx: Tx, { membership, viewer, email }: Given): Promise<number> {
  const token = newToken();
  const seatId = await insertInvitedSeat(tx, {
    membershipId: membership.id,
    email,
    keyHash: hashToken(token),
    createdAt: ctx.clock.now(),
  });
  await mailInvitation(ctx, tx, { viewer, planId: membership.planId, email, seatId, token });
  return seatId;
}

type Invitation = { viewer: Viewer; planId: number; email: string; seatId: number; token: string };

async function mailInvitation(
  ctx: AppContext,
  tx: Tx,
  { viewer, planId, email, seatId, token }: Invitation,
): Promise<void> {
  const plan = await findPlan(tx, { id: planId });
  const key = `m${seatId}-${token}`;
  const planName = plan?.name ?? '';
  await queueSeatInvitation(ctx, tx, { to: email, planName, from: fullNameOf(viewer), key });
}

async function requireMembership(ctx: AppContext, viewer: Viewer): Promise<MembershipRow> {
  const membership = await findLiveMembership(ctx.db, { userId: viewer.id });
  if (!membership) throw new AppError('not_found', 'You have no membership. Choose a plan at /subscription.');
  return membership;
}

async function requireOwnSeat(ctx: AppContext, viewer: Viewer, id: number): Promise<MembershipRow> {
  const membership = await findLiveMembership(ctx.db, { userId: viewer.id });
  const seats = membership ? await listAssignedSeats(ctx.db, { membershipId: membership.id }) : [];
  if (!membership || !seats.some((seat) => seat.id === id)) {
    throw new AppError('not_found', 'This seat isn’t part of your membership, or no longer is.');
  }
  return membership;
}

/** Against ending and changing plans until the transaction does. */
async function requireLocked(tx: Tx, id: number): Promise<MembershipRow> {
  const membership = await lockMembership(tx, { id });
  if (membership && canShare(membership)) return membership;
  throw new AppError('conflict', 'Your membership isn’t active, so its seats can’t be assigned.');
}

/** A pause keeps its seats. */
export const canShare = ({ state }: Pick<MembershipRow, 'state'>): boolean =>
  state !== 'incomplete' && LIVE_MEMBERSHIP_STATES.some((live) => live === state);

/** The member has the first seat. */
function othersAddress(viewer: Viewer, typed: string): string {
  const email = identityKey(typed);
  if (email === identityKey(viewer.email)) {
    throw refusedAddress('This is your own address. You already have a seat; this one is for someone else.');
  }
  return email;
}

async function unlessTaken<T>(email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'membership_seat_is_in_plan') {
      throw new AppError('conflict', 'All seats of your plan are assigned. Revoke one, or change your plan.');
    }
    if (constraint !== 'membership_seats_email') throw error;
    throw refusedAddress(`${email} already has a seat of your membership, or an invitation to one.`);
  }
}

function refusedAddress(message: string): AppError {
  return new AppError('conflict', message, [{ path: 'email', message }]);
}

async function readSeat({ db }: AppContext, membershipId: number, id: number): Promise<MemberSeat> {
  const row = (await listAssignedSeats(db, { membershipId })).find((seat) => seat.id === id);
  if (!row) throw new AppError('not_found', 'This seat no longer exists.');
  return toSeat(row);
}

export {
  endSeats,
  endSeat,
  findSeatOffer,
  holdMembershipSeat,
  insertSeat,
} from './membership-seat.queries.ts';
