// States of an order (DESIGN §4) and the moves between them, and what can be sold.
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
  // The card was charged although the order had ended: the money goes back.
  failed: ['refunded'],
  cancelled: ['refunded'],
  expired: ['refunded'],
  // A bank may send a refund back: the money is ours again, and the order as it was.
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
  cancelled: 'Cancelled',
  expired: 'Expired',
};

/** “RV-000017”, “rv 17”, “#17” or “17”; null: no such number can be. */
export function orderIdIn(typed: string): number | null {
  const digits = /^\s*(?:rv[-\s]?|#)?0*(\d{1,10})\s*$/i.exec(typed)?.[1];
  const id = Number(digits);
  return id >= 1 && id <= MAX_ID ? id : null;
}
