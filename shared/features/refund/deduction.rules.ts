// What a bundle costs less for what its buyer had paid for before, and what that means when money goes back
// (docs/decisions/020).

/**
 * planned: its order is not paid yet. standing: what it holds of the source is not refunded. released: the bundle was
 * refunded. void: the source's money is gone (a lost dispute, a refund made at the gateway), so the bundle no longer
 * gives what the deduction paid for.
 */
export const DEDUCTION_STATES = ['planned', 'standing', 'released', 'void'] as const;
export type DeductionState = (typeof DEDUCTION_STATES)[number];

/** Shown wherever a deduction is offered or may follow. */
export const DEDUCTION_RULE =
  'What you paid for something counts toward a bundle that contains it. If you refund it while you keep the bundle, you get back what you paid less what counted.';
