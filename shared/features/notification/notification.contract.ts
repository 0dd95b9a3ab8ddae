// The bell and its settings. Everything is the viewer's own.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idSchema, idText } from '#shared/id.schema.ts';
import { NOTIFICATION_GROUPS, notificationKinds, type NotificationGroup } from './notification.rules.ts';

const kind = z.enum(notificationKinds);
const group = z.enum(Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[]);

const notificationSchema = z.object({
  id: z.int().describe('The latest of its group'),
  kind,
  group,
  title: z.string(),
  link: z.string().nullable().describe('A path of this site'),
  count: z.int().describe('How many are shown as this one'),
  isRead: z.boolean(),
  createdAt: z.string(),
});
export type Notification = z.output<typeof notificationSchema>;

export const listNotifications = defineContract({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List the viewer’s notifications, latest first; unread ones about the same object are one',
  access: 'signed-in',
  query: z.object({ before: idText.optional().describe('`next` of the previous page') }),
  response: z.object({
    items: z.array(notificationSchema),
    next: z.int().nullable(),
    unread: z.int(),
  }),
  errors: ['bad_request'],
});

export const markNotificationsRead = defineContract({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications and those shown with them as read, or all of them',
  access: 'signed-in',
  body: z
    .object({ ids: z.array(idSchema).min(1).max(100), all: z.literal(true) })
    .partial()
    .refine(({ ids, all }) => (ids !== undefined) !== (all !== undefined), 'Send either ids or all.'),
  response: z.object({ unread: z.int() }),
});

const settingSchema = z.object({
  kind,
  group,
  label: z.string(),
  hasBell: z.boolean().nullable().describe('Null: this kind has no bell'),
  hasEmail: z.boolean().nullable().describe('Null: this kind has no email'),
  isEmailFixed: z.boolean().describe('Receipts, security and legal emails can’t be turned off'),
});
export type NotificationSetting = z.output<typeof settingSchema>;

export const listNotificationSettings = defineContract({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'List how each kind of notification reaches the viewer',
  access: 'signed-in',
  response: z.object({ items: z.array(settingSchema) }),
});

export const updateNotificationSetting = defineContract({
  method: 'PATCH',
  path: '/api/notifications/settings',
  summary: 'Turn the bell or email of a kind on or off',
  access: 'signed-in',
  body: z
    .object({ kind, hasBell: z.boolean().optional(), hasEmail: z.boolean().optional() })
    .refine(({ hasBell, hasEmail }) => (hasBell ?? hasEmail) !== undefined, 'Say what to change.'),
  response: settingSchema,
  errors: ['unprocessable'],
});
