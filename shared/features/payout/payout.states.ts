// The states of earnings, payouts, reversals and payout accounts (DESIGN §4).

/** As stored. Waiting earnings are pending until their refund window is over, then available: a matter of the date, not a job. */
export const EARNING_STATES = ['waiting', 'held', 'processing', 'paid'] as const;
export type EarningState = (typeof EARNING_STATES)[number];

/** As shown. `returned`: fully refunded. */
export const EARNING_VIEW_STATES = [
  'pending',
  'available',
  'held',
  'processing',
  'paid',
  'returned',
] as const;
export type EarningViewState = (typeof EARNING_VIEW_STATES)[number];

export const EARNING_VIEW_STATE_LABELS: Readonly<Record<EarningViewState, string>> = {
  pending: 'Pending',
  available: 'Available',
  held: 'On hold',
  processing: 'Processing',
  paid: 'Paid out',
  returned: 'Refunded',
};

export function toEarningViewState(
  earning: { state: EarningState; shareCents: number; returnedCents: number; availableAt: Date },
  now: Date,
): EarningViewState {
  const { state, shareCents, returnedCents, availableAt } = earning;
  if (state !== 'paid' && returnedCents === shareCents) return 'returned';
  if (state !== 'waiting') return state;
  return availableAt <= now ? 'available' : 'pending';
}

export const PAYOUT_STATES = ['processing', 'paid', 'failed'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export const PAYOUT_STATE_LABELS: Readonly<Record<PayoutState, string>> = {
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
};

/** Takes money back from a payout account after a refund. */
export const REVERSAL_STATES = ['requested', 'succeeded', 'failed'] as const;
export type ReversalState = (typeof REVERSAL_STATES)[number];

/** started: the seller hasn't finished onboarding · restricted: the gateway needs more · ready: payouts work. */
export const PAYOUT_ACCOUNT_STATES = ['started', 'restricted', 'ready'] as const;
export type PayoutAccountState = (typeof PAYOUT_ACCOUNT_STATES)[number];

/** Why a seller isn't paid now. */
export const PAYOUT_BLOCKS = [
  'on_hold',
  'shop_closed',
  'no_account',
  'account_started',
  'account_restricted',
  'in_progress',
  'nothing_due',
  'below_minimum',
] as const;
export type PayoutBlock = (typeof PAYOUT_BLOCKS)[number];

/** Payouts run every day at this hour (UTC). */
export const PAYOUT_HOUR = 6;
