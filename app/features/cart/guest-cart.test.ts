// The guest cart in a browser's storage: lines, its name for merging, and what must never be lost.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addGuestItem,
  startGuestMerge,
  clearGuestCart,
  endGuestMerge,
  GUEST_MERGE_KEY,
  GUEST_RELOAD_EVENT,
  isGuestModeOn,
  noteGuestCheckout,
  getGuestCart,
  getStoredMerge,
  scheduleReload,
  removeGuestItem,
  setGuestItemQuantity,
  updateGuestPrices,
  toRequestedItems,
  storeMerge,
} from './guest-cart.ts';

const CART = 'drx_simple_guest_cart';
const stored = new Map<string, string>();
let target: EventTarget;

beforeEach(() => {
  stored.clear();
  target = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('StorageEvent', class extends Event {});
  vi.stubGlobal('dispatchEvent', (event: Event) => target.dispatchEvent(event));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const plan = { itemType: 'resource', itemId: 7, title: 'Ten warm-ups', price: '12.00' };
const course = { itemType: 'certification', itemId: 3, title: 'Tap, level one', price: '199.00' };

describe('lines', () => {
  it("get an id in the spec's format, merge with the same item, and notify this tab", () => {
    const heard = vi.fn<() => void>();
    target.addEventListener('storage', heard);
    addGuestItem(plan, 1_700_000_000_000);
    addGuestItem({ ...plan, quantity: 2 });
    addGuestItem(course);
    const [first, second] = getGuestCart();
    expect(first).toMatchObject({ ...plan, quantity: 3, createdAt: '2023-11-14T22:13:20.000Z' });
    expect(first?.id).toMatch(/^guest-1700000000000-[a-z0-9]{8}$/);
    expect(second?.itemId).toBe(3);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('can be changed, ignore quantities below 1, and are removed singly or all at once', () => {
    addGuestItem(plan);
    addGuestItem(course);
    const [{ id } = { id: '' }] = getGuestCart();
    setGuestItemQuantity(id, 4);
    setGuestItemQuantity(id, 0);
    expect(getGuestCart()[0]?.quantity).toBe(4);
    updateGuestPrices([{ id, price: '15.00' }]);
    expect(getGuestCart().map((item) => item.price)).toEqual(['15.00', '199.00']);
    removeGuestItem(id);
    expect(getGuestCart()).toHaveLength(1);
    clearGuestCart();
    // Emptied, not forgotten: other tabs read it too.
    expect(stored.get(CART)).toBe('[]');
  });

  it('are limited to a hundred different items', () => {
    for (let itemId = 1; itemId <= 100; itemId++) expect(addGuestItem({ ...plan, itemId })).toBe(true);
    expect(addGuestItem({ ...plan, itemId: 101 })).toBe(false);
    expect(addGuestItem({ ...plan, itemId: 100 })).toBe(true);
    expect(getGuestCart()).toHaveLength(100);
  });

  it('are sent to the server only if it knows their type', () => {
    const line = { id: 'a', title: 'x', quantity: 1 };
    expect(
      toRequestedItems([
        { ...line, itemType: 'membership', itemId: 1 },
        { ...line, itemType: 'resource', itemId: -1 },
        { ...line, itemType: 'resource', itemId: 3e9 },
        { ...line, itemType: 'bundle', itemId: 5 },
      ]),
    ).toEqual([{ id: 'a', itemType: 'bundle', itemId: 5, quantity: 1 }]);
  });
});

describe('merging', () => {
  it('keeps one key from the first item on and starts a new one afterwards', () => {
    expect(startGuestMerge()).toBeNull();
    addGuestItem(plan);
    const key = getStoredMerge()?.key;
    expect(key).toMatch(/^[\w.-]{8,100}$/);
    addGuestItem(course);
    const begun = startGuestMerge();
    expect(begun).toMatchObject({ key, sent: [{ itemId: 7 }, { itemId: 3 }] });
    endGuestMerge(begun?.sent ?? []);
    expect(getGuestCart()).toEqual([]);
    expect(getStoredMerge()).toBeNull();
    addGuestItem(plan);
    expect(getStoredMerge()?.key).not.toBe(key);
  });

  it('repeated after a lost response sends the same items and keeps newer ones for the next merge', () => {
    addGuestItem(plan);
    const first = startGuestMerge();
    addGuestItem({ ...plan, quantity: 2 });
    addGuestItem(course);
    const again = startGuestMerge();
    expect(again).toEqual(first);
    endGuestMerge(again?.sent ?? []);
    expect(getGuestCart().map(({ itemId, quantity }) => [itemId, quantity])).toEqual([
      [7, 2],
      [3, 1],
    ]);
    expect(getStoredMerge()?.key).not.toBe(first?.key);
  });

  it.each(['{', 'null', '5', '{"key":7}', '{"key":"short"}', '{"key":"with a space in it"}'])(
    'creates a new key if %s is stored',
    (text) => {
      stored.set(GUEST_MERGE_KEY, text);
      stored.set(CART, JSON.stringify([{ id: 'guest-1-a', quantity: 1, ...plan }]));
      expect(startGuestMerge()?.key).toMatch(/^[\w.-]{8,100}$/);
    },
  );

  it('starts over after it is cleared', () => {
    addGuestItem(plan);
    storeMerge(null);
    expect(startGuestMerge()?.sent).toHaveLength(1);
  });
});

it('reloads the page once, 300 ms after the last change', () => {
  vi.useFakeTimers();
  const reload = vi.fn<() => void>();
  const heard = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  target.addEventListener(GUEST_RELOAD_EVENT, heard);
  scheduleReload();
  vi.advanceTimersByTime(200);
  scheduleReload();
  vi.advanceTimersByTime(299);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
  expect(heard).toHaveBeenCalledOnce();
});

it('uses the flags from the spec', () => {
  expect(isGuestModeOn()).toBe(true);
  stored.set('guestModeEnabled', 'false');
  expect(isGuestModeOn()).toBe(false);
  noteGuestCheckout(true);
  expect(stored.get('is_guest_checkout')).toBe('true');
  noteGuestCheckout(false);
  expect(stored.has('is_guest_checkout')).toBe(false);
});

it('reports that nothing was stored when storage is blocked', () => {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(getGuestCart()).toEqual([]);
  expect(() => addGuestItem(plan)).toThrow('Denied');
  expect(() => noteGuestCheckout(true)).not.toThrow();
});
