// Personal data of seats: those a user holds or is invited to, and those they assign.
import { and, asc, eq, inArray, ne, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { orderLines, orders } from '#server/db/schema/order.ts';
import { seats } from '#server/db/schema/seat.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

const FREE = {
  state: 'free',
  email: null,
  keyHash: null,
  invitedAt: null,
  holderId: null,
  heldAt: null,
} as const;

export const seatPersonalData: PersonalData = {
  tables: [seats],
  collect: { seats: collectSeats },
  /** Teachers who already hold a seat they assigned keep it: it was paid for. */
  async erase(_ctx, tx, subject) {
    await tx.update(seats).set(FREE).where(isForUser(subject));
    await tx
      .update(seats)
      .set(FREE)
      .where(and(eq(seats.state, 'invited'), inArray(seats.lineId, ownLines(tx, subject))));
  },
};

/** Held by the user, or offered to their confirmed address. */
function isForUser({ userId, email, isEmailVerified }: DataSubject) {
  const isInvited = and(eq(seats.state, 'invited'), sql`lower(${seats.email}) = lower(${email})`);
  return or(eq(seats.holderId, userId), isEmailVerified ? isInvited : undefined);
}

function ownLines(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.userId, userId));
}

/** Leaves out who they assigned seats to. */
async function collectSeats(db: DbOrTx, subject: DataSubject) {
  const { state, position, invitedAt, heldAt } = seats;
  const columns = { title: orderLines.title, state, invitedAt, heldAt };
  const forMe = await db
    .select(columns)
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .where(isForUser(subject))
    .orderBy(asc(seats.id));
  const handedOut = await db
    .select({ ...columns, position, order: orders.number })
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, subject.userId), ne(state, 'free')))
    .orderBy(asc(seats.id));
  return { forMe, handedOut };
}
