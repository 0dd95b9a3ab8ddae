// Notifications and their settings in SQL.
import { and, count, desc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import {
  mailOptOuts,
  notifications,
  notificationSettings,
  weeklyDigests,
} from '#server/db/schema/platform-notification.ts';
import type { NotificationKind } from '#shared/features/notification/notification.rules.ts';

/** One per email or notification: who it may be for. */
export type ReaderQuestion = {
  kind: NotificationKind;
  /** The recipient, if the caller knows it; otherwise found by the address. */
  userId: number | null;
  emailKey: string | null;
  isConfirmedOnly: boolean;
  addressHash: Buffer | null;
};

/** `userId` is null for an address without an account. */
export type Reader = { userId: number | null; hasBell: boolean; hasEmail: boolean };

const given = sql.placeholder;

const findReadersStatement = preparedSql<Reader & { at: number }>(
  'notification_readers',
  sql`
    select asked.at::int as at, coalesce(known.id, found.id) as "userId",
      coalesce(settings.has_bell, true) as "hasBell",
      coalesce(settings.has_email, opt_outs.address_hash is null) as "hasEmail"
    from unnest(${given('kinds')}::text[], ${given('userIds')}::int[], ${given('emailKeys')}::text[],
      ${given('confirmedOnly')}::boolean[], ${given('addressHashes')}::text[])
      with ordinality as asked (kind, user_id, email_key, is_confirmed_only, address_hash, at)
    left join users known on known.id = asked.user_id and known.state <> 'deleted'
    left join users found on asked.user_id is null and found.email_key = asked.email_key
      and found.state <> 'deleted' and (found.email_verified_at is not null or not asked.is_confirmed_only)
    left join notification_settings settings
      on settings.user_id = coalesce(known.id, found.id) and settings.kind = asked.kind
    left join mail_opt_outs opt_outs
      on known.id is null and found.id is null
      and opt_outs.address_hash = decode(asked.address_hash, 'hex') and opt_outs.kind = asked.kind
    order by asked.at`,
);

/** In the order of the questions. */
export function findReaders(db: DbOrTx, questions: readonly ReaderQuestion[]): Promise<Reader[]> {
  return findReadersStatement(db, {
    kinds: questions.map(({ kind }) => kind),
    userIds: questions.map(({ userId }) => userId),
    emailKeys: questions.map(({ emailKey }) => emailKey),
    confirmedOnly: questions.map(({ isConfirmedOnly }) => isConfirmedOnly),
    addressHashes: questions.map(({ addressHash }) => addressHash?.toString('hex') ?? null),
  });
}

export type NewNotification = typeof notifications.$inferInsert;

/** Those that were new, as `user kind key`. */
export async function insertNotifications(tx: Tx, rows: readonly NewNotification[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await tx
    .insert(notifications)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ userId: notifications.userId, kind: notifications.kind, key: notifications.key });
  return new Set(inserted.map(({ userId, kind, key }) => `${userId} ${kind} ${key}`));
}

/** Part of a statement (placeholders notification and now): shows it to its user, unless it is null or they turned its kind off. */
export const insertNotificationSql = sql`shown as (
      insert into notifications (user_id, kind, key, title, link, group_key, is_in_bell, created_at)
      select u.id, n.kind, n.key, n.title, n.link, n."groupKey", true, ${given('now')}::timestamptz
      from due, jsonb_to_record(${given('notification')}::jsonb)
        as n("userId" int, kind text, key text, title text, link text, "groupKey" text)
      join users u on u.id = n."userId" and u.state <> 'deleted'
      where not exists (
        select from notification_settings s where s.user_id = u.id and s.kind = n.kind and not s.has_bell)
    )`;

export type NotificationRow = {
  id: number;
  kind: NotificationKind;
  title: string;
  link: string | null;
  objectTitle: string | null;
  count: number;
  isRead: boolean;
  createdAt: Date;
};

/** Latest first. Unread ones of a group are one row, and so are those that were read together. */
export async function listNotificationRows(
  db: DbOrTx,
  { userId, before, limit }: { userId: number; before?: number | undefined; limit: number },
): Promise<NotificationRow[]> {
  const groups = db
    .select({
      id: sql<number>`max(${notifications.id})`.as('latest_id'),
      count: count().as('group_size'),
    })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.isInBell, true)))
    .groupBy(notifications.groupKey, notifications.readAt)
    .as('groups');
  const { id, kind, title, link, objectTitle, createdAt } = notifications;
  return db
    .select({
      id,
      kind,
      title,
      link,
      objectTitle,
      count: groups.count,
      isRead: sql<boolean>`${notifications.readAt} is not null`,
      createdAt,
    })
    .from(groups)
    .innerJoin(notifications, eq(notifications.id, groups.id))
    .where(before === undefined ? undefined : sql`${groups.id} < ${before}`)
    .orderBy(desc(notifications.id))
    .limit(limit);
}

export async function countUnreadNotifications(db: DbOrTx, { userId }: { userId: number }): Promise<number> {
  const [row] = await db
    .select({ unread: sql<number>`count(distinct ${notifications.groupKey})::int` })
    .from(notifications)
    .where(
      and(eq(notifications.userId, userId), eq(notifications.isInBell, true), isNull(notifications.readAt)),
    );
  return row?.unread ?? 0;
}

/** With the unread ones of the same groups. Without ids, all of them. Returns how many. */
export async function markNotificationsRead(
  tx: Tx,
  { userId, ids, now }: { userId: number; ids: readonly number[] | null; now: Date },
): Promise<number> {
  const isMeant =
    ids &&
    sql`exists (
      select from notifications named
      where named.user_id = ${userId} and named.id in ${[...ids]}
        and named.group_key = ${notifications.groupKey} and ${notifications.id} <= named.id)`;
  const { rowCount } = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), isMeant ?? undefined));
  return rowCount ?? 0;
}

/** What a user has seen elsewhere, such as a conversation they opened. Returns how many. */
export async function markObjectRowsRead(
  tx: Tx,
  { userId, objectType, objectId, now }: { userId: number; objectType: string; objectId: number; now: Date },
): Promise<number> {
  const { rowCount } = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        eq(notifications.objectType, objectType),
        eq(notifications.objectId, objectId),
      ),
    );
  return rowCount ?? 0;
}

export async function listSettingRows(db: DbOrTx, { userId }: { userId: number }) {
  const { kind, hasBell, hasEmail } = notificationSettings;
  return db
    .select({ kind, hasBell, hasEmail })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
}

/** On unless they turned it off. */
export async function isEmailWanted(
  db: DbOrTx,
  { userId, kind }: { userId: number; kind: NotificationKind },
): Promise<boolean> {
  const rows = await listSettingRows(db, { userId });
  return rows.find((row) => row.kind === kind)?.hasEmail ?? true;
}

export type SettingChange = {
  kind: NotificationKind;
  hasBell?: boolean | undefined;
  hasEmail?: boolean | undefined;
};

export async function upsertSetting(
  db: DbOrTx,
  { userId, kind, hasBell, hasEmail }: SettingChange & { userId: number },
): Promise<void> {
  const change = { ...(hasBell !== undefined && { hasBell }), ...(hasEmail !== undefined && { hasEmail }) };
  await db
    .insert(notificationSettings)
    .values({ userId, kind, ...change })
    .onConflictDoUpdate({ target: [notificationSettings.userId, notificationSettings.kind], set: change });
}

export async function insertMailOptOut(
  db: DbOrTx,
  values: { addressHash: Buffer; kind: NotificationKind; createdAt: Date },
): Promise<void> {
  await db.insert(mailOptOuts).values(values).onConflictDoNothing();
}

export type DigestReader = { userId: number; week: string; email: string; firstName: string };

const MONDAY = 1;
const DIGEST_HOUR = 7;

/** Users for whom it is Monday after seven, with something unread, who had no digest this week. */
export async function listDigestReaders(
  db: DbOrTx,
  { now, since, after, limit }: { now: Date; since: Date; after: number; limit: number },
): Promise<DigestReader[]> {
  const { rows } = await db.execute<DigestReader>(sql`
    with zones as materialized (
      -- PostgreSQL may not know every zone a browser knows.
      select name from pg_timezone_names
    ), readers as materialized (
      select distinct n.user_id from notifications n
      where n.read_at is null and n.is_in_bell and n.created_at > ${since} and n.user_id > ${after}
    ), local as materialized (
      select users.id, users.email, users.first_name, 
        ${now}::timestamptz at time zone coalesce(zones.name, 'UTC') as clock
      from readers
      join users on users.id = readers.user_id and users.state = 'active' and users.email_verified_at is not null
      left join zones on zones.name = users.time_zone
      where not exists (select from notification_settings s
        where s.user_id = users.id and s.kind = 'weekly-digest' and not s.has_email)
    )
    select id as "userId", clock::date::text as week, email, first_name as "firstName"
    from local
    where extract(isodow from clock) = ${MONDAY} and extract(hour from clock) >= ${DIGEST_HOUR}
      and not exists (select from weekly_digests d where d.user_id = local.id and d.week = local.clock::date)
    order by id
    limit ${limit}`);
  return rows;
}

/** False if it was sent before. */
export async function insertDigest(tx: Tx, values: { userId: number; week: string }): Promise<boolean> {
  const inserted = await tx
    .insert(weeklyDigests)
    .values(values)
    .onConflictDoNothing()
    .returning({ userId: weeklyDigests.userId });
  return inserted.length > 0;
}

export async function insertDigestsOfAll(db: DbOrTx, { now }: { now: Date }): Promise<void> {
  await db.execute(sql`
    insert into weekly_digests (user_id, week)
    -- Where Monday comes first.
    select id, date_trunc('week', ${now}::timestamptz at time zone 'Pacific/Kiritimati')::date from users
    on conflict do nothing`);
}

/** The groups of unread ones since then, latest first. */
export async function listUnreadSince(db: DbOrTx, { userId, since }: { userId: number; since: Date }) {
  const rows = await listNotificationRows(db, { userId, limit: 200 });
  return rows.filter(({ isRead, createdAt }) => !isRead && createdAt > since);
}
