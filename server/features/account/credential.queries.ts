// What proves who someone is, in SQL: password, address.
import { and, desc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { knownPlaces, mailLinks, users } from '#server/db/schema/account.ts';
import { personColumns } from './account.queries.ts';
import type { MailLinkPurpose } from './mail-link.queries.ts';

const isActive = (userId: number) => and(eq(users.id, userId), eq(users.state, 'active'));

export async function findActivePerson(db: DbOrTx, { userId }: { userId: number }) {
  const [person] = await db.select(personColumns).from(users).where(isActive(userId));
  return person ?? null;
}

/**
 * The person, held until the transaction ends; null when they are not active, or when the password is no longer the
 * one that was proven. What others refer to (their id) is not held, so nobody else waits.
 */
export async function lockPerson(
  tx: Tx,
  { userId, passwordHash }: { userId: number; passwordHash?: string },
) {
  const [person] = await tx
    .select(personColumns)
    .from(users)
    .where(
      and(isActive(userId), passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash)),
    )
    .for('no key update');
  return person ?? null;
}

/** Whether password and state are still the ones just checked; neither changes before the transaction ends. */
export async function holdSignIn(
  tx: Tx,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isActive(userId), eq(users.passwordHash, passwordHash)))
    .for('share');
  return found.length > 0;
}

export async function findUserIdByEmail(db: DbOrTx, { emailKey }: { emailKey: string }) {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.emailKey, emailKey));
  return row?.id ?? null;
}

export async function isEmailOfAnother(
  db: DbOrTx,
  { emailKey, userId }: { emailKey: string; userId: number },
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), ne(users.id, userId)));
  return found.length > 0;
}

export async function setPassword(
  tx: Tx,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** Throws the violation of `users_email_key` when the address is someone else's by now. */
export async function setEmail(
  tx: Tx,
  { userId, email, emailKey, now }: { userId: number; email: string; emailKey: string; now: Date },
): Promise<void> {
  await tx.update(users).set({ email, emailKey, emailVerifiedAt: now }).where(isActive(userId));
}

/** The address, confirmed; null when it is not theirs any more. The first time it was confirmed stays. */
export async function confirmEmail(
  tx: Tx,
  { userId, emailKey, now }: { userId: number; emailKey: string; now: Date },
): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})` })
    .where(and(isActive(userId), eq(users.emailKey, emailKey)))
    .returning({ email: users.email });
  return row?.email ?? null;
}

/** Unused links that could take the account over: whoever asked for them may be whom the new password shuts out. */
export async function deleteTakeoverLinks(tx: Tx, { userId }: { userId: number }): Promise<void> {
  const purposes: MailLinkPurpose[] = ['reset-password', 'change-email', 'sign-in'];
  await tx
    .delete(mailLinks)
    .where(and(eq(mailLinks.userId, userId), inArray(mailLinks.purpose, purposes), isNull(mailLinks.usedAt)));
}

type Links = { userId: number; purpose: MailLinkPurpose; since: Date };

/** Used or not. */
export async function hasLinkSince(db: DbOrTx, { userId, purpose, since }: Links): Promise<boolean> {
  const found = await db
    .select({ id: mailLinks.id })
    .from(mailLinks)
    .where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, purpose), gte(mailLinks.createdAt, since)))
    .limit(1);
  return found.length > 0;
}

export async function hasUnusedLinkSince(db: DbOrTx, { userId, purpose, since }: Links): Promise<boolean> {
  const found = await db
    .select({ id: mailLinks.id })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, userId),
        eq(mailLinks.purpose, purpose),
        isNull(mailLinks.usedAt),
        gte(mailLinks.createdAt, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}

export async function listLatestPlaces(
  db: DbOrTx,
  { userId, limit }: { userId: number; limit: number },
): Promise<Buffer[]> {
  const rows = await db
    .select({ placeHash: knownPlaces.placeHash })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId))
    .orderBy(desc(knownPlaces.seenAt))
    .limit(limit);
  return rows.map((row) => row.placeHash);
}

export async function deleteKnownDevices(tx: Tx, { userId }: { userId: number }): Promise<void> {
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
}
