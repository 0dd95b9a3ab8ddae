// The states of a membership (DESIGN §4).

/**
 * incomplete: waits for its first payment · trialing: free for some days · active: paid · past_due: a payment failed
 * and is tried again, access continues · paused: no payments and no access until a date · cancelled: over.
 */
export const MEMBERSHIP_STATES = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'paused',
  'cancelled',
] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

export const MEMBERSHIP_STATE_LABELS: Readonly<Record<MembershipState, string>> = {
  incomplete: 'Waiting for payment',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment failed',
  paused: 'Paused',
  cancelled: 'Ended',
};

/** A user has at most one membership in these states. */
export const LIVE_MEMBERSHIP_STATES = ['incomplete', 'trialing', 'active', 'past_due', 'paused'] as const;

/** Prices, the library and the rest are open in these states. */
export const OPEN_MEMBERSHIP_STATES = ['trialing', 'active', 'past_due'] as const;

/** Days between the attempts to charge a card that was declined. After the last one the membership ends. */
export const RETRY_DAYS = [2, 5, 7, 7] as const;

/** A trial's reminder, and that of a yearly renewal. */
export const TRIAL_REMINDER_DAYS = 3;
export const YEARLY_REMINDER_DAYS = 14;

/** How long someone may take to pay for a new membership. */
export const INCOMPLETE_HOURS = 24;

export const MAX_PAUSE_MONTHS = 3;

/** paid: by card · gift: redeemed with a code · staff: given by staff. */
export const MEMBERSHIP_SOURCES = ['paid', 'gift', 'staff'] as const;
export type MembershipSource = (typeof MEMBERSHIP_SOURCES)[number];

/** start: the first · renewal · change: the difference when moving to a dearer plan · gift: paid by someone else. */
export const INVOICE_KINDS = ['start', 'renewal', 'change', 'gift'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** open: to be paid · paid · void: given up · refunded. */
export const INVOICE_STATES = ['open', 'paid', 'void', 'refunded'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** pending: not paid yet · ready: its code can be redeemed · redeemed · refunded: the code is void, and what it gave over. */
export const GIFT_STATES = ['pending', 'ready', 'redeemed', 'refunded'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

export const GIFT_STATE_LABELS: Readonly<Record<GiftState, string>> = {
  pending: 'Not paid',
  ready: 'Not redeemed',
  redeemed: 'Redeemed',
  refunded: 'Refunded',
};

export const GIFT_MONTHS = 12;
