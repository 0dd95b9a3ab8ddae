// Order states and transitions (DESIGN §4).
import { MAX_ID } from '#shared/ids.ts';

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

export const ORDER_TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['paid', 'failed', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded', 'paid'],
  // The card was charged after the order had ended, so the money is refunded.
  failed: ['refunded'],
  cancelled: ['refunded'],
  expired: ['refunded'],
  // A bank may return a refund: we have the money again, and the order returns to its earlier state.
  refunded: ['partially_refunded', 'paid'],
};

export function canOrderTransition(from: OrderState, to: OrderState): boolean {
  return ORDER_TRANSITIONS[from].includes(to);
}

export const ORDER_STATE_LABELS: Readonly<Record<OrderState, string>> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  failed: 'Payment failed',
  cancelled: 'Canceled',
  expired: 'Expired',
};

/** Accepts “RV-000017”, “rv 17”, “#17” and “17”; null if it can't be an order number. */
export function orderIdIn(typed: string): number | null {
  const digits = /^\s*(?:rv[-\s]?|#)?0*(\d{1,10})\s*$/i.exec(typed)?.[1];
  const id = Number(digits);
  return id >= 1 && id <= MAX_ID ? id : null;
}
