// Bundles as everyone sees them, in SQL: what is on sale, their items, and the items' prices.
import { and, eq, exists, isNull, or, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared, preparedByName } from '#server/db/prepared.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { bundleItems, bundles } from '#server/db/schema/bundle.ts';
import { orderLines } from '#server/db/schema/order.ts';
import { courses } from '#server/db/schema/course.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { BundleItem, BundleState } from '#shared/features/bundle/bundle.rules.ts';

/** An item of a bundle, or one that could be added. */
export type BundleItemRow = {
  bundleId: number;
  itemType: BundleItem;
  itemId: number;
  kind: string;
  title: string;
  sellerName: string | null;
  firstName: string | null;
  lastName: string | null;
  priceCents: number;
  isListed: boolean;
  updatedAt: Date;
};

const itemsStatement = prepared((db) =>
  db
    .select({
      bundleId: bundleItems.bundleId,
      itemType: sql<BundleItem>`case when ${bundleItems.resourceId} is null then 'course' else 'resource' end`,
      itemId: sql<number>`coalesce(${bundleItems.resourceId}, ${bundleItems.courseId})`,
      kind: sql<string>`coalesce(${courses.kind}, 'resource')`,
      title: sql<string>`coalesce(${resources.title}, ${courses.title})`,
      sellerName: sellers.name,
      firstName: users.firstName,
      lastName: users.lastName,
      priceCents: sql<number>`coalesce(${resources.priceCents}, ${courses.priceCents})`,
      isListed: sql<boolean>`coalesce(${resources.isListed}, ${courses.isListed})`,
      updatedAt: sql<Date>`coalesce(${resources.updatedAt}, ${courses.updatedAt})`.mapWith(
        resources.updatedAt,
      ),
    })
    .from(bundleItems)
    .leftJoin(resources, eq(resources.id, bundleItems.resourceId))
    .leftJoin(sellers, eq(sellers.userId, resources.sellerId))
    .leftJoin(courses, eq(courses.id, bundleItems.courseId))
    .leftJoin(users, eq(users.id, courses.instructorId))
    .where(sql`${bundleItems.bundleId} = any(${sql.placeholder('bundleIds')}::int[])`)
    .orderBy(bundleItems.bundleId, bundleItems.position)
    .prepare('bundle_items'),
);

/** Items of several bundles, each in its own order. */
export async function listBundleItems(
  db: DbOrTx,
  { bundleIds }: { bundleIds: readonly number[] },
): Promise<BundleItemRow[]> {
  return bundleIds.length === 0 ? [] : itemsStatement(db).execute({ bundleIds });
}

export type OnSaleFilter = {
  itemType?: BundleItem | undefined;
  itemId?: number | undefined;
  sellerId?: number | undefined;
};

export const bundleColumns = {
  id: bundles.id,
  title: bundles.title,
  description: bundles.description,
  priceCents: bundles.priceCents,
  sellerId: bundles.sellerId,
  sellerName: sellers.name,
  state: bundles.state,
  revision: bundles.revision,
  salesCount: bundles.salesCount,
  createdAt: bundles.createdAt,
  publishedAt: bundles.publishedAt,
  updatedAt: bundles.updatedAt,
};

/** A platform bundle, or one by a seller who is not suspended. */
const isOpen = sql<boolean>`(${bundles.sellerId} is null or seller_is_open(${bundles.sellerId}))`;

/** No item withdrawn, and cheaper than its items together. */
export const isFullyAvailable = sql<boolean>`(
  select count(*) >= 2 and bool_and(coalesce(r.is_listed, c.is_listed))
    and sum(coalesce(r.price_cents, c.price_cents)) > ${bundles.priceCents}
  from ${bundleItems} i left join ${resources} r on r.id = i.resource_id left join ${courses} c on c.id = i.course_id
  where i.bundle_id = ${bundles.id}
)`;

function holds(db: DbOrTx, { itemType, itemId }: OnSaleFilter): SQL | undefined {
  if (itemType === undefined && itemId === undefined) return undefined;
  const item = { resource: bundleItems.resourceId, course: bundleItems.courseId };
  const columns = itemType ? [item[itemType]] : [item.resource, item.course];
  const isThing = or(
    ...columns.map((column) =>
      itemId === undefined ? sql`${column} is not null` : eq(column, sql.placeholder('itemId')),
    ),
  );
  return exists(
    db
      .select({ one: sql`1` })
      .from(bundleItems)
      .where(and(eq(bundleItems.bundleId, bundles.id), isThing)),
  );
}

const isOnSale = (db: DbOrTx, filter: OnSaleFilter) =>
  and(
    eq(bundles.state, 'published'),
    filter.sellerId === undefined ? undefined : eq(bundles.sellerId, sql.placeholder('sellerId')),
    holds(db, filter),
    isOpen,
    isFullyAvailable,
  );

const prepareCount = (db: DbOrTx, name: string, filter: OnSaleFilter) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(bundles)
    .where(isOnSale(db, filter))
    .prepare(name);

const prepareList = (db: DbOrTx, name: string, filter: OnSaleFilter) =>
  db
    .select(bundleColumns)
    .from(bundles)
    .leftJoin(sellers, eq(sellers.userId, bundles.sellerId))
    .where(isOnSale(db, filter))
    .orderBy(sql`${bundles.publishedAt} desc`, sql`${bundles.id} desc`)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(name);

const counts = preparedByName<ReturnType<typeof prepareCount>>();
const lists = preparedByName<ReturnType<typeof prepareList>>();

/** Of what the statement depends on: which filters are set, but not their values. */
const shapeOf = ({ itemType, itemId, sellerId }: OnSaleFilter) =>
  [itemType, itemId && 'item', sellerId && 'seller'].filter(Boolean).join('_');

export async function countBundlesOnSale(db: DbOrTx, filter: OnSaleFilter): Promise<number> {
  const name = `bundles_count_${shapeOf(filter)}`;
  const [row] = await counts(db, name, (handle) => prepareCount(handle, name, filter)).execute(filter);
  return row?.count ?? 0;
}

export async function listBundlesOnSale(
  db: DbOrTx,
  { limit, offset, ...filter }: OnSaleFilter & { limit: number; offset: number },
) {
  const name = `bundles_list_${shapeOf(filter)}`;
  const list = lists(db, name, (handle) => prepareList(handle, name, filter));
  return list.execute({ ...filter, limit, offset });
}

export async function findBundle(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({ ...bundleColumns, isOpen })
    .from(bundles)
    .leftJoin(sellers, eq(sellers.userId, bundles.sellerId))
    .where(eq(bundles.id, id));
  return row ?? null;
}

export type BundleRow = Omit<NonNullable<Awaited<ReturnType<typeof findBundle>>>, 'isOpen'>;

/** Bought and not refunded: buyers can still see it. */
export async function hasBought(
  db: DbOrTx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const isIt = and(
    eq(orderLines.buyer, `u${userId}`),
    eq(orderLines.itemType, 'bundle'),
    eq(orderLines.itemId, id),
    eq(orderLines.isLive, true),
  );
  return (await db.$count(orderLines, isIt)) > 0;
}

/** Null: the platform's bundles. */
export type Owner = { sellerId: number | null };

export const isOf = ({ sellerId }: Owner): SQL =>
  sellerId === null ? isNull(bundles.sellerId) : eq(bundles.sellerId, sellerId);

export type StateCounts = Record<'all' | BundleState, number>;

/** Part of the statement that counts sales: adds the bundles sold in `due`. */
export const countBundleSalesSql = sql`together as (
      update bundles b set sales_count = b.sales_count + l.seats from (
        select item_id, sum(quantity)::int as seats from order_lines join due on due.id = order_id
        where item_type = 'bundle' group by 1
      ) l where l.item_id = b.id
    )`;
