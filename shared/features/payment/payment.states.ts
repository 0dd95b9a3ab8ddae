// States of a payment (DESIGN §4).

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

export const GATEWAYS = ['sandbox', 'stripe'] as const;

export type GatewayName = (typeof GATEWAYS)[number];
