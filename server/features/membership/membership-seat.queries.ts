// Seats of memberships in SQL. Whoever changes one locks its membership first.
import { and, asc, eq, inArray, isNull, ne, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { memberships, membershipSeats } from '#server/db/schema/membership.ts';
import { plans } from '#server/db/schema/plan.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { LIVE_MEMBERSHIP_STATES } from '#shared/features/membership/membership.states.ts';

const isOpen = isNull(membershipSeats.endedAt);

/** The member's own seat; once. */
export async function insertSeat(
  tx: Tx,
  values: { membershipId: number; userId: number; createdAt: Date },
): Promise<void> {
  await tx.insert(membershipSeats).values(values).onConflictDoNothing();
}

type Invited = { membershipId: number; email: string; keyHash: Buffer; createdAt: Date };

/** Fails on membership_seat_is_in_plan if none is free, and on membership_seats_email. */
export async function insertInvitedSeat(tx: Tx, values: Invited): Promise<number> {
  const [row] = await tx.insert(membershipSeats).values(values).returning({ id: membershipSeats.id });
  if (!row) throw new Error('The seat was not inserted');
  return row.id;
}

const seatColumns = {
  id: membershipSeats.id,
  userId: membershipSeats.userId,
  email: membershipSeats.email,
  createdAt: membershipSeats.createdAt,
  heldAt: membershipSeats.heldAt,
  firstName: users.firstName,
  lastName: users.lastName,
};

export type AssignedSeat = Awaited<ReturnType<typeof listAssignedSeats>>[number];

/** Those of other teachers. The ones behind stay longest when there are fewer: see endSeatsBeyond. */
export async function listAssignedSeats(db: DbOrTx, { membershipId }: { membershipId: number }) {
  return db
    .select(seatColumns)
    .from(membershipSeats)
    .innerJoin(memberships, eq(memberships.id, membershipSeats.membershipId))
    .leftJoin(users, eq(users.id, membershipSeats.userId))
    .where(
      and(
        eq(membershipSeats.membershipId, membershipId),
        isOpen,
        sql`${membershipSeats.userId} is distinct from ${memberships.userId}`,
      ),
    )
    .orderBy(sql`${membershipSeats.userId} is null`, asc(joined), asc(membershipSeats.id));
}

const joined = sql`coalesce(${membershipSeats.heldAt}, ${membershipSeats.createdAt})`;

/** What they have of other people's memberships. */
export async function listHeldSeats(db: DbOrTx, { userId }: { userId: number }) {
  const owner = users;
  return db
    .select({
      id: membershipSeats.id,
      planName: plans.name,
      state: memberships.state,
      ownerName: memberships.name,
      firstName: owner.firstName,
      lastName: owner.lastName,
      createdAt: membershipSeats.createdAt,
      heldAt: membershipSeats.heldAt,
    })
    .from(membershipSeats)
    .innerJoin(memberships, eq(memberships.id, membershipSeats.membershipId))
    .innerJoin(plans, eq(plans.id, memberships.planId))
    .innerJoin(owner, eq(owner.id, memberships.userId))
    .where(
      and(
        eq(membershipSeats.userId, userId),
        isOpen,
        ne(memberships.userId, userId),
        inArray(memberships.state, [...LIVE_MEMBERSHIP_STATES]),
      ),
    )
    .orderBy(asc(membershipSeats.id));
}

/** What an invitation offers, by the id in its link. */
export async function findSeatOffer(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: membershipSeats.id,
      membershipId: membershipSeats.membershipId,
      email: membershipSeats.email,
      keyHash: membershipSeats.keyHash,
      holderId: membershipSeats.userId,
      planName: plans.name,
      state: memberships.state,
      ownerId: memberships.userId,
      ownerEmail: users.email,
      orderName: memberships.name,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(membershipSeats)
    .innerJoin(memberships, eq(memberships.id, membershipSeats.membershipId))
    .innerJoin(plans, eq(plans.id, memberships.planId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(membershipSeats.id, id), isOpen));
  return row ?? null;
}

/** A new link for the same invitation; null if it is no longer open. */
export async function renewSeatKey(
  tx: Tx,
  { id, membershipId, keyHash }: { id: number; membershipId: number; keyHash: Buffer },
): Promise<string | null> {
  const [row] = await tx
    .update(membershipSeats)
    .set({ keyHash })
    .where(
      and(
        eq(membershipSeats.id, id),
        eq(membershipSeats.membershipId, membershipId),
        isOpen,
        isNull(membershipSeats.userId),
      ),
    )
    .returning({ email: membershipSeats.email });
  return row?.email ?? null;
}

/** False if it isn't theirs, or has ended. Fails on membership_seats_once. */
export async function holdMembershipSeat(
  tx: Tx,
  { id, keyHash, userId, now }: { id: number; keyHash: Buffer; userId: number; now: Date },
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update membership_seats s set user_id = u.id, held_at = ${now}, key_hash = null
    from users u
    where s.id = ${id} and s.ended_at is null and s.user_id is null and s.key_hash = ${keyHash}
      and u.id = ${userId} and u.state = 'active' and u.email_verified_at is not null and u.email_key = lower(s.email)
    returning s.id`);
  return rows.length > 0;
}

export type EndedSeat = { userId: number | null; email: string };

const ENDED = (now: Date) => ({ endedAt: now, email: null, keyHash: null });

/** Null if it has changed; callers name the holder they saw. */
export async function endSeat(
  tx: Tx,
  { id, now, ...whose }: { id: number; now: Date } & SeatHolder,
): Promise<EndedSeat | null> {
  const [before] = await tx
    .select({ userId: membershipSeats.userId, email: membershipSeats.email })
    .from(membershipSeats)
    .where(and(eq(membershipSeats.id, id), isOpen, isWhose(whose)))
    .for('update');
  if (!before || before.email === null) return null;
  await tx.update(membershipSeats).set(ENDED(now)).where(eq(membershipSeats.id, id));
  return { userId: before.userId, email: before.email };
}

type SeatHolder = { membershipId: number } & ({ email: string } | { userId: number } | { keyHash: Buffer });

function isWhose(whose: SeatHolder) {
  const own = eq(membershipSeats.membershipId, whose.membershipId);
  if ('email' in whose) return and(own, sql`lower(${membershipSeats.email}) = ${whose.email}`);
  if ('userId' in whose) return and(own, eq(membershipSeats.userId, whose.userId));
  return and(own, eq(membershipSeats.keyHash, whose.keyHash));
}

/** All of them, with the membership. */
export async function endSeats(
  tx: Tx,
  { membershipId, endedAt }: { membershipId: number; endedAt: Date },
): Promise<void> {
  await tx
    .update(membershipSeats)
    .set(ENDED(endedAt))
    .where(and(eq(membershipSeats.membershipId, membershipId), isOpen));
}

/** Those who joined first stay; invitations nobody has accepted go first. */
export async function endSeatsBeyond(
  tx: Tx,
  { membershipId, seats, now }: { membershipId: number; seats: number; now: Date },
): Promise<EndedSeat[]> {
  const beyond = (await listAssignedSeats(tx, { membershipId })).slice(Math.max(0, seats - 1));
  if (beyond.length === 0) return [];
  const ids = beyond.map(({ id }) => id);
  await tx.update(membershipSeats).set(ENDED(now)).where(inArray(membershipSeats.id, ids));
  return beyond.map(({ userId, email }) => ({ userId, email: email ?? '' }));
}
