// Every kind of notification: what it is called in the settings, and how it may reach its reader.
import type { Role } from '#shared/roles.ts';

export const NOTIFICATION_GROUPS = {
  messages: 'Messages',
  orders: 'Orders',
  courses: 'Courses',
  certificates: 'Certificates',
  sessions: 'Sessions',
  store: 'Selling',
  account: 'Account',
} as const;
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;

type KindRules = {
  label: string;
  group: NotificationGroup;
  /** `always`: receipts, security and legal emails, which nobody can turn off. */
  email: 'optional' | 'always' | 'never';
  bell: 'optional' | 'never';
  /** Several unread ones about the same object are shown as one: “3 new questions in Ballet 1”. */
  many?: string;
  /**
   * Sent to an address that someone else typed in. It belongs to an account only once the account has confirmed the
   * address; otherwise anyone could register with it and read along.
   */
  isToAddress?: boolean;
  /** Only for users with one of these roles; absent: for everyone. */
  roles?: readonly Role[];
};

const optional = { email: 'optional', bell: 'optional' } as const;
const mandatory = { email: 'always', bell: 'optional' } as const;
const selling = { group: 'store', roles: ['seller', 'instructor'] } as const;
const emailOnly = { email: 'always', bell: 'never' } as const;

export const NOTIFICATION_KINDS = {
  'new-message': { ...optional, group: 'messages', label: 'New messages while you’re away' },
  'support-answer': { ...mandatory, group: 'messages', label: 'Answers from support' },
  'support-guest': { ...emailOnly, group: 'messages', label: 'Questions to support without an account' },
  'order-receipt': { ...mandatory, group: 'orders', label: 'Receipts', isToAddress: true },
  'order-refund': { ...mandatory, group: 'orders', label: 'Refunds', isToAddress: true },
  'order-links': { ...emailOnly, group: 'orders', label: 'Links to orders placed as a guest' },
  'access-granted': { ...optional, group: 'orders', label: 'Gifts and access from our staff' },
  'new-version': { ...optional, group: 'orders', label: 'New versions of what you own' },
  'seller-announcement': {
    ...optional,
    group: 'orders',
    label: 'Announcements from sellers whose resources you have',
  },
  'store-announcement': { ...optional, group: 'orders', label: 'Announcements from stores you follow' },
  'seat-invitation': {
    ...optional,
    group: 'orders',
    label: 'Invitations to a seat in a studio licence',
    isToAddress: true,
  },
  'seat-ended': { ...optional, group: 'orders', label: 'Seats that end', isToAddress: true },
  'seat-returned': { ...optional, group: 'orders', label: 'Seats that are free again' },
  'cart-reminder': {
    email: 'optional',
    bell: 'never',
    group: 'orders',
    label: 'A reminder of what’s in your cart',
  },
  'membership-change': { ...mandatory, group: 'orders', label: 'Your membership: trial, payments, end' },
  'booking-credit': { ...optional, group: 'orders', label: 'Booking credit that is about to end' },
  'membership-gift': { ...mandatory, group: 'orders', label: 'A membership as a gift', isToAddress: true },
  'course-invitation': { ...optional, group: 'courses', label: 'Invitations to courses', isToAddress: true },
  'course-announcement': { ...optional, group: 'courses', label: 'Announcements from your instructors' },
  'course-added': { ...optional, group: 'courses', label: 'Courses an instructor adds for you' },
  'course-grade': { ...optional, group: 'courses', label: 'Feedback on your work' },
  'course-assessment': { ...optional, group: 'courses', label: 'Live assessments' },
  'course-answer': {
    ...optional,
    group: 'courses',
    label: 'Answers to your questions',
    many: 'new answers in',
  },
  'course-question': {
    ...optional,
    group: 'courses',
    label: 'Questions in courses you teach',
    many: 'new questions in',
    roles: ['instructor'],
  },
  'course-published': {
    ...optional,
    group: 'courses',
    label: 'Changes to courses that go live as planned',
    roles: ['instructor', 'admin'],
  },
  'certificate-issued': { ...optional, group: 'certificates', label: 'New and renewed certificates' },
  'certificate-expiring': { ...optional, group: 'certificates', label: 'Certificates about to expire' },
  'certificate-revoked': { ...mandatory, group: 'certificates', label: 'Revoked certificates' },
  'certificate-reinstated': {
    ...mandatory,
    group: 'certificates',
    label: 'Certificates that count again after a refund',
  },
  'credit-decision': { ...optional, group: 'certificates', label: 'Decisions about credit hours' },
  'booking-request': { ...optional, group: 'sessions', label: 'Requests and answers to them' },
  'booking-change': { ...optional, group: 'sessions', label: 'Booked, moved and canceled sessions' },
  'booking-reminder': { ...optional, group: 'sessions', label: 'Reminders before a session' },
  'booking-waitlist': { ...optional, group: 'sessions', label: 'Free times you’re on the waitlist for' },
  'booking-review': { ...optional, group: 'sessions', label: 'Reviews after a session' },
  'resource-decision': { ...optional, ...selling, label: 'Reviews of what you submit' },
  'rights-notice': { ...mandatory, ...selling, label: 'Rights notices' },
  'sale-refund': { ...optional, ...selling, label: 'Refunds and disputes of your sales' },
  'seller-state': { ...mandatory, ...selling, label: 'Your store suspended or restored' },
  'payout-paid': { ...optional, ...selling, label: 'Payouts' },
  'payout-problem': { ...mandatory, ...selling, label: 'Payouts that fail or are on hold' },
  'application-decision': { ...optional, group: 'account', label: 'Your applications' },
  'instructor-state': {
    ...mandatory,
    group: 'account',
    label: 'Your Connect profile suspended or restored',
    roles: ['instructor'],
  },
  'account-security': { ...mandatory, group: 'account', label: 'Security of your account' },
  'account-link': { ...emailOnly, group: 'account', label: 'Links to sign in or confirm an address' },
  'account-state': { ...emailOnly, group: 'account', label: 'Your account suspended, restored or deleted' },
  'weekly-digest': {
    email: 'optional',
    bell: 'never',
    group: 'account',
    label: 'A weekly summary of what you haven’t read',
  },
} as const satisfies Record<string, KindRules>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const kindRules = (kind: NotificationKind): KindRules => NOTIFICATION_KINDS[kind];

export const notificationKinds = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

export const isNotificationKind = (text: string): text is NotificationKind =>
  Object.hasOwn(NOTIFICATION_KINDS, text);

/** “3 new questions in Ballet 1”, or the title of the only one. */
export function titleOfGroup(
  kind: NotificationKind,
  { count, title, about }: { count: number; title: string; about: string | null },
): string {
  const { many } = kindRules(kind);
  return many && count > 1 && about ? `${count} ${many} ${about}` : title;
}

/** Older ones are deleted. */
export const NOTIFICATION_DAYS = 180;
export const NOTIFICATIONS_PER_PAGE = 30;
