// Everything kept about one person in SQL: read for their own file, and forgotten with their account.
import { and, asc, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
  activeDays,
  applications,
  knownPlaces,
  mailLinks,
  recoveryCodes,
  sessions,
  twoFactors,
  users,
} from '#server/db/schema/account.ts';
import { mailOutbox } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/site.ts';

type Whose = { userId: number };

export async function readAccount(db: DbOrTx, { userId }: Whose) {
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
      bio: users.bio,
      danceStyles: users.danceStyles,
      links: users.links,
      role: users.role,
      roles: users.roles,
      state: users.state,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

/**
 * The row stays, because others refer to it; the person goes. What names are compared by has a space, which no
 * username or address may have: nobody can take these names beforehand, and nobody can sign in by them.
 */
export async function anonymiseUser(tx: Tx, { userId }: Whose): Promise<void> {
  await tx
    .update(users)
    .set({
      username: `former-${userId}`,
      usernameKey: `former ${userId}`,
      // A domain that is guaranteed never to exist (RFC 2606).
      email: `former-${userId}@deleted.invalid`,
      emailKey: `former ${userId}`,
      emailVerifiedAt: null,
      firstName: 'Former',
      lastName: 'member',
      profileImageUrl: null,
      bio: '',
      danceStyles: [],
      links: [],
      passwordHash: 'none',
      role: 'user',
      roles: ['user'],
      state: 'deleted',
      suspendedReason: null,
      lastSeenAt: null,
    })
    .where(eq(users.id, userId));
}

export async function readSessions(db: DbOrTx, { userId }: Whose) {
  const { userAgent, address, createdAt, lastSeenAt, expiresAt } = sessions;
  return db
    .select({ userAgent, address, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id));
}

export async function deleteSessions(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

export async function readPlaces(db: DbOrTx, { userId }: Whose) {
  return db
    .select({ seenAt: knownPlaces.seenAt })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId))
    .orderBy(asc(knownPlaces.seenAt));
}

export async function deletePlaces(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
}

export async function readTwoFactor(db: DbOrTx, { userId }: Whose) {
  const [app] = await db
    .select({ confirmedAt: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  const used = await db
    .select({ usedAt: recoveryCodes.usedAt })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNotNull(recoveryCodes.usedAt)))
    .orderBy(asc(recoveryCodes.usedAt));
  return {
    isOn: Boolean(app?.confirmedAt),
    onSince: app?.confirmedAt ?? null,
    recoveryCodesUsedAt: used.map((row) => row.usedAt),
  };
}

export async function readMailLinks(db: DbOrTx, { userId }: Whose) {
  const { purpose, email, createdAt, expiresAt, usedAt } = mailLinks;
  return db
    .select({ purpose, email, createdAt, expiresAt, usedAt })
    .from(mailLinks)
    .where(eq(mailLinks.userId, userId))
    .orderBy(asc(mailLinks.id));
}

export async function readActiveDays(db: DbOrTx, { userId }: Whose): Promise<string[]> {
  const rows = await db
    .select({ day: activeDays.day })
    .from(activeDays)
    .where(eq(activeDays.userId, userId))
    .orderBy(asc(activeDays.day));
  return rows.map((row) => row.day);
}

export async function deleteActiveDays(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(activeDays).where(eq(activeDays.userId, userId));
}

export async function readApplications(db: DbOrTx, { userId }: Whose) {
  const { kind, state, note, reason, createdAt, decidedAt } = applications;
  return db
    .select({ kind, state, note, reason, createdAt, decidedAt })
    .from(applications)
    .where(eq(applications.userId, userId))
    .orderBy(asc(applications.id));
}

/** That there was one and how it ended stays; what was written in it goes. */
export async function withdrawAndEmptyApplications(
  tx: Tx,
  { userId, now }: Whose & { now: Date },
): Promise<void> {
  await tx
    .update(applications)
    .set({ state: 'withdrawn', decidedAt: now })
    .where(and(eq(applications.userId, userId), eq(applications.state, 'waiting')));
  await tx
    .update(applications)
    .set({ note: '', reason: sql`case when ${applications.reason} is null then null else 'Removed' end` })
    .where(eq(applications.userId, userId));
}

export async function readMails(db: DbOrTx, { email }: { email: string }) {
  const { subject, createdAt, sentAt } = mailOutbox;
  return db
    .select({ subject, createdAt, sentAt })
    .from(mailOutbox)
    .where(eq(mailOutbox.to, email))
    .orderBy(asc(mailOutbox.createdAt));
}

export async function deleteMails(tx: Tx, { email }: { email: string }): Promise<void> {
  await tx.delete(mailOutbox).where(eq(mailOutbox.to, email));
}

/** What was done to them, and what they did; never who else it concerned. */
export async function readAuditTrail(db: DbOrTx, { userId }: Whose) {
  const { action, createdAt, details } = auditLog;
  const aboutThem = await db
    .select({ action, createdAt, details })
    .from(auditLog)
    .where(eq(auditLog.userId, userId))
    .orderBy(desc(auditLog.id));
  const doneByThem = await db
    .select({ action, createdAt })
    .from(auditLog)
    .where(
      and(eq(auditLog.actorId, userId), or(ne(auditLog.userId, userId), sql`${auditLog.userId} is null`)),
    )
    .orderBy(desc(auditLog.id));
  return { aboutThem, doneByThem };
}
