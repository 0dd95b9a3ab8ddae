// People and sessions in SQL.
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { sessions, users } from '#server/db/schema/account.ts';

const viewerColumns = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  role: users.role,
  roles: users.roles,
};

const selectViewer = prepared((db) =>
  db
    .select(viewerColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('viewer_by_token'),
);

export async function findViewerByToken(db: DbOrTx, wanted: { tokenHash: Buffer; now: Date }) {
  const [viewer] = await selectViewer(db).execute(wanted);
  return viewer ?? null;
}

export async function findUserForSignIn(db: DbOrTx, { usernameKey }: { usernameKey: string }) {
  const [user] = await db
    .select({ ...viewerColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.usernameKey, usernameKey));
  return user ?? null;
}

export async function insertUser(db: DbOrTx, values: typeof users.$inferInsert) {
  const [user] = await db.insert(users).values(values).onConflictDoNothing().returning(viewerColumns);
  return user ?? null;
}

export async function insertSession(db: DbOrTx, values: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(values);
}

export async function deleteSession(db: DbOrTx, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteExpiredSessions(db: DbOrTx, { now }: { now: Date }): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}

export async function hasPeople(db: DbOrTx): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}
