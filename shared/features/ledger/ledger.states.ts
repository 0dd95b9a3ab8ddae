// Accounts of the ledger and kinds of transactions.

/**
 * Where money lies. Of seller_payable there is one for each seller · buyer_payable is on its way back · tax_payable is
 * owed to the state · disputed was taken by a bank that has not decided · in_transit is being paid out to a seller.
 */
export const LEDGER_ACCOUNTS = [
  'gateway',
  'platform_revenue',
  'seller_payable',
  'buyer_payable',
  'tax_payable',
  'disputed',
  'in_transit',
] as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export const LEDGER_ACCOUNT_LABELS: Readonly<Record<LedgerAccount, string>> = {
  gateway: 'At the gateway',
  platform_revenue: 'Earned by the house',
  seller_payable: 'Owed to sellers',
  buyer_payable: 'Owed to buyers',
  tax_payable: 'Tax to pass on',
  disputed: 'Taken by banks in disputes',
  in_transit: 'On its way to sellers',
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
] as const;

export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const LEDGER_KIND_LABELS: Readonly<Record<LedgerKind, string>> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund that failed',
  dispute: 'Dispute',
  payout: 'Payout begun',
  payout_paid: 'Payout arrived',
  payout_failed: 'Payout that failed',
  reversal: 'Payout taken back',
};
