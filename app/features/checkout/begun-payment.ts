// A payment that waits for a card, between the steps of the checkout: for this tab only, and only until it is paid.

const NAME = 'releve.begun-payment';

export type BegunPayment = {
  orderId: number;
  clientSecret: string;
  amount: string;
  items: readonly { itemType: string; itemId: number }[];
};

export function rememberPayment(payment: BegunPayment): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(payment));
  } catch {
    // The next page then asks to begin again.
  }
}

/** Null: another order, or none. */
export function readPayment(orderId: number): BegunPayment | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<BegunPayment> | null;
    const isWhole = typeof kept?.clientSecret === 'string' && typeof kept.amount === 'string';
    return kept?.orderId === orderId && isWhole && Array.isArray(kept.items) ? (kept as BegunPayment) : null;
  } catch {
    return null;
  }
}

export function forgetPayment(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}
