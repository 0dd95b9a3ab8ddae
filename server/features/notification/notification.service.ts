// The bell: what a user was notified of, and their settings.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  countUnreadNotifications,
  listNotificationRows,
  listSettingRows,
  markNotificationsRead as markRowsRead,
  upsertSetting,
  type SettingChange,
} from '#server/platform/notification.queries.ts';
import { tellBell } from '#server/platform/notification.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type {
  Notification,
  NotificationSetting,
} from '#shared/features/notification/notification.contract.ts';
import {
  kindRules,
  notificationKinds,
  NOTIFICATIONS_PER_PAGE,
  titleOfGroup,
  type NotificationKind,
} from '#shared/features/notification/notification.rules.ts';
import { rolesOf } from '#shared/roles.ts';

export async function listNotifications(
  ctx: AppContext,
  viewer: Viewer,
  { before }: { before?: number | undefined },
): Promise<{ items: Notification[]; next: number | null; unread: number }> {
  const whose = { userId: viewer.id };
  const [rows, unread] = await Promise.all([
    listNotificationRows(ctx.db, { ...whose, before, limit: NOTIFICATIONS_PER_PAGE + 1 }),
    countUnreadNotifications(ctx.db, whose),
  ]);
  const shown = rows.slice(0, NOTIFICATIONS_PER_PAGE);
  const items = shown.map(({ objectTitle: about, title, createdAt, ...row }) => ({
    ...row,
    group: kindRules(row.kind).group,
    title: titleOfGroup(row.kind, { count: row.count, title, about }),
    createdAt: createdAt.toISOString(),
  }));
  return { items, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null, unread };
}

export async function markNotificationsRead(
  ctx: AppContext,
  viewer: Viewer,
  { ids }: { ids?: number[] | undefined },
): Promise<{ unread: number }> {
  const userId = viewer.id;
  await inTransaction(ctx.db, async (tx) => {
    const count = await markRowsRead(tx, { userId, ids: ids ?? null, now: ctx.clock.now() });
    if (count > 0) await tellBell(ctx, tx, userId);
  });
  return { unread: await countUnreadNotifications(ctx.db, { userId }) };
}

export async function listNotificationSettings(
  ctx: AppContext,
  viewer: Viewer,
): Promise<{ items: NotificationSetting[] }> {
  const rows = await listSettingRows(ctx.db, { userId: viewer.id });
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  const roles = rolesOf(viewer);
  const items = notificationKinds
    .filter((kind) => {
      const { bell, email, roles: meant } = kindRules(kind);
      const isChoice = bell === 'optional' || email === 'optional';
      return isChoice && (!meant || meant.some((role) => roles.includes(role)));
    })
    .map((kind) => toSetting(kind, chosen.get(kind)));
  return { items };
}

type Chosen = { hasBell: boolean; hasEmail: boolean };

function toSetting(
  kind: NotificationKind,
  { hasBell, hasEmail }: Chosen = { hasBell: true, hasEmail: true },
): NotificationSetting {
  const { bell, email, label, group } = kindRules(kind);
  return {
    kind,
    group,
    label,
    hasBell: bell === 'never' ? null : hasBell,
    hasEmail: email === 'never' ? null : hasEmail || email === 'always',
    isEmailFixed: email === 'always',
  };
}

export async function updateNotificationSetting(
  ctx: AppContext,
  viewer: Viewer,
  { kind, hasBell, hasEmail }: SettingChange,
): Promise<NotificationSetting> {
  const { bell, email } = kindRules(kind);
  if (hasEmail !== undefined && email !== 'optional') {
    throw new AppError('unprocessable', 'These emails can’t be turned on or off.');
  }
  if (hasBell !== undefined && bell !== 'optional') {
    throw new AppError('unprocessable', 'The bell never shows these.');
  }
  await upsertSetting(ctx.db, { userId: viewer.id, kind, hasBell, hasEmail });
  const rows = await listSettingRows(ctx.db, { userId: viewer.id });
  return toSetting(
    kind,
    rows.find((row) => row.kind === kind),
  );
}
