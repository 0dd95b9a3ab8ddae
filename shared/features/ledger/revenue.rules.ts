// What a page of figures says of the books: each figure is a sum over accounts and kinds, positive as people think of it.
import type { RevenueFigure } from './revenue.contract.ts';
import type { LedgerAccount, LedgerKind } from './ledger.states.ts';

type Booked = { account: LedgerAccount; kind: LedgerKind; cents: number };

/**
 * Money of orders that came to nothing goes through buyer_payable, and never was a sale or a refund: there it is taken
 * off again. While a dispute is open its money is only elsewhere; it is lost once it is in neither place.
 */
export function figuresOf(rows: readonly Booked[]): Record<Exclude<RevenueFigure, 'discounts'>, number> {
  const sum = (accounts: readonly LedgerAccount[], kinds?: readonly LedgerKind[]) =>
    rows
      .filter(({ account, kind }) => accounts.includes(account) && (!kinds || kinds.includes(kind)))
      .reduce((total, { cents }) => total + cents, 0);
  return {
    sales: sum(['gateway', 'buyer_payable'], ['sale']),
    fees: positive(-sum(['platform_revenue'])),
    refunds: positive(-sum(['gateway', 'buyer_payable'], ['refund', 'refund_failed'])),
    disputes: positive(-sum(['gateway', 'disputed'], ['dispute'])),
    tax: positive(-sum(['tax_payable'])),
    payouts: positive(-sum(['gateway'], ['payout_paid', 'reversal'])),
  };
}

/** No minus before a zero. */
function positive(cents: number): number {
  return cents === 0 ? 0 : cents;
}
