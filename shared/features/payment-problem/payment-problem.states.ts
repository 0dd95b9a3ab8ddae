// The kinds of payment problems.

/** Why a payment needs staff. */
export const PAYMENT_PROBLEMS = [
  'wrong_amount',
  'wrong_currency',
  'unknown_payment',
  'refund_failed',
] as const;

export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

export const PAYMENT_PROBLEM_LABELS: Readonly<Record<PaymentProblem, string>> = {
  wrong_amount: 'Wrong amount',
  wrong_currency: 'Wrong currency',
  unknown_payment: 'No matching order',
  refund_failed: 'Refund failed at the gateway',
};
