// Personal data in platform tables: the user, sessions, emails we sent, and the audit log.
import { and, asc, desc, eq, inArray, lt, ne, or, sql } from '#server/db/drizzle.ts';
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { idempotencyKeys } from '#server/db/schema/platform-idempotency.ts';
import {
  notifications,
  notificationSettings,
  weeklyDigests,
} from '#server/db/schema/platform-notification.ts';
import {
  activeDays,
  auditLog,
  liveEvents,
  liveStreams,
  mailLimits,
  mailOutbox,
  sessions,
  staffDecisions,
} from '#server/db/schema/platform.ts';
import { NOTIFICATION_DAYS } from '#shared/features/notification/notification.rules.ts';
import { auditLabel } from '#shared/features/site/audit.rules.ts';
import { deleteLiveEventsBefore, deleteLiveEventsOf } from './live-event.queries.ts';
import type { DataSubject, PersonalData } from './personal-data.ts';

const SENT_MAIL_DAYS = 90;
const LIVE_EVENT_DAYS = 1;
const SETTLED_DECISION_DAYS = 30;
/** A year to compare with, plus a month. */
const ACTIVE_DAYS = 400;

export const platformPersonalData: PersonalData = {
  tables: [
    users,
    sessions,
    activeDays,
    mailOutbox,
    staffDecisions,
    auditLog,
    liveEvents,
    liveStreams,
    notifications,
    notificationSettings,
    weeklyDigests,
  ],
  collect: {
    account: collectUser,
    sessions: collectSessions,
    activeDays: collectActiveDays,
    mails: collectMails,
    notifications: collectNotifications,
    notificationSettings: collectNotificationSettings,
    audit: collectAudit,
  },
  async erase(_ctx, tx, { userId, email, orderIds }) {
    await anonymizeUser(tx, userId);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await tx.delete(activeDays).where(eq(activeDays.userId, userId));
    await tx.delete(mailOutbox).where(eq(mailOutbox.to, email));
    for (const table of [notifications, notificationSettings, weeklyDigests]) {
      await tx.delete(table).where(eq(table.userId, userId));
    }
    await deleteLiveEventsOf(tx, { userId });
    // Stored answers to repeated requests contain the key of the buyer's order.
    await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.orderId, [...orderIds]));
    // The audit log never changes; it refers to users by id only.
  },
  prune: prunePlatform,
};

async function collectUser(db: DbOrTx, { userId }: DataSubject) {
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
      isMinor: users.isMinor,
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
 * The row stays because other records refer to it. The comparison keys contain a space, which no username or email
 * address may have, so nobody can claim them beforehand or sign in with them.
 */
async function anonymizeUser(tx: Tx, userId: number): Promise<void> {
  await tx
    .update(users)
    .set({
      username: `former-${userId}`,
      usernameKey: `former ${userId}`,
      // RFC 2606 guarantees that this domain never exists.
      email: `former-${userId}@deleted.invalid`,
      emailKey: `former ${userId}`,
      emailVerifiedAt: null,
      firstName: 'Former',
      lastName: 'member',
      profileImageUrl: null,
      bio: '',
      danceStyles: [],
      links: [],
      isMinor: false,
      passwordHash: 'none',
      role: 'user',
      roles: ['user'],
      state: 'deleted',
      suspendedReason: null,
      lastSeenAt: null,
    })
    .where(eq(users.id, userId));
}

async function collectSessions(db: DbOrTx, { userId }: DataSubject) {
  const { userAgent, address, createdAt, lastSeenAt, expiresAt } = sessions;
  return db
    .select({ userAgent, address, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id));
}

async function collectActiveDays(db: DbOrTx, { userId }: DataSubject): Promise<string[]> {
  const rows = await db
    .select({ day: activeDays.day })
    .from(activeDays)
    .where(eq(activeDays.userId, userId))
    .orderBy(asc(activeDays.day));
  return rows.map((row) => row.day);
}

async function collectMails(db: DbOrTx, { email }: DataSubject) {
  const { subject, createdAt, sentAt } = mailOutbox;
  return db
    .select({ subject, createdAt, sentAt })
    .from(mailOutbox)
    .where(eq(mailOutbox.to, email))
    .orderBy(asc(mailOutbox.createdAt));
}

async function collectNotifications(db: DbOrTx, { userId }: DataSubject) {
  const { kind, title, createdAt, readAt } = notifications;
  return db
    .select({ kind, title, createdAt, readAt })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.isInBell, true)))
    .orderBy(asc(notifications.id));
}

async function collectNotificationSettings(db: DbOrTx, { userId }: DataSubject) {
  const { kind, hasBell, hasEmail } = notificationSettings;
  return db
    .select({ kind, hasBell, hasEmail })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
    .orderBy(asc(kind));
}

/** What staff did to the user, and what the user did as staff, but not to whom. */
async function collectAudit(db: DbOrTx, { userId }: DataSubject) {
  const { action, createdAt, details } = auditLog;
  const aboutYou = await db
    .select({ action, createdAt, details })
    .from(auditLog)
    .where(eq(auditLog.userId, userId))
    .orderBy(desc(auditLog.id));
  const doneByYou = await db
    .select({ action, createdAt })
    .from(auditLog)
    .where(
      and(eq(auditLog.actorId, userId), or(ne(auditLog.userId, userId), sql`${auditLog.userId} is null`)),
    )
    .orderBy(desc(auditLog.id));
  const withLabel = <T extends { action: string }>(row: T) => ({ label: auditLabel(row.action), ...row });
  return { aboutYou: aboutYou.map(withLabel), doneByYou: doneByYou.map(withLabel) };
}

async function prunePlatform({ db, clock, limiter }: AppContext): Promise<void> {
  const now = clock.now();
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(mailOutbox).where(lt(mailOutbox.sentAt, daysAfter(now, -SENT_MAIL_DAYS)));
  await db.delete(mailLimits).where(lt(mailLimits.createdAt, daysAfter(now, -1)));
  await db
    .delete(staffDecisions)
    .where(
      and(
        ne(staffDecisions.state, 'pending'),
        lt(staffDecisions.settledAt, daysAfter(now, -SETTLED_DECISION_DAYS)),
      ),
    );
  await limiter.prune();
  await db.delete(notifications).where(lt(notifications.createdAt, daysAfter(now, -NOTIFICATION_DAYS)));
  await db
    .delete(weeklyDigests)
    .where(lt(weeklyDigests.week, daysAfter(now, -30).toISOString().slice(0, 10)));
  await deleteLiveEventsBefore(db, { before: daysAfter(now, -LIVE_EVENT_DAYS) });
  const day = daysAfter(now, -ACTIVE_DAYS).toISOString().slice(0, 10);
  await db.delete(activeDays).where(lt(activeDays.day, day));
}
