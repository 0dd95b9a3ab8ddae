// States of a payment (DESIGN §4).

/**
 * open: nothing charged yet · requires_action: the bank wants the buyer's confirmation · processing: the bank is
 * deciding · set_aside: the gateway's report doesn't match the order; staff resolve it.
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

/** States the reconciler still checks at the gateway. */
export const LIVE_PAYMENT_STATES = ['open', 'requires_action', 'processing'] as const;

export const GATEWAYS = ['sandbox', 'stripe'] as const;

export type GatewayName = (typeof GATEWAYS)[number];
