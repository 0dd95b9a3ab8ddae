// The lives of what is bought and paid (DESIGN §4), and which steps lead from one state to the next.

/** What can be sold today. Courses of the kind certification are courses here; the cart calls them certifications. */
export const SOLD_ITEMS = ['resource', 'course', 'bundle'] as const;
export type SoldItem = (typeof SOLD_ITEMS)[number];

export const ORDER_STATES = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'failed',
  'cancelled',
  'expired',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const ORDER_MOVES: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['paid', 'failed', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded', 'paid'],
  // The card was charged although the order had ended: the money goes back.
  failed: ['refunded'],
  cancelled: ['refunded'],
  expired: ['refunded'],
  // A bank may send a refund back: the money is ours again, and the order as it was.
  refunded: ['partially_refunded', 'paid'],
};

export function canOrderMove(from: OrderState, to: OrderState): boolean {
  return ORDER_MOVES[from].includes(to);
}

export const ORDER_STATE_LABELS: Readonly<Record<OrderState, string>> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  failed: 'Payment failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

/**
 * open: nothing was charged yet · requires_action: the bank wants to hear it from the buyer once more · processing: the
 * bank is deciding · set_aside: the gateway says something that does not fit the order; staff look at it.
 */
export const PAYMENT_STATES = [
  'open',
  'requires_action',
  'processing',
  'succeeded',
  'cancelled',
  'set_aside',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Those the reconciler still asks the gateway about. */
export const LIVE_PAYMENT_STATES = ['open', 'requires_action', 'processing'] as const;

export const REFUND_STATES = ['requested', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const GATEWAYS = ['sandbox', 'stripe'] as const;
export type GatewayName = (typeof GATEWAYS)[number];

export const ENROLMENT_STATES = ['active', 'suspended', 'completed', 'ended'] as const;
export type EnrolmentState = (typeof ENROLMENT_STATES)[number];

/**
 * Where money lies. Of seller_payable there is one for each seller · buyer_payable is on its way back · tax_payable is
 * owed to the state · disputed was taken by a bank that has not decided · in_transit is being paid out to a seller.
 */
export const LEDGER_ACCOUNTS = [
  'gateway',
  'platform_revenue',
  'seller_payable',
  'buyer_payable',
  'tax_payable',
  'disputed',
  'in_transit',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export const LEDGER_ACCOUNT_LABELS: Readonly<Record<LedgerAccount, string>> = {
  gateway: 'At the gateway',
  platform_revenue: 'Earned by the house',
  seller_payable: 'Owed to sellers',
  buyer_payable: 'Owed to buyers',
  tax_payable: 'Tax to pass on',
  disputed: 'Taken by banks in disputes',
  in_transit: 'On its way to sellers',
};

export const LEDGER_KINDS = [
  'sale',
  'refund',
  'refund_failed',
  'dispute',
  'payout',
  'payout_paid',
  'payout_failed',
  'reversal',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const LEDGER_KIND_LABELS: Readonly<Record<LedgerKind, string>> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund that failed',
  dispute: 'Dispute',
  payout: 'Payout begun',
  payout_paid: 'Payout arrived',
  payout_failed: 'Payout that failed',
  reversal: 'Payout taken back',
};

/** Why a payment was set aside for staff. */
export const PAYMENT_PROBLEMS = [
  'wrong_amount',
  'wrong_currency',
  'unknown_payment',
  'refund_failed',
] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

export const PAYMENT_PROBLEM_LABELS: Readonly<Record<PaymentProblem, string>> = {
  wrong_amount: 'Another amount than the order',
  wrong_currency: 'Another currency than the order',
  unknown_payment: 'No order of ours',
  refund_failed: 'A refund the gateway refused',
};
