import { describe, expect, it } from 'vitest';
import { parseCartResponse, parseStoredCart } from './stored-cart.ts';

const full = {
  id: 'guest-1700000000000-abc',
  itemType: 'course',
  itemId: 7,
  title: 'Ballet',
  shortName: 'BAL',
  price: '24.00',
  quantity: 2,
  imageUrl: '/uploads/courses/a.webp',
  createdAt: '2026-01-01T00:00:00.000Z',
  details: { price: 24 },
};
const bare = { id: 3, itemType: 'something-else', itemId: 7, title: '' };
const NOTHING = { items: [], isGuest: true };

describe('a line', () => {
  const read = (line: unknown) => parseCartResponse([line]).items[0];

  it('accepts every field of the spec, and lines with only the required ones', () => {
    expect(read(full)).toEqual(full);
    expect(read(bare)).toEqual({ ...bare, quantity: 1 });
  });

  it('accepts a price as text, number or in details, and drops unknown keys', () => {
    expect(read({ ...bare, price: 24 })?.price).toBe(24);
    expect(read({ ...bare, price: '$24' })?.price).toBe('$24');
    expect(read({ ...bare, details: { price: null, level: 'Beginner' } })?.details).toEqual({
      price: null,
      level: 'Beginner',
    });
    expect(read({ ...bare, isAdmin: true })).not.toHaveProperty('isAdmin');
  });

  it.each([
    { ...full, id: '' },
    { ...full, id: null },
    { ...full, id: NaN },
    { ...full, itemType: '' },
    { ...full, itemId: 7.5 },
    { ...full, itemId: NaN },
    { ...full, itemId: '-7' },
    { ...full, price: [24] },
    { ...full, title: undefined },
    { ...full, imageUrl: 7 },
    { ...full, details: { price: {} } },
    null,
    [],
    'x',
  ])('is left out if invalid (case %#)', (line) => {
    expect(read(line)).toBeUndefined();
  });
});

describe('readCartResponse', () => {
  it('reads a bare array as the cart of a signed-in user', () => {
    expect(parseCartResponse([full])).toEqual({ items: [full], isGuest: false });
    expect(parseCartResponse([])).toEqual({ items: [], isGuest: false });
  });

  it('reads the object form the same way', () => {
    expect(parseCartResponse({ items: [full], isGuest: true })).toEqual({ items: [full], isGuest: true });
    expect(parseCartResponse({ items: [full], isGuest: false })).toEqual({ items: [full], isGuest: false });
    expect(parseCartResponse({ items: [full] })).toEqual({ items: [full], isGuest: false });
  });

  it.each([
    undefined,
    null,
    '',
    'items',
    '<html>',
    5,
    NaN,
    true,
    {},
    { items: null },
    { items: {} },
    { isGuest: false },
  ])('reads %j as an empty guest cart', (body) => {
    expect(parseCartResponse(body)).toEqual(NOTHING);
  });

  it('repairs what it can and leaves out the rest', () => {
    const lines = [
      { ...bare, itemId: '12' },
      null,
      5,
      [],
      {},
      { ...bare, itemId: 'x' },
      { ...bare, title: 5 },
      full,
    ];
    expect(parseCartResponse(lines).items).toEqual([{ ...bare, itemId: 12, quantity: 1 }, full]);
  });

  it.each([
    ['3', 3],
    [2.9, 2],
    [0, 1],
    [-4, 1],
    [NaN, 1],
    [Infinity, 1],
    [null, 1],
    [undefined, 1],
    ['many', 1],
    [{}, 1],
  ])('reads the quantity %j as %i', (quantity, count) => {
    expect(parseCartResponse([{ ...bare, quantity }]).items[0]?.quantity).toBe(count);
  });
});

describe('readStoredCart', () => {
  it('reads a stored guest cart', () => {
    expect(parseStoredCart(JSON.stringify([full]))).toEqual([full]);
    expect(parseStoredCart(JSON.stringify({ items: [full], isGuest: true }))).toEqual([full]);
  });

  it.each([
    null,
    undefined,
    '',
    '{',
    'null',
    '5',
    '"x"',
    '[null]',
    'x'.repeat(10_000),
    '['.repeat(10_000),
    5,
    {},
  ])('is empty for case %#', (text) => {
    expect(parseStoredCart(text as string)).toEqual([]);
  });
});
