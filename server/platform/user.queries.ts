// Users in SQL: the columns every rule may know, lookups by name and address, locks, and all writes to the table.
import { and, arrayOverlaps, count, eq, ne, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { rolesWith, type Permission } from '#shared/roles.ts';

/** What rules may know about the viewer. */
export const userColumns = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  role: users.role,
  roles: users.roles,
  email: users.email,
  isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
};

const isActiveUser = (id: number) => and(eq(users.id, id), eq(users.state, 'active'));

/** By username or email address. A username contains no @, so a name is never both. */
export async function findUserForSignIn(db: DbOrTx, { nameKey }: { nameKey: string }) {
  const [user] = await db
    .select({
      ...userColumns,
      passwordHash: users.passwordHash,
      state: users.state,
      suspendedReason: users.suspendedReason,
    })
    .from(users)
    .where(eq(nameKey.includes('@') ? users.emailKey : users.usernameKey, nameKey));
  return user ?? null;
}

export async function findActiveUser(db: DbOrTx, { id }: { id: number }) {
  const [user] = await db.select(userColumns).from(users).where(isActiveUser(id));
  return user ?? null;
}

/** Active users with one of the roles that have this permission. */
export async function listUserIdsWith(
  db: DbOrTx,
  { permission }: { permission: Permission },
): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.state, 'active'), arrayOverlaps(users.roles, rolesWith(permission))))
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}

export async function findUserIdByEmail(db: DbOrTx, { emailKey }: { emailKey: string }) {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.emailKey, emailKey));
  return row?.id ?? null;
}

export async function findPasswordHash(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
  return row?.passwordHash ?? null;
}

export async function findTakenNames(db: DbOrTx, names: { usernameKey: string; emailKey: string }) {
  const rows = await db
    .select({ usernameKey: users.usernameKey, emailKey: users.emailKey })
    .from(users)
    .where(sql`${users.usernameKey} = ${names.usernameKey} or ${users.emailKey} = ${names.emailKey}`);
  return {
    isUsernameTaken: rows.some((row) => row.usernameKey === names.usernameKey),
    isEmailTaken: rows.some((row) => row.emailKey === names.emailKey),
  };
}

export async function isEmailOfAnotherUser(
  db: DbOrTx,
  { emailKey, id }: { emailKey: string; id: number },
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), ne(users.id, id)));
  return found.length > 0;
}

export async function hasUsers(db: DbOrTx): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}

/**
 * Locks the user, whatever their state, until the transaction ends. Rows that refer to the user, such as audit entries,
 * can still be inserted meanwhile.
 */
export async function lockUser(tx: Tx, { id }: { id: number }) {
  const [row] = await tx
    .select({ ...userColumns, state: users.state })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  return row ?? null;
}
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** Null if the user isn't active, or if the password has changed since `passwordHash` was confirmed. */
export async function lockActiveUser(tx: Tx, { id, passwordHash }: { id: number; passwordHash?: string }) {
  const isSamePassword = passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash);
  const [user] = await tx
    .select(userColumns)
    .from(users)
    .where(and(isActiveUser(id), isSamePassword))
    .for('no key update');
  return user ?? null;
}

/** Whether password and state are still the ones just checked. Neither can change before the transaction ends. */
export async function lockForSignIn(
  tx: Tx,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveUser(id), eq(users.passwordHash, passwordHash)))
    .for('share');
  return found.length > 0;
}

/** Null if the username or email address is already taken. */
export async function insertUser(db: DbOrTx, values: typeof users.$inferInsert) {
  const [user] = await db.insert(users).values(values).onConflictDoNothing().returning(userColumns);
  return user ?? null;
}

type UserChange = Partial<Omit<typeof users.$inferInsert, 'id' | 'createdAt'>>;

export async function updateUser(db: DbOrTx, { id, ...change }: UserChange & { id: number }): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}

/** False if the user isn't active any more. */
export async function updateActiveUser(
  db: DbOrTx,
  { id, ...change }: UserChange & { id: number },
): Promise<boolean> {
  const updated = await db.update(users).set(change).where(isActiveUser(id)).returning({ id: users.id });
  return updated.length > 0;
}

/** Returns the confirmed address, or null if it is no longer theirs. The first confirmation date stays. */
export async function confirmEmail(
  tx: Tx,
  { id, emailKey, now }: { id: number; emailKey: string; now: Date },
): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})` })
    .where(and(isActiveUser(id), eq(users.emailKey, emailKey)))
    .returning({ email: users.email });
  return row?.email ?? null;
}

/** Any number will do, as long as everyone uses the same one. */
const ADMINS_LOCK = 7_301_001;

/** Transactions that remove an admin wait here for each other. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINS_LOCK}::bigint)`);
}

export async function countActiveAdmins(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.state, 'active'), sql`${users.roles} @> array['admin']`));
  return row?.count ?? 0;
}

/** Returns the new admin's id, or null if there is no such active user. */
export async function makeUserAdmin(
  tx: Tx,
  { usernameKey }: { usernameKey: string },
): Promise<number | null> {
  const [row] = await tx
    .update(users)
    .set({ role: 'admin', roles: ['admin'] })
    .where(and(eq(users.usernameKey, usernameKey), eq(users.state, 'active')))
    .returning({ id: users.id });
  return row?.id ?? null;
}
