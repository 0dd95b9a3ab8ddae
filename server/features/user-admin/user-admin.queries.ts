// Users as staff see them, in SQL.
import { and, arrayContains, asc, count, desc, eq, isNull, sql, type SQL } from '#server/db/drizzle.ts';
import type { output } from 'zod';
import type { DbOrTx } from '#server/db/client.ts';
import { twoFactors } from '#server/db/schema/account.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { containsWords } from '#server/db/search.ts';
import type { AccountState } from '#shared/features/account/account.rules.ts';
import type { exportUsers } from '#shared/features/user-admin/user-admin.contract.ts';
import type { Role } from '#shared/roles.ts';
import { userColumns } from '#server/platform/user.queries.ts';

export type UserFilter = output<typeof exportUsers.query>;

const isUnverified = and(eq(users.state, 'active'), isNull(users.emailVerifiedAt));

function isFound({ q, role }: UserFilter) {
  return and(containsWords(users.searchText, q), role && arrayContains(users.roles, [role]));
}

function isInState({ state }: UserFilter) {
  return state === 'unverified' ? isUnverified : state && eq(users.state, state);
}

const rowColumns = {
  ...userColumns,
  state: users.state,
  createdAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
};

/** Each ends in the id, so that the order is stable across pages. */
const ORDERS: Record<UserFilter['sort'], SQL[]> = {
  newest: [desc(users.createdAt), desc(users.id)],
  oldest: [asc(users.createdAt), asc(users.id)],
  // Sorted the way a reader expects: É next to E.
  name: [sql`${users.searchText} collate "und-x-icu"`, asc(users.id)],
  'last-seen': [sql`${users.lastSeenAt} desc nulls last`, desc(users.id)],
};

export async function listUserRows(
  db: DbOrTx,
  filter: UserFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select(rowColumns)
    .from(users)
    .where(and(isFound(filter), isInState(filter)))
    .orderBy(...ORDERS[filter.sort])
    .limit(limit)
    .offset(offset);
}

export type StoredUserRow = Awaited<ReturnType<typeof listUserRows>>[number];

/** One count per state tab, with the same search and role. */
export async function countUsers(db: DbOrTx, filter: UserFilter) {
  const inState = (state: AccountState) =>
    sql<number>`count(*) filter (where ${users.state} = ${state})`.mapWith(Number);
  const [counts] = await db
    .select({
      all: count(),
      active: inState('active'),
      suspended: inState('suspended'),
      unverified: sql<number>`count(*) filter (where ${isUnverified})`.mapWith(Number),
      deleted: inState('deleted'),
    })
    .from(users)
    .where(isFound(filter));
  return counts ?? { all: 0, active: 0, suspended: 0, unverified: 0, deleted: 0 };
}

/** Only the ids of all matches, in order: whole rows could fill the memory. */
export async function listUserIds(db: DbOrTx, filter: UserFilter): Promise<number[]> {
  const order = sql.join(ORDERS[filter.sort], sql`, `);
  const [row] = await db
    .select({ ids: sql<number[]>`coalesce(array_agg(${users.id} order by ${order}), '{}')` })
    .from(users)
    .where(and(isFound(filter), isInState(filter)));
  return row?.ids ?? [];
}

export async function listUsersByIds(db: DbOrTx, { ids }: { ids: number[] }) {
  const rows = await db
    .select(rowColumns)
    .from(users)
    // A single parameter instead of one per id.
    .where(sql`${users.id} = any(${sql.param(ids)}::int[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findStaffUser(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      ...rowColumns,
      bio: users.bio,
      suspendedReason: users.suspendedReason,
      isMinor: users.isMinor,
      hasTwoFactor: sql<boolean>`${twoFactors.confirmedAt} is not null`,
    })
    .from(users)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.id, id));
  return row ?? null;
}

export async function countRoles(db: DbOrTx): Promise<Map<Role, number>> {
  const held = sql<Role>`unnest(${users.roles})`.as('held');
  const each = db
    .select({ held })
    .from(users)
    .where(sql`${users.state} <> 'deleted'`)
    .as('each_role');
  const rows = await db.select({ role: each.held, users: count() }).from(each).groupBy(each.held);
  return new Map(rows.map((row) => [row.role, row.users]));
}
