// The lives of refunds, of what buyers ask for, and of disputes (DESIGN §4).

/** outside: made at the gateway itself, not here; it is recorded like any other. undo: the order came to nothing. */
export const REFUND_KINDS = ['whole', 'line', 'amount', 'outside', 'undo'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

export const REFUND_REQUEST_STATES = ['asked', 'approved', 'declined', 'withdrawn'] as const;
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number];

export const REFUND_REQUEST_LABELS: Readonly<Record<RefundRequestState, string>> = {
  asked: 'Waiting for an answer',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/**
 * The bank decides, and may change its mind: any state may follow any other. What counts is what the gateway says now,
 * not the order in which it was heard.
 */
export const DISPUTE_STATES = ['open', 'under_review', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const DISPUTE_STATE_LABELS: Readonly<Record<DisputeState, string>> = {
  open: 'Open',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
};

/** While it lasts, the money of its lines is not paid out. */
export function isDisputeOpen(state: DisputeState): boolean {
  return state === 'open' || state === 'under_review';
}

export const REFUND_STATES = ['requested', 'succeeded', 'failed'] as const;

export type RefundState = (typeof REFUND_STATES)[number];
