// Profiles and profile images in SQL.
import { and, desc, eq, gt, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { mailLinks } from '#server/db/schema/account.ts';
import { users } from '#server/db/schema/platform-user.ts';

const profileColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  bio: users.bio,
  danceStyles: users.danceStyles,
  links: users.links,
  roles: users.roles,
  createdAt: users.createdAt,
  hasOpenStore: sql<boolean>`exists (
    select 1 from sellers s where s.user_id = "users"."id" and s.state = 'approved')`,
};

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** Suspended and deleted users have no public page. */
const isActive = (userId: number) => and(eq(users.id, userId), eq(users.state, 'active'));

export async function findProfile(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db.select(profileColumns).from(users).where(isActive(userId));
  return row ?? null;
}

export async function findOwnProfile(db: DbOrTx, { userId, now }: { userId: number; now: Date }) {
  const pending = db
    .select({ email: mailLinks.email })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, users.id),
        eq(mailLinks.purpose, 'change-email'),
        isNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, now),
      ),
    )
    .orderBy(desc(mailLinks.id))
    .limit(1);
  const [row] = await db
    .select({
      ...profileColumns,
      username: users.username,
      email: users.email,
      timeZone: users.timeZone,
      isMinor: users.isMinor,
      isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      pendingEmail: sql<string | null>`(${pending})`,
    })
    .from(users)
    .where(isActive(userId));
  return row ?? null;
}

/** Locks the user, so that of two simultaneous uploads the second sees the image of the first and deletes it. */
export async function lockProfileImage(tx: Tx, { userId }: { userId: number }) {
  const [row] = await tx
    .select({ profileImageUrl: users.profileImageUrl })
    .from(users)
    .where(isActive(userId))
    .for('update');
  return row ?? null;
}

export async function isProfileImageOf(
  db: DbOrTx,
  { userId, profileImageUrl }: { userId: number; profileImageUrl: string },
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.profileImageUrl, profileImageUrl)));
  return found.length > 0;
}

export async function isKnownTimeZone(db: DbOrTx, { timeZone }: { timeZone: string }): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pg_timezone_names where name = ${timeZone}`);
  return rows.length > 0;
}
