// A pending payment between the checkout steps: stored for this tab, until it is paid.

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
    // Then the next page asks to start over.
  }
}

/** Null: another order, or none. */
export function getStoredPayment(orderId: number): StoredPayment | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<StoredPayment> | null;
    const isWhole = typeof stored?.clientSecret === 'string' && typeof stored.amount === 'string';
    return stored?.orderId === orderId && isWhole && Array.isArray(stored.items)
      ? (stored as StoredPayment)
      : null;
  } catch {
    return null;
  }
}

export function clearStoredPayment(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
