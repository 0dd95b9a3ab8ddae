// Grants in SQL.
import { and, count, desc, eq, isNull, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { courses } from '#server/db/schema/course.ts';
import { grants, enrollments } from '#server/db/schema/entitlement.ts';
import { resources } from '#server/db/schema/resource.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { EntitlementItem, ListedItem } from '#shared/features/entitlement/entitlement.states.ts';

export type GrantableItem = { itemType: EntitlementItem; itemId: number; title: string };

const { id, email, firstName, lastName, username, state } = users;
const userNameColumns = { id, email, firstName, lastName, username, state };

export async function findReceiver(
  db: DbOrTx,
  { userId, email: typed }: { userId?: number | undefined; email?: string | undefined },
) {
  const [row] = await db
    .select(userNameColumns)
    .from(users)
    .where(userId === undefined ? eq(users.emailKey, identityKey(typed ?? '')) : eq(id, userId));
  return row ?? null;
}

/** Anything that was ever published; for a bundle, all its items. */
export async function listGrantableItemsOf(
  db: DbOrTx,
  { itemType, itemId }: { itemType: ListedItem; itemId: number },
): Promise<GrantableItem[]> {
  const { rows } = await db.execute<GrantableItem>(sql`
    with requested as (
      select ${itemType}::text as item_type, ${itemId}::int as item_id where ${itemType} <> 'bundle'
      union all
      select case when resource_id is null then 'course' else 'resource' end, coalesce(resource_id, course_id)
      from bundle_items where ${itemType} = 'bundle' and bundle_id = ${itemId}
    )
    select 'resource' as "itemType", r.id as "itemId", r.title from requested w
    join resources r on w.item_type = 'resource' and r.id = w.item_id and r.published_at is not null
    union all
    select 'course', c.id, c.title from requested w
    join courses c on w.item_type = 'course' and c.id = w.item_id and c.published_at is not null`);
  return rows;
}

export async function listGrantableItems(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<GrantableItem[]> {
  const { rows } = await db.execute<GrantableItem>(sql`
    select distinct item_type as "itemType", item_id as "itemId", title from order_parts where order_id = ${orderId}
    order by 1, 2`);
  return rows;
}

/** Null if they already have the same grant. */
export async function insertGrant(tx: Tx, values: typeof grants.$inferInsert): Promise<number | null> {
  const [row] = await tx.insert(grants).values(values).onConflictDoNothing().returning({ id: grants.id });
  return row?.id ?? null;
}

/** Without those who already have the same grant. */
export async function insertGrants(tx: Tx, values: readonly (typeof grants.$inferInsert)[]) {
  if (values.length === 0) return [];
  return tx
    .insert(grants)
    .values([...values])
    .onConflictDoNothing()
    .returning({ id: grants.id, userId: grants.userId });
}

/** Enrollments in the course; one that had ended becomes active again. */
export async function insertGrantedEnrollments(
  tx: Tx,
  values: readonly { userId: number; courseId: number; createdAt: Date }[],
): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insert(enrollments)
    .values([...values])
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: { state: 'active' },
      setWhere: eq(enrollments.state, 'ended'),
    });
}

/** Null if it was already revoked, or never granted. */
export async function endGrant(
  tx: Tx,
  {
    id: grantId,
    ...ended
  }: { id: number } & Required<Pick<typeof grants.$inferInsert, 'revokedAt' | 'revokedBy' | 'revokeReason'>>,
) {
  const [row] = await tx
    .update(grants)
    .set(ended)
    .where(and(eq(grants.id, grantId), isNull(grants.revokedAt)))
    .returning({ userId: grants.userId, itemType: grants.itemType, itemId: grants.itemId });
  return row ?? null;
}

const giver = alias(users, 'giver');
const taker = alias(users, 'taker');
const namesOf = (person: typeof giver | typeof taker) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  username: person.username,
});

function selectGrants(db: DbOrTx) {
  return db
    .select({
      grant: grants,
      title: sql<string>`coalesce(${resources.title}, ${courses.title}, 'Removed')`,
      person: userNameColumns,
      giver: namesOf(giver),
      taker: namesOf(taker),
    })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.userId))
    .leftJoin(resources, and(eq(grants.itemType, 'resource'), eq(resources.id, grants.itemId)))
    .leftJoin(courses, and(eq(grants.itemType, 'course'), eq(courses.id, grants.itemId)))
    .leftJoin(giver, eq(giver.id, grants.grantedBy))
    .leftJoin(taker, eq(taker.id, grants.revokedBy));
}

export type GrantRow = Awaited<ReturnType<typeof listGrantRows>>[number];

export async function listGrantRows(
  db: DbOrTx,
  { userId, limit, offset }: { userId?: number | undefined; limit: number; offset: number },
) {
  return selectGrants(db)
    .where(userId === undefined ? undefined : eq(grants.userId, userId))
    .orderBy(desc(grants.id))
    .limit(limit)
    .offset(offset);
}

export async function listGrantsByIds(db: DbOrTx, { ids }: { ids: number[] }): Promise<GrantRow[]> {
  return selectGrants(db)
    .where(sql`${grants.id} = any(${sql.param(ids)}::int[])`)
    .orderBy(grants.id);
}

export async function countGrants(db: DbOrTx, { userId }: { userId?: number | undefined }): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(grants)
    .where(userId === undefined ? undefined : eq(grants.userId, userId));
  return row?.total ?? 0;
}
