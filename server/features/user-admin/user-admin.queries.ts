// Accounts as staff see them, in SQL.
import { and, arrayContains, asc, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { output } from 'zod';
import type { DbOrTx } from '#server/db/client.ts';
import { twoFactors, users } from '#server/db/schema/account.ts';
import { containsWords } from '#server/db/search.ts';
import type { AccountState } from '#shared/features/account/account.states.ts';
import type { exportUsers } from '#shared/features/user-admin/user-admin.contract.ts';
import type { Role } from '#shared/roles.ts';
import { personColumns } from '#server/features/account/account.queries.ts';

export type PeopleFilter = output<typeof exportUsers.query>;

const isUnverified = and(eq(users.state, 'active'), isNull(users.emailVerifiedAt));

function isFound({ q, role }: PeopleFilter) {
  return and(containsWords(users.searchText, q), role && arrayContains(users.roles, [role]));
}

function isInState({ state }: PeopleFilter) {
  return state === 'unverified' ? isUnverified : state && eq(users.state, state);
}

const rowColumns = {
  ...personColumns,
  state: users.state,
  createdAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
};

/** Each ends in the id, so that no two people ever change places between two pages. */
const ORDERS: Record<PeopleFilter['sort'], SQL[]> = {
  newest: [desc(users.createdAt), desc(users.id)],
  oldest: [asc(users.createdAt), asc(users.id)],
  // As a reader sorts: É beside E.
  name: [sql`${users.searchText} collate "und-x-icu"`, asc(users.id)],
  'last-seen': [sql`${users.lastSeenAt} desc nulls last`, desc(users.id)],
};

export async function listPeopleRows(
  db: DbOrTx,
  filter: PeopleFilter,
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

export type PeopleRow = Awaited<ReturnType<typeof listPeopleRows>>[number];

/** One for each tab, under the same search and role. */
export async function countPeople(db: DbOrTx, filter: PeopleFilter) {
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

/** All that were asked for, in order: four bytes each, where whole rows could fill the memory. */
export async function listPeopleIds(db: DbOrTx, filter: PeopleFilter): Promise<number[]> {
  const order = sql.join(ORDERS[filter.sort], sql`, `);
  const [row] = await db
    .select({ ids: sql<number[]>`coalesce(array_agg(${users.id} order by ${order}), '{}')` })
    .from(users)
    .where(and(isFound(filter), isInState(filter)));
  return row?.ids ?? [];
}

export async function listPeopleByIds(db: DbOrTx, { ids }: { ids: number[] }) {
  const rows = await db
    .select(rowColumns)
    .from(users)
    // One parameter, not one for each.
    .where(sql`${users.id} = any(${sql.param(ids)}::int[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findPerson(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      ...rowColumns,
      bio: users.bio,
      suspendedReason: users.suspendedReason,
      hasTwoFactor: sql<boolean>`${twoFactors.confirmedAt} is not null`,
    })
    .from(users)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.id, id));
  return row ?? null;
}

/** What a rule about someone else's account needs to know of it; nobody changes it until the transaction ends. */
export async function lockAccount(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({ ...personColumns, state: users.state })
    .from(users)
    .where(eq(users.id, id))
    // Not a full lock: rows that refer to the person (an audit row of theirs) may still be written meanwhile.
    .for('no key update');
  return row ?? null;
}

export async function updateRoles(
  db: DbOrTx,
  { id, role, roles }: { id: number; role: Role; roles: Role[] },
): Promise<void> {
  await db.update(users).set({ role, roles }).where(eq(users.id, id));
}

/** A reason suspends; null lets them in again. */
export async function updateSuspension(
  db: DbOrTx,
  { id, reason }: { id: number; reason: string | null },
): Promise<void> {
  await db
    .update(users)
    .set({ state: reason === null ? 'active' : 'suspended', suspendedReason: reason })
    .where(eq(users.id, id));
}

export async function countRoles(db: DbOrTx): Promise<Map<Role, number>> {
  const held = sql<Role>`unnest(${users.roles})`.as('held');
  const each = db
    .select({ held })
    .from(users)
    .where(sql`${users.state} <> 'deleted'`)
    .as('each_role');
  const rows = await db.select({ role: each.held, people: count() }).from(each).groupBy(each.held);
  return new Map(rows.map(({ role, people }) => [role, people]));
}
