// A payment that waits for a card, between the steps of the checkout: for this tab only, and only until it is paid.

const NAME = 'releve.begun-payment';

export type StoredPayment = {
  orderId: number;
  clientSecret: string;
  amount: string;
  items: readonly { itemType: string; itemId: number }[];
};

export function rememberPayment(payment: StoredPayment): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(payment));
  } catch {
    // The next page then asks to begin again.
  }
}

/** Null: another order, or none. */
export function getStoredPayment(orderId: number): StoredPayment | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<StoredPayment> | null;
    const isWhole = typeof kept?.clientSecret === 'string' && typeof kept.amount === 'string';
    return kept?.orderId === orderId && isWhole && Array.isArray(kept.items) ? (kept as StoredPayment) : null;
  } catch {
    return null;
  }
}

export function clearStoredPayment(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}
