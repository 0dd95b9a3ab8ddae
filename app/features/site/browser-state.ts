// Reads what this browser keeps about a visit. Storage may be refused or hold anything: every value becomes words.
import { GUEST_CART_KEY, GUEST_CHECKOUT_FLAG, GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';

export type BrowserState = {
  guestMode: string;
  guestCheckout: string;
  cartText: string;
  cartLines: number;
  cartBytes: number;
  width: number;
  height: number;
  theme: string;
  isCalm: boolean;
  isOnline: boolean;
  language: string;
  userAgent: string;
};

export function readBrowserState(): BrowserState {
  const cartText = stored(GUEST_CART_KEY) ?? '';
  return {
    // Spec §4: guest mode is on until it is switched off.
    guestMode: stored(GUEST_MODE_FLAG) ?? 'not set (on)',
    guestCheckout: stored(GUEST_CHECKOUT_FLAG) ?? 'not set',
    cartText: indented(cartText),
    cartLines: linesOf(cartText),
    cartBytes: new TextEncoder().encode(cartText).length,
    width: innerWidth,
    height: innerHeight,
    theme:
      document.documentElement.dataset.theme ?? (matches('(prefers-color-scheme: dark)') ? 'dark' : 'light'),
    isCalm: matches('(prefers-reduced-motion: reduce)'),
    isOnline: navigator.onLine,
    language: navigator.language,
    userAgent: navigator.userAgent,
  };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function matches(query: string): boolean {
  return matchMedia(query).matches;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function indented(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

function linesOf(text: string): number {
  const value = parsed(text);
  const { items } = (value ?? {}) as { items?: unknown };
  const lines = Array.isArray(value) ? value : items;
  return Array.isArray(lines) ? lines.length : 0;
}
