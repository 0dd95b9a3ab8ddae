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
  wrong_amount: 'Another amount than the order',
  wrong_currency: 'Another currency than the order',
  unknown_payment: 'No order of ours',
  refund_failed: 'A refund the gateway refused',
};
