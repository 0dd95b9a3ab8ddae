// Notifications, and how users want to receive them.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { bytea, id, timestamptz } from '#server/db/columns.ts';
import type { NotificationKind } from '#shared/features/notification/notification.rules.ts';
import { cascadingUserId } from './platform-user.ts';

/** A deferred trigger sends each one shown in the bell to the user's open browsers. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: cascadingUserId(),
    kind: text().$type<NotificationKind>().notNull(),
    /** What it is about, so that a job that runs again notifies nobody twice. */
    key: text().notNull(),
    title: text().notNull(),
    /** A path of this site. */
    link: text(),
    /** The object it is about: `course` 7. */
    objectType: text(),
    objectId: integer(),
    objectTitle: text(),
    /** Unread ones with the same are shown as one. */
    groupKey: text().notNull(),
    /** False if the user turned the bell off for this kind: the row is there for its key only. */
    isInBell: boolean().notNull(),
    createdAt: timestamptz().notNull(),
    readAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.userId, t.kind, t.key),
    index('notifications_of_user')
      .on(t.userId, t.id)
      .where(sql`is_in_bell`),
    index('notifications_unread')
      .on(t.userId)
      .where(sql`read_at is null and is_in_bell`),
    index('notifications_created_at').on(t.createdAt),
    check('notifications_link', sql`${t.link} ~ '^/([^/]|$)'`),
    check('notifications_object', sql`(${t.objectType} is null) = (${t.objectId} is null)`),
  ],
);

/** How a kind reaches a user; without a row, in every way it can. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: cascadingUserId(),
    kind: text().$type<NotificationKind>().notNull(),
    hasBell: boolean().notNull().default(true),
    hasEmail: boolean().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** Addresses without an account that want no emails of a kind. A hash, so this table holds no personal data. */
export const mailOptOuts = pgTable(
  'mail_opt_outs',
  {
    addressHash: bytea().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [primaryKey({ columns: [t.addressHash, t.kind] })],
);

/** One row per user and week a digest was sent, so that none is sent twice. */
export const weeklyDigests = pgTable(
  'weekly_digests',
  {
    userId: cascadingUserId(),
    /** The Monday, on the user's calendar. */
    week: date({ mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.week] })],
);
