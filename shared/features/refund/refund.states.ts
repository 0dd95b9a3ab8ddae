// The states of refunds, refund requests and disputes (DESIGN §4).

/** outside: made at the gateway directly, and recorded like any other. undo: the order couldn't be completed. */
export const REFUND_KINDS = ['whole', 'line', 'amount', 'outside', 'undo'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

export const REFUND_REQUEST_STATES = ['asked', 'approved', 'declined', 'withdrawn'] as const;
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number];

export const REFUND_REQUEST_LABELS: Readonly<Record<RefundRequestState, string>> = {
  asked: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/**
 * The bank decides, and may change its mind: any state may follow any other. Only the gateway's current answer
 * counts, not the order in which events arrive.
 */
export const DISPUTE_STATES = ['open', 'under_review', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const DISPUTE_STATE_LABELS: Readonly<Record<DisputeState, string>> = {
  open: 'Open',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
};

/** Earnings of a disputed order aren't paid out. */
export function isDisputeOpen(state: DisputeState): boolean {
  return state === 'open' || state === 'under_review';
}

export const REFUND_STATES = ['requested', 'succeeded', 'failed'] as const;

export type RefundState = (typeof REFUND_STATES)[number];
