// What messages can be about: how it is called, who stands behind it, and who may bring it up.
import { and, eq, sql, type SQL } from '#server/db/drizzle.ts';
import type { AnyPgColumn } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { certificates } from '#server/db/schema/certificate.ts';
import { courses } from '#server/db/schema/course.ts';
import { orderParts, orders } from '#server/db/schema/order.ts';
import { bookings, reservations } from '#server/db/schema/reservation.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { About } from '#shared/features/message/message.rules.ts';

/** The name of what a row is about; null if it is about nothing, or gone. */
export function aboutTitle(type: AnyPgColumn, id: AnyPgColumn): SQL<string | null> {
  return sql<string | null>`case ${type}
    when 'resource' then (select r.title from resources r where r.id = ${id})
    when 'course' then (select c.title from courses c where c.id = ${id})
    when 'order' then (select 'Order ' || o.number from orders o where o.id = ${id})
    when 'seller' then (select s.name from sellers s where s.user_id = ${id})
    when 'certificate' then (select 'Certificate ' || c.course_title from certificates c where c.id = ${id})
    when 'booking' then (select r.title from bookings b join reservations r on r.id = b.reservation_id
      where b.id = ${id})
  end`;
}

export type AboutRow = {
  title: string;
  /** Who answers questions about it. */
  ownerIds: number[];
  /** Nobody else may be in a conversation about it; null: it is public. */
  partyIds: number[] | null;
};

/** Null if it doesn't exist or the viewer may not know about it. */
export async function findAbout(
  db: DbOrTx,
  { type, id, viewerId }: About & { viewerId: number },
): Promise<AboutRow | null> {
  switch (type) {
    case 'resource':
      return findResource(db, { id, viewerId });
    case 'course':
      return findCourse(db, { id, viewerId });
    case 'seller':
      return findSeller(db, { id });
    case 'order':
      return onlyFor(viewerId, await findOrder(db, { id }));
    case 'certificate':
      return onlyFor(viewerId, await findCertificate(db, { id }));
    case 'booking':
    default:
      return onlyFor(viewerId, await findBooking(db, { id }));
  }
}

function onlyFor(viewerId: number, found: (AboutRow & { partyIds: number[] }) | null): AboutRow | null {
  if (!found?.partyIds.includes(viewerId)) return null;
  // The seller asks the buyer, everyone else the seller.
  const others = found.partyIds.filter((id) => id !== viewerId);
  return { ...found, ownerIds: found.ownerIds.includes(viewerId) ? others : found.ownerIds };
}

type Item = { id: number; viewerId: number };
const isEntitled = (itemType: 'resource' | 'course', { id, viewerId }: Item) =>
  sql`exists (select 1 from entitlements e where e.user_id = ${viewerId} and e.item_type = ${itemType}
    and e.item_id = ${id} and e.state = 'active')`;

/** On sale, bought, or one's own. */
async function findResource(db: DbOrTx, item: Item): Promise<AboutRow | null> {
  const [row] = await db
    .select({ title: resources.title, ownerId: resources.sellerId })
    .from(resources)
    .where(
      and(
        eq(resources.id, item.id),
        sql`(${resources.state} = 'published' or ${resources.sellerId} = ${item.viewerId} or ${isEntitled('resource', item)})`,
      ),
    );
  return row ? { title: row.title, ownerIds: [row.ownerId], partyIds: null } : null;
}

async function findCourse(db: DbOrTx, item: Item): Promise<AboutRow | null> {
  const [row] = await db
    .select({ title: courses.title, ownerId: courses.instructorId })
    .from(courses)
    .where(
      and(
        eq(courses.id, item.id),
        sql`(${courses.state} = 'published' or ${courses.instructorId} = ${item.viewerId} or ${isEntitled('course', item)})`,
      ),
    );
  return row ? { title: row.title, ownerIds: [row.ownerId], partyIds: null } : null;
}

async function findSeller(db: DbOrTx, { id }: { id: number }): Promise<AboutRow | null> {
  const [row] = await db
    .select({ title: sellers.name })
    .from(sellers)
    .where(and(eq(sellers.userId, id), eq(sellers.state, 'approved')));
  return row ? { title: row.title, ownerIds: [id], partyIds: null } : null;
}

async function findOrder(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      number: orders.number,
      buyerId: orders.userId,
      sellerIds: sql<number[]>`array(select distinct ${orderParts.sellerId} from ${orderParts}
        where ${orderParts.orderId} = ${orders.id} and ${orderParts.sellerId} is not null)`,
    })
    .from(orders)
    .where(and(eq(orders.id, id), sql`${orders.paidAt} is not null`));
  if (!row?.buyerId) return null;
  const { sellerIds } = row;
  return { title: `Order ${row.number}`, ownerIds: sellerIds, partyIds: [row.buyerId, ...sellerIds] };
}

async function findCertificate(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      title: certificates.courseTitle,
      holderId: certificates.userId,
      instructorId: courses.instructorId,
    })
    .from(certificates)
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .where(eq(certificates.id, id));
  if (!row) return null;
  const { title, holderId, instructorId } = row;
  return { title: `Certificate ${title}`, ownerIds: [instructorId], partyIds: [holderId, instructorId] };
}

async function findBooking(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      title: reservations.title,
      clientId: bookings.userId,
      instructorId: reservations.instructorId,
    })
    .from(bookings)
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .where(eq(bookings.id, id));
  if (!row) return null;
  const { title, clientId, instructorId } = row;
  return { title, ownerIds: [instructorId], partyIds: [clientId, instructorId] };
}
