// Profiles in SQL: what others see of a person, and the picture beside their name.
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { mailLinks, users } from '#server/db/schema/account.ts';

const cardColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  bio: users.bio,
  danceStyles: users.danceStyles,
  links: users.links,
  roles: users.roles,
  createdAt: users.createdAt,
};

export type CardRow = NonNullable<Awaited<ReturnType<typeof findCard>>>;

/** Suspended and deleted people have no public page. */
const isShown = (userId: number) => and(eq(users.id, userId), eq(users.state, 'active'));

export async function findCard(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db.select(cardColumns).from(users).where(isShown(userId));
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
      ...cardColumns,
      username: users.username,
      email: users.email,
      isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      pendingEmail: sql<string | null>`(${pending})`,
    })
    .from(users)
    .where(isShown(userId));
  return row ?? null;
}

type CardChange = Pick<typeof users.$inferInsert, 'firstName' | 'lastName' | 'bio' | 'danceStyles' | 'links'>;

export async function updateCard(db: DbOrTx, userId: number, change: CardChange) {
  const [row] = await db.update(users).set(change).where(isShown(userId)).returning(cardColumns);
  return row ?? null;
}

/** Answers the picture they had before; null when the account went away meanwhile. */
export async function swapProfileImage(
  tx: Tx,
  { userId, profileImageUrl }: { userId: number; profileImageUrl: string | null },
): Promise<{ previous: string | null } | null> {
  const [row] = await tx
    .select({ previous: users.profileImageUrl })
    .from(users)
    .where(isShown(userId))
    // Two uploads at once: the second sees the picture of the first, and takes that one away.
    .for('update');
  if (!row) return null;
  await tx.update(users).set({ profileImageUrl }).where(eq(users.id, userId));
  return row;
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
