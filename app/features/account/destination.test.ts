import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberCheckout, rememberDestination, rememberDestinationOnce } from '#app/lib/sign-in-redirect.ts';
import { clearDestination, consumeDestination } from './destination.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('returns the stored page once, then the dashboard', () => {
  rememberDestination('/profile/security?x=1#y');
  expect(consumeDestination()).toBe('/profile/security?x=1#y');
  expect(consumeDestination()).toBe('/dashboard');
});

it.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example', ''])(
  'does not follow %o',
  (saved) => {
    rememberDestination(saved);
    expect(consumeDestination()).toBe('/dashboard');
  },
);

it('returns home for pages that are not built yet, and the checkout for users who came from there', () => {
  rememberDestination('/admin/not-built-yet');
  expect(consumeDestination()).toBe('/');
  stored.set('releve.checkout-redirect', 'true');
  expect(consumeDestination()).toBe('/simple-checkout');
});

it('prefers the stored page to the checkout', () => {
  stored.set('releve.checkout-redirect', 'true');
  rememberDestination('/about');
  expect(consumeDestination()).toBe('/about');
});

it('keeps the stored page when the way to sign in is only an offer', () => {
  rememberDestination('/my-courses');
  rememberDestinationOnce('/cart');
  rememberCheckout();
  expect(consumeDestination()).toBe('/my-courses');
  rememberDestinationOnce('/cart');
  expect(consumeDestination()).toBe('/cart');
  rememberCheckout();
  expect(consumeDestination()).toBe('/simple-checkout');
});

it('clears both for a new user', () => {
  stored.set('releve.checkout-redirect', 'true');
  rememberDestination('/about');
  clearDestination();
  expect(consumeDestination()).toBe('/dashboard');
});

it('returns the dashboard when storage is blocked', () => {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  rememberDestination('/about');
  expect(consumeDestination()).toBe('/dashboard');
});
