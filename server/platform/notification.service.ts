// Who is notified of what, and how: the bell, email, or neither. Emails ask here before they are queued
// (mail.service.ts); `notifyUsers` is for what only the bell shows.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import {
  isNotificationKind,
  kindRules,
  type NotificationKind,
} from '#shared/features/notification/notification.rules.ts';
import { textForMail } from '#shared/line-of-text.ts';
import { publishLiveEvent } from './live-event.service.ts';
import {
  findReaders,
  insertMailOptOut,
  insertNotifications,
  markObjectRowsRead,
  upsertSetting,
} from './notification.queries.ts';
import { getSigningKey } from './settings.service.ts';

export type Notification = {
  kind: NotificationKind;
  /** One line, for the bell. */
  title: string;
  /** Where the bell leads: a path of this site. */
  link?: string | undefined;
  /** The object it is about. Unread notifications of a kind about the same object are shown as one. */
  about?: { type: string; id: number; title: string } | undefined;
  /** With a key, a user is notified once: a job that runs again finds it done. */
  key?: string | undefined;
};

type Recipient = { userId?: number | undefined; email?: string | undefined };

/** `isMailed` is false if they don't want the email, or had it before. */
type Recorded = { isMailed: boolean; userId: number | null };

/** Writes what the bell shows, and says who gets the email. The answers are in the order of the notifications. */
export async function recordNotifications(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  asked: readonly (Notification & Recipient)[],
): Promise<Recorded[]> {
  const readers = await findReaders(
    tx,
    asked.map(({ kind, userId, email }) => ({
      kind,
      userId: userId ?? null,
      emailKey: email === undefined ? null : identityKey(email),
      isConfirmedOnly: kindRules(kind).isToAddress ?? false,
      addressHash: email === undefined ? null : hashAddress(email),
    })),
  );
  const planned = asked.map((notification, at) => {
    const { kind, key } = notification;
    const reader = readers[at] ?? { userId: null, hasBell: false, hasEmail: true };
    const rules = kindRules(kind);
    const isInBell = rules.bell === 'optional' && reader.hasBell;
    const isStored = reader.userId !== null && (isInBell || key !== undefined);
    const isWanted = rules.email === 'always' || (rules.email === 'optional' && reader.hasEmail);
    const storedKey = key ?? randomUUID();
    return { notification, reader, isInBell, isStored, isWanted, storedKey };
  });
  const inserted = await insertNotifications(
    tx,
    planned.flatMap(({ notification, reader, isInBell, isStored, storedKey }) =>
      isStored && reader.userId !== null
        ? [{ ...toRow(notification, storedKey), userId: reader.userId, isInBell, createdAt: ctx.clock.now() }]
        : [],
    ),
  );
  return planned.map(({ notification: { kind }, reader: { userId }, isStored, isWanted, storedKey }) => ({
    isMailed: isWanted && (!isStored || inserted.has(`${userId} ${kind} ${storedKey}`)),
    userId,
  }));
}

/** For `insertNotificationSql`. */
export function notificationValue(notification: Notification & { userId: number }): string {
  return JSON.stringify({ ...toRow(notification, randomUUID()), userId: notification.userId });
}

const LONGEST_TITLE = 300;

function toRow({ kind, title, link, about }: Notification, key: string) {
  const isGrouped = about !== undefined && kindRules(kind).many !== undefined;
  return {
    kind,
    key,
    title: textForMail(title).slice(0, LONGEST_TITLE),
    link: link ?? null,
    objectType: about?.type ?? null,
    objectId: about?.id ?? null,
    objectTitle: about ? textForMail(about.title).slice(0, LONGEST_TITLE) : null,
    groupKey: isGrouped ? `${kind} ${about.type} ${about.id}` : `${kind} ${key}`,
  };
}

/** For kinds without email. Exists if and only if `tx` commits. */
export async function notifyUsers(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { userIds, ...notification }: Notification & { userIds: readonly number[] },
): Promise<void> {
  if (userIds.length === 0) return;
  await recordNotifications(
    ctx,
    tx,
    userIds.map((userId) => ({ ...notification, userId })),
  );
}

/** What a user has seen on its own page, such as a conversation they opened, is read in the bell too. */
export async function markObjectRead(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { userId, type, id }: { userId: number; type: string; id: number },
): Promise<void> {
  const now = ctx.clock.now();
  const count = await markObjectRowsRead(tx, { userId, objectType: type, objectId: id, now });
  if (count > 0) await tellBell(ctx, tx, userId);
}

/** The user's other tabs and devices update their bell. */
export function tellBell(ctx: Pick<AppContext, 'clock'>, tx: Tx, userId: number): Promise<void> {
  return publishLiveEvent(ctx, tx, { userIds: [userId], kind: 'notification', payload: {} });
}

/** `anna+one@` and `anna+two@` are the same mailbox. */
export function recipientKey(address: string): string {
  const [, local = '', domain = ''] = /^([^@]*)@(.*)$/.exec(identityKey(address)) ?? [];
  return `${local.replace(/(?<=.)\+.*/, '')}@${domain}`;
}

const hashAddress = (address: string): Buffer => createHash('sha256').update(recipientKey(address)).digest();

/** The page that turns off a kind of email without signing in, and takes the POST of mail programs (RFC 8058). */
const UNSUBSCRIBE_PAGE = '/unsubscribe';

/** Null for emails nobody can turn off; in the order of the emails. */
export async function unsubscribeUrls(
  ctx: Pick<AppContext, 'config'>,
  db: DbOrTx,
  mails: readonly { kind: NotificationKind; userId: number | null; to: string }[],
): Promise<(string | null)[]> {
  const isOptional = ({ kind }: { kind: NotificationKind }) => kindRules(kind).email === 'optional';
  const key = mails.some(isOptional) ? await getUnsubscribeKey(db) : null;
  return mails.map((mail) => {
    if (key === null || !isOptional(mail)) return null;
    const { kind, userId, to } = mail;
    const whose = userId === null ? `a${hashAddress(to).toString('base64url')}` : `u${userId}`;
    const signature = sign(key, `${kind}.${whose}`);
    return `${ctx.config.publicUrl}${UNSUBSCRIBE_PAGE}?token=${kind}.${whose}.${signature}`;
  });
}

const getUnsubscribeKey = (db: DbOrTx) => getSigningKey({ db }, 'unsubscribe');

const sign = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, 32);

const TOKEN = /^([a-z-]{1,40})\.(?:u(\d{1,9})|a([\w-]{43}))\.([\w-]{32})$/;

/** Safe to repeat: mail programs and people press twice. Links in old emails keep working. */
export async function unsubscribe(ctx: AppContext, token: string): Promise<NotificationKind> {
  const [, kind = '', userId, address, signature = ''] = TOKEN.exec(token) ?? [];
  const signed = token.slice(0, -signature.length - 1);
  const expected = sign(await getUnsubscribeKey(ctx.db), signed);
  const isGenuine =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  if (!isGenuine || !isNotificationKind(kind)) {
    throw new AppError(
      'not_found',
      'This link is incomplete. Open the one in the email again, or choose your emails under Notifications.',
    );
  }
  if (userId !== undefined) await upsertSetting(ctx.db, { userId: Number(userId), kind, hasEmail: false });
  else if (address !== undefined) {
    const addressHash = Buffer.from(address, 'base64url');
    await insertMailOptOut(ctx.db, { addressHash, kind, createdAt: ctx.clock.now() });
  }
  return kind;
}
