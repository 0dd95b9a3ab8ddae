// People in SQL: who they are and how they are found.
import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';

/** What every rule may know of the person who asks. */
export const personColumns = {
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

/** By username, or by e-mail address: a username holds no @, so a name is never both. */
export async function findUserForSignIn(db: DbOrTx, { nameKey }: { nameKey: string }) {
  const [user] = await db
    .select({
      ...personColumns,
      passwordHash: users.passwordHash,
      state: users.state,
      suspendedReason: users.suspendedReason,
    })
    .from(users)
    .where(eq(nameKey.includes('@') ? users.emailKey : users.usernameKey, nameKey));
  return user ?? null;
}

/** Null when that username or e-mail address is already someone's. */
export async function insertUser(db: DbOrTx, values: typeof users.$inferInsert) {
  const [user] = await db.insert(users).values(values).onConflictDoNothing().returning(personColumns);
  return user ?? null;
}

export async function findTakenNames(db: DbOrTx, wanted: { usernameKey: string; emailKey: string }) {
  const rows = await db
    .select({ usernameKey: users.usernameKey, emailKey: users.emailKey })
    .from(users)
    .where(sql`${users.usernameKey} = ${wanted.usernameKey} or ${users.emailKey} = ${wanted.emailKey}`);
  return {
    isUsernameTaken: rows.some((row) => row.usernameKey === wanted.usernameKey),
    isEmailTaken: rows.some((row) => row.emailKey === wanted.emailKey),
  };
}

export async function findPasswordHash(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return row?.passwordHash ?? null;
}

export async function hasPeople(db: DbOrTx): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}
