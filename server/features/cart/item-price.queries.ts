// Prices of items and whether a user may buy them, in SQL: one statement per item type, however many items.
import { and, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { AnyPgColumn } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { bundleItems, bundles } from '#server/db/schema/bundle.ts';
import { courses } from '#server/db/schema/course.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { instructors } from '#server/db/schema/instructor.ts';
import { appointments, bookings, reservations } from '#server/db/schema/reservation.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { neededPrerequisitesSql } from '#server/features/course/course-access.service.ts';
import { memberRatesSql } from '#server/features/membership/benefit.service.ts';
import type { EarlierPurchase } from '#shared/features/checkout/pricing.rules.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

type Asked = { ids: readonly number[]; userId: number | null; now: Date };

/** Guests own nothing, and what someone has as a member they can buy to keep. */
function isOwned(itemType: EntitlementItem, id: AnyPgColumn) {
  return sql<boolean>`exists (select 1 from ${entitlements} where ${and(
    eq(entitlements.userId, sql.placeholder('userId')),
    eq(entitlements.itemType, sql`${sql.raw(`'${itemType}'`)}`),
    eq(entitlements.itemId, id),
    sql`${entitlements.state} = 'active' and ${entitlements.cause} <> 'membership'`,
    sql`(${entitlements.endsAt} is null or ${entitlements.endsAt} > ${sql.placeholder('now')})`,
  )})`;
}

type HowMany = 'one' | 'many';

/**
 * A single item, the usual case, is a statement of its own that PostgreSQL plans once. It can't know the length of a
 * list in advance, so lists are planned each time.
 */
const isAsked = (id: AnyPgColumn, howMany: HowMany) =>
  howMany === 'one' ? eq(id, sql.placeholder('id')) : sql`${id} = any(${sql.placeholder('ids')}::int[])`;

async function listAsked<Row>(
  { ids, ...asked }: Asked,
  listBy: (howMany: HowMany) => { execute(values: Record<string, unknown>): Promise<Row[]> },
): Promise<Row[]> {
  if (ids.length === 0) return [];
  return ids.length === 1
    ? listBy('one').execute({ ...asked, id: ids[0] })
    : listBy('many').execute({ ...asked, ids: [...ids] });
}

const selectResources = (howMany: HowMany) =>
  prepared((db) =>
    db
      .select({
        id: resources.id,
        title: resources.title,
        priceCents: resources.priceCents,
        isForSale: resources.isListed,
        ownerId: resources.sellerId,
        sellerName: sellers.name,
        feePoints: sql<number>`coalesce(${sellers.feePoints}, (select platform_fee_points from settings))`,
        updatedAt: resources.updatedAt,
        isOwned: isOwned('resource', resources.id),
        rates: memberRatesSql,
      })
      .from(resources)
      .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
      .where(isAsked(resources.id, howMany))
      .prepare(`priced_resources_${howMany}`),
  );
const resourcesBy = { one: selectResources('one'), many: selectResources('many') };

export async function listPricedResources(db: DbOrTx, asked: Asked) {
  return listAsked(asked, (howMany) => resourcesBy[howMany](db));
}

const selectCourses = (howMany: HowMany) =>
  prepared((db) =>
    db
      .select({
        id: courses.id,
        title: courses.title,
        shortName: courses.shortName,
        kind: courses.kind,
        priceCents: courses.priceCents,
        isForSale: courses.isListed,
        ownerId: courses.instructorId,
        // Someone who no longer teaches here earns nothing from later sales.
        share: sql<number>`case when ${users.state} = 'active' and 'instructor' = any(${users.roles})
          then coalesce(${courses.instructorShare}, (select instructor_share from settings)) else 0 end`,
        firstName: users.firstName,
        lastName: users.lastName,
        updatedAt: courses.updatedAt,
        isOwned: isOwned('course', courses.id),
        rates: memberRatesSql,
        prerequisites: neededPrerequisitesSql({
          courseId: sql`${courses.id}`,
          userId: sql`${sql.placeholder('userId')}`,
          now: sql`${sql.placeholder('now')}`,
        }),
      })
      .from(courses)
      .innerJoin(users, eq(users.id, courses.instructorId))
      .where(isAsked(courses.id, howMany))
      .prepare(`priced_courses_${howMany}`),
  );
const coursesBy = { one: selectCourses('one'), many: selectCourses('many') };

export async function listPricedCourses(db: DbOrTx, asked: Asked) {
  return listAsked(asked, (howMany) => coursesBy[howMany](db));
}

export async function listPricedBundles(db: DbOrTx, { ids }: Asked) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: bundles.id,
      title: bundles.title,
      priceCents: bundles.priceCents,
      state: bundles.state,
      ownerId: bundles.sellerId,
      sellerName: sellers.name,
      sellerState: sellers.state,
      updatedAt: bundles.updatedAt,
    })
    .from(bundles)
    .leftJoin(sellers, eq(sellers.userId, bundles.sellerId))
    .where(inArray(bundles.id, [...ids]));
}

/** In the bundle's order. */
export async function listBundleContents(db: DbOrTx, { ids }: Pick<Asked, 'ids'>) {
  if (ids.length === 0) return [];
  return db
    .select({
      bundleId: bundleItems.bundleId,
      resourceId: bundleItems.resourceId,
      courseId: bundleItems.courseId,
    })
    .from(bundleItems)
    .where(inArray(bundleItems.bundleId, [...ids]))
    .orderBy(bundleItems.bundleId, bundleItems.position);
}

const selectReservations = (howMany: HowMany) =>
  prepared((db) =>
    db
      .select({
        id: reservations.id,
        state: reservations.state,
        priceCents: reservations.priceCents,
        sessionCount: reservations.sessionCount,
        expiresAt: reservations.expiresAt,
        instructorId: reservations.instructorId,
        sessionTypeId: reservations.sessionTypeId,
        title: reservations.title,
        validDays: reservations.validDays,
        firstName: users.firstName,
        lastName: users.lastName,
        imageUrl: users.profileImageUrl,
        feePoints: sql<number>`coalesce(${instructors.feePoints}, (select (100 - instructor_share) * 100 from settings))`,
        startsAt: sql<Date | null>`min(${appointments.startsAt})`.mapWith(appointments.startsAt),
        endsAt: sql<Date | null>`max(${appointments.endsAt})`.mapWith(appointments.endsAt),
        timeZone: sql<string | null>`min(${bookings.timeZone})`,
        isForAssessments: sql<boolean>`(select t.is_for_assessments from session_types t
          where t.id = ${reservations.sessionTypeId})`,
        // Gone once the learner booked another time.
        lessonId: sql<
          number | null
        >`(select s.lesson_id from submissions s where s.reservation_id = ${reservations.id})`,
        rates: memberRatesSql,
      })
      .from(reservations)
      .innerJoin(instructors, eq(instructors.userId, reservations.instructorId))
      .innerJoin(users, eq(users.id, reservations.instructorId))
      .leftJoin(bookings, eq(bookings.reservationId, reservations.id))
      .leftJoin(appointments, eq(appointments.id, bookings.appointmentId))
      .where(and(isAsked(reservations.id, howMany), eq(reservations.userId, sql.placeholder('userId'))))
      .groupBy(reservations.id, instructors.userId, users.id)
      .prepare(`priced_reservations_${howMany}`),
  );
const reservationsBy = { one: selectReservations('one'), many: selectReservations('many') };

/** Only the viewer's own: others don't learn that they exist. */
export async function listPricedReservations(db: DbOrTx, asked: Asked) {
  return listAsked(asked, (howMany) => reservationsBy[howMany](db));
}

type PurchaseRow = EarlierPurchase & { itemType: EntitlementItem; itemId: number };

/**
 * What a user paid, part by part, and how much of it a bundle can deduct: their own seat, after coupons, minus refunds.
 * Nothing while a dispute is open. Of a refunded line, only what another bundle deducted.
 */
export async function listEarlierPurchases(
  db: DbOrTx,
  { userId, keys }: { userId: number; keys: readonly string[] },
): Promise<PurchaseRow[]> {
  const { rows } = await db.execute(sql`
    with bought as (
      select p.id, p.item_type, p.item_id, p.amount_cents as gross, p.amount_cents - p.discount_cents as net,
        p.amount_cents - p.discount_cents + p.tax_cents as whole, p.returned_cents as returned, l.quantity, (
          select coalesce(sum(d.amount_cents), 0) from order_deductions d where d.part_id = p.id)::bigint as deducted
      from orders o join order_lines l on l.order_id = o.id join order_parts p on p.line_id = l.id
      where o.user_id = ${userId} and o.state in ('paid', 'partially_refunded')
        and p.item_type || ' ' || p.item_id = any(${sql.param(keys)}::text[])
        and p.amount_cents - p.discount_cents > 0
        and p.amount_cents - p.discount_cents + p.tax_cents > p.returned_cents
        and not exists (
          select 1 from disputes b where b.order_id = o.id and b.state in ('open', 'under_review'))
        and (l.is_live or exists (
          select 1 from order_deductions d where d.source_part_id = p.id and d.state = 'standing'))
    ), own as (
      select *, (gross + deducted) / quantity - deducted as seat from bought
    )
    select id as "partId", item_type as "itemType", item_id as "itemId", whole::float8 as "wholeCents",
      net::float8 as "netCents", (whole - returned)::float8 as "leftCents",
      greatest(0, least(seat * net / gross, (whole - returned) * net / whole))::float8 as cents
    from own order by id`);
  return rows as PurchaseRow[];
}
