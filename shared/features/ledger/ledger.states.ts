// Ledger accounts and transaction kinds.

/**
 * seller_payable: one per seller · buyer_payable: being refunded · tax_payable: owed to the tax office · disputed: held by a
 * bank during a dispute · in_transit: being paid out to a seller · booking_credit: what members paid with credit, which
 * costs the platform.
 */
export const LEDGER_ACCOUNTS = [
  'gateway',
  'platform_revenue',
  'seller_payable',
  'buyer_payable',
  'tax_payable',
  'disputed',
  'in_transit',
  'booking_credit',
] as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export const LEDGER_ACCOUNT_LABELS: Readonly<Record<LedgerAccount, string>> = {
  gateway: 'At the gateway',
  platform_revenue: 'Platform revenue',
  seller_payable: 'Owed to sellers',
  buyer_payable: 'Owed to buyers',
  tax_payable: 'Tax payable',
  disputed: 'Held in disputes',
  in_transit: 'In transit to sellers',
  booking_credit: 'Paid with booking credit',
};

export const LEDGER_KINDS = [
  'sale',
  'refund',
  'refund_failed',
  'dispute',
  'payout',
  'payout_paid',
  'payout_failed',
  'reversal',
  'member_share',
] as const;

export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const LEDGER_KIND_LABELS: Readonly<Record<LedgerKind, string>> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_failed: 'Failed refund',
  dispute: 'Dispute',
  payout: 'Payout started',
  payout_paid: 'Payout completed',
  payout_failed: 'Failed payout',
  reversal: 'Payout reversal',
  member_share: 'Share of memberships',
};
