// States of an order (DESIGN §4) and the moves between them, and what can be sold.

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
