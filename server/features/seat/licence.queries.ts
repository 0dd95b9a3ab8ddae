// Licences with several seats, for their buyers, in SQL.
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  ne,
  sql,
  type AnyColumn,
  type SQL,
} from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { containsWords } from '#server/db/search.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { orderLines, orders } from '#server/db/schema/order.ts';
import { seats } from '#server/db/schema/seat.ts';
import { NAMELESS } from '#shared/names.ts';

type Page = { limit: number; offset: number };
type Search = { q: string | undefined };

const nameOfHolder = sql<
  string | null
>`case when ${users.id} is not null then coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${NAMELESS}) end`;

/** The account that owns the order; it may have claimed it later. */
function isOwn(userId: number): SQL | undefined {
  return and(eq(orders.userId, userId), gt(orderLines.quantity, 1), isNotNull(orders.paidAt));
}

const licenceColumns = {
  id: orderLines.id,
  itemType: orderLines.itemType,
  itemId: orderLines.itemId,
  title: orderLines.title,
  sellerName: orderLines.sellerName,
  orderId: orders.id,
  number: orders.number,
  email: orders.email,
  paidAt: orders.paidAt,
  isLive: orderLines.isLive,
  quantity: orderLines.quantity,
  held: sql<number>`(select count(*)::int from ${seats} s where s.line_id = ${orderLines.id} and s.state = 'held')`,
  invited: sql<number>`(select count(*)::int from ${seats} s where s.line_id = ${orderLines.id} and s.state = 'invited')`,
};

function selectLicences(db: DbOrTx) {
  return db.select(licenceColumns).from(orderLines).innerJoin(orders, eq(orders.id, orderLines.orderId));
}

export type LicenceRow = Awaited<ReturnType<typeof listLicenceRows>>['rows'][number];

export async function listLicenceRows(
  db: DbOrTx,
  { userId, q, limit, offset }: { userId: number } & Search & Page,
) {
  const matches = and(isOwn(userId), isNamed(q, [orderLines.title, orderLines.sellerName, orders.number]));
  const rows = await selectLicences(db)
    .where(matches)
    .orderBy(desc(orders.paidAt), desc(orderLines.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(matches);
  return { rows, total: counted?.total ?? 0 };
}

/** Across all live licences. */
export async function countSeats(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db
    .select({
      quantity: sql<number>`coalesce(sum(${orderLines.quantity}), 0)::int`,
      licences: count(),
      held: sql<number>`coalesce(sum((select count(*) from ${seats} s where s.line_id = ${orderLines.id} and s.state = 'held')), 0)::int`,
      invited: sql<number>`coalesce(sum((select count(*) from ${seats} s where s.line_id = ${orderLines.id} and s.state = 'invited')), 0)::int`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isOwn(userId), eq(orderLines.isLive, true)));
  return row ?? { quantity: 0, licences: 0, held: 0, invited: 0 };
}

export async function findLicence(db: DbOrTx, { id, userId }: { id: number; userId: number }) {
  const [row] = await selectLicences(db).where(and(eq(orderLines.id, id), isOwn(userId)));
  return row ?? null;
}

const seatColumns = {
  id: seats.id,
  licenceId: seats.lineId,
  position: seats.position,
  state: seats.state,
  email: seats.email,
  invitedAt: seats.invitedAt,
  heldAt: seats.heldAt,
  name: nameOfHolder,
};

export type SeatRow = Awaited<ReturnType<typeof listSeatRows>>['rows'][number];

/** Assigned seats. Callers have checked that the licence is the viewer's. */
export async function listSeatRows(
  db: DbOrTx,
  { licenceId, q, limit, offset }: { licenceId: number } & Search & Page,
) {
  const matches = and(
    eq(seats.lineId, licenceId),
    ne(seats.state, 'free'),
    isNamed(q, [seats.email, nameOfHolder]),
  );
  const rows = await db
    .select(seatColumns)
    .from(seats)
    .leftJoin(users, eq(users.id, seats.holderId))
    .where(matches)
    .orderBy(asc(seats.position))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(seats)
    .leftJoin(users, eq(users.id, seats.holderId))
    .where(matches);
  return { rows, total: counted?.total ?? 0 };
}

export async function findSeat(db: DbOrTx, { id }: { id: number }): Promise<SeatRow | null> {
  const [row] = await db
    .select(seatColumns)
    .from(seats)
    .leftJoin(users, eq(users.id, seats.holderId))
    .where(eq(seats.id, id));
  return row ?? null;
}

/** One page of addresses, with every seat each has from this buyer. */
export async function listTeacherSeats(
  db: DbOrTx,
  { userId, q, limit, offset }: { userId: number } & Search & Page,
) {
  const address = sql<string>`lower(${seats.email})`;
  const mine = and(
    isOwn(userId),
    ne(seats.state, 'free'),
    isNamed(q, [seats.email, nameOfHolder, orderLines.title]),
  );
  const found = await db
    .select({ address, total: sql<number>`count(*) over ()::int` })
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .leftJoin(users, eq(users.id, seats.holderId))
    .where(mine)
    .groupBy(address)
    .orderBy(asc(address))
    .limit(limit)
    .offset(offset);
  if (found.length === 0) return { addresses: [], rows: [], total: 0 };
  const addresses = found.map((row) => row.address);
  const rows = await db
    .select({ ...seatColumns, address, title: orderLines.title, isLive: orderLines.isLive })
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .leftJoin(users, eq(users.id, seats.holderId))
    .where(and(isOwn(userId), ne(seats.state, 'free'), inArray(address, addresses)))
    .orderBy(asc(orderLines.title), asc(seats.id));
  return { addresses, rows, total: found[0]?.total ?? 0 };
}

/** Every seat from the second on, including free ones. */
export async function listSeatsToExport(db: DbOrTx, { userId, limit }: { userId: number; limit: number }) {
  return db
    .select({ ...seatColumns, title: orderLines.title, number: orders.number, isLive: orderLines.isLive })
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .leftJoin(users, eq(users.id, seats.holderId))
    .where(isOwn(userId))
    .orderBy(asc(orderLines.title), asc(orderLines.id), asc(seats.position))
    .limit(limit);
}

/** Words typed, in any of these texts. */
function isNamed(q: string | undefined, texts: readonly (AnyColumn | SQL)[]): SQL | undefined {
  const joined = sql.join(
    texts.map((text) => sql`coalesce(${text}, '')`),
    sql` || ' ' || `,
  );
  return containsWords(sql`lower(${joined})`, q);
}
