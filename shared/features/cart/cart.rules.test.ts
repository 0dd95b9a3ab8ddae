import { describe, expect, it } from 'vitest';
import * as keys from './cart-keys.ts';
import * as rules from './cart.rules.ts';
import type { CartItem } from './cart.rules.ts';

const {
  addToGuestItems,
  cartCount,
  cartItemPrice,
  cartTotal,
  MAX_QUANTITY,
  newGuestItemId,
  nextQuantity,
  parsePrice,
  quantityOf,
  setGuestQuantity,
} = rules;

const line = (over: Partial<CartItem> = {}): CartItem => ({
  id: 'guest-1-a',
  itemType: 'course',
  itemId: 1,
  title: 'Ballet',
  price: '24.00',
  quantity: 1,
  ...over,
});

describe('cart constants', () => {
  it('match the spec', () => {
    expect(keys.GUEST_CART_KEY).toBe('drx_simple_guest_cart');
    expect(keys.GUEST_CHECKOUT_FLAG).toBe('is_guest_checkout');
    expect(keys.GUEST_MODE_FLAG).toBe('guestModeEnabled');
    expect(rules.DEFAULT_QUANTITY).toBe(1);
    expect(rules.CART_REFETCH_AFTER_UPDATE_MS).toBe(300);
    expect(rules.CART_REFETCH_AFTER_REMOVE_MS).toBe(500);
    expect(rules.GUEST_RELOAD_MS).toBe(300);
    expect(rules.CART_LIST_HEIGHT_PX).toBe(300);
  });
});

describe('parsePrice', () => {
  it.each([
    ['$24.00', 24],
    ['19.50', 19.5],
    ['USD 1,234.50', 1234.5],
    ['24.00 €', 24],
    [' 5 ', 5],
    ['.5', 0.5],
    ['5.', 5],
    ['Rs. 500', 500],
    ['24.00.', 24],
    ['-5', 5],
    ['💃 12', 12],
    [24, 24],
    [19.5, 19.5],
    [-5, 5],
    [0, 0],
    [1e12, 1e12],
  ])('%j counts as %d', (price, value) => {
    expect(parsePrice(price)).toBe(value);
  });

  it.each([
    'free',
    '',
    '   ',
    '.',
    '..',
    '1.2.3',
    '1.234.567',
    'e\u0301',
    '２４',
    'NaN',
    'Infinity',
    'x'.repeat(10_000),
    '.'.repeat(10_000),
    '9'.repeat(10_000),
    NaN,
    Infinity,
    -Infinity,
    null,
    undefined,
    true,
    5n,
    [],
    [5],
    {},
    { price: 5 },
  ])('falls back to 0 (case %#)', (price) => {
    expect(parsePrice(price)).toBe(0);
  });
});

describe('cartItemPrice', () => {
  it.each([
    [{ price: '24.00', details: { price: 9 } }, 24],
    [{ price: 0, details: { price: 9 } }, 0],
    [{ price: 'free', details: { price: 9 } }, 0],
    [{ details: { price: '$9.00' } }, 9],
    [{ price: null, details: { price: 9 } }, 9],
    [{ price: ' ', details: { price: 9 } }, 9],
    [{ details: {} }, 0],
    [{ details: null }, 0],
    [{ details: 'price' }, 0],
    [{}, 0],
  ])('%j costs %d', (item, price) => {
    expect(cartItemPrice(item)).toBe(price);
  });
});

describe('quantityOf', () => {
  it.each([
    [3, 3],
    ['3', 3],
    [2.9, 2],
    [1e300, MAX_QUANTITY],
    [undefined, 1],
    [null, 1],
    [0, 1],
    [-4, 1],
    [0.5, 1],
    [NaN, 1],
    [Infinity, 1],
    ['', 1],
    ['many', 1],
    [[3], 1],
    [{}, 1],
  ])('%j counts as %i', (quantity, count) => {
    expect(quantityOf({ quantity })).toBe(count);
  });
});

describe('cartTotal and cartCount', () => {
  it('adds price times quantity, exact to the cent', () => {
    expect(cartTotal([line({ price: '$24.00', quantity: 2 }), line({ price: 19.5 })])).toBe(67.5);
    expect(cartTotal([line({ price: 0.1 }), line({ price: 0.2 })])).toBe(0.3);
    expect(cartTotal([line({ price: '19.99', quantity: 3 })])).toBe(59.97);
    expect(cartTotal(Array.from({ length: 1000 }, () => line({ price: '0.07' })))).toBe(70);
    expect(cartCount([line({ quantity: 2 }), line()])).toBe(3);
  });

  it('treats details.price and a missing quantity as the spec does', () => {
    expect(cartTotal([{ details: { price: '5.00' } }])).toBe(5);
  });

  it.each([[], null, undefined, 'items', {}, 5, [null], [undefined], ['x'], [{}], [line({ price: 'free' })]])(
    'is 0 when there are no items (case %#)',
    (items) => {
      expect(cartTotal(items as [])).toBe(0);
    },
  );

  it('is never negative or infinite', () => {
    expect(cartTotal([line({ price: -5, quantity: -3 })])).toBe(5);
    expect(cartTotal([line({ price: Number.MAX_VALUE, quantity: 2 }), line()])).toBe(24);
    expect(cartCount(null)).toBe(0);
  });
});

describe('nextQuantity', () => {
  it('keeps values of at least 1', () => {
    expect(nextQuantity('server', 2)).toEqual({ action: 'set', quantity: 2 });
    expect(nextQuantity('guest', 1)).toEqual({ action: 'set', quantity: 1 });
    expect(nextQuantity('guest', 2.7)).toEqual({ action: 'set', quantity: 2 });
    expect(nextQuantity('server', 1e12)).toEqual({ action: 'set', quantity: MAX_QUANTITY });
  });

  it.each([0, -0, -1, 0.99, -1e12])(
    '%d removes from the server cart and is ignored in the guest cart',
    (requested) => {
      expect(nextQuantity('server', requested)).toEqual({ action: 'remove' });
      expect(nextQuantity('guest', requested)).toEqual({ action: 'ignore' });
    },
  );

  it.each([NaN, Infinity, -Infinity, '', '2', null, undefined, [2], {}])(
    '%j is ignored in both',
    (requested) => {
      expect(nextQuantity('server', requested)).toEqual({ action: 'ignore' });
      expect(nextQuantity('guest', requested)).toEqual({ action: 'ignore' });
    },
  );
});

describe('newGuestItemId', () => {
  it('is guest-, the time and a random suffix', () => {
    expect(newGuestItemId(1_700_000_000_000, () => 0.5)).toMatch(/^guest-1700000000000-[a-z0-9]{8}$/);
    expect(newGuestItemId(new Date(5), () => 0)).toBe('guest-5-00000000');
    expect(newGuestItemId(5, () => 0.9999999999)).toMatch(/^guest-5-[a-z0-9]{8}$/);
  });

  it('differs between two adds in the same millisecond', () => {
    const ids = new Set(Array.from({ length: 1000 }, () => newGuestItemId(5)));
    expect(ids.size).toBe(1000);
  });
});

describe('guest items', () => {
  const stamp = { id: 'guest-9-z', createdAt: '2026-01-01T00:00:00.000Z' };
  const added = { itemType: 'course', itemId: 1, title: 'Ballet', price: '24.00' };

  it('raises the quantity of the same item', () => {
    const items = [line({ itemId: 2 }), line({ quantity: 2 })];
    expect(addToGuestItems(items, added, stamp)).toEqual([line({ itemId: 2 }), line({ quantity: 3 })]);
    expect(addToGuestItems(items, { ...added, quantity: 4 }, stamp)[1]?.quantity).toBe(6);
  });

  it('makes a new line for another id or another type', () => {
    expect(addToGuestItems([line()], { ...added, itemId: 2 }, stamp)).toHaveLength(2);
    expect(addToGuestItems([line()], { ...added, itemType: 'resource' }, stamp)).toHaveLength(2);
    expect(addToGuestItems([], added, stamp)).toEqual([{ ...added, ...stamp, quantity: 1 }]);
  });

  it('never stores a quantity under 1 or over the limit', () => {
    expect(addToGuestItems([], { ...added, quantity: -3 }, stamp)[0]?.quantity).toBe(1);
    expect(addToGuestItems([], { ...added, quantity: NaN }, stamp)[0]?.quantity).toBe(1);
    expect(addToGuestItems([line({ quantity: MAX_QUANTITY })], added, stamp)[0]?.quantity).toBe(MAX_QUANTITY);
  });

  it('leaves the items it was given untouched', () => {
    const items = Object.freeze([Object.freeze(line())]);
    addToGuestItems(items, added, stamp);
    setGuestQuantity(items, 'guest-1-a', 5);
    expect(items).toEqual([line()]);
  });

  it('changes the quantity of one line; below 1 nothing happens', () => {
    const items = [line({ quantity: 2 }), line({ id: 'guest-2-b', itemId: 2 })];
    expect(setGuestQuantity(items, 'guest-1-a', 5).map((item) => item.quantity)).toEqual([5, 1]);
    for (const odd of [0, -1, NaN, null, '3'])
      expect(setGuestQuantity(items, 'guest-1-a', odd)).toEqual(items);
    expect(setGuestQuantity(items, 'unknown', 5)).toEqual(items);
  });
});
