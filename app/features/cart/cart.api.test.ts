// How the cart reads both forms of its response (spec §3, §7), and what it shows of each line.
import { expect, it } from 'vitest';
import { initialsAvatar } from '#shared/avatar.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import { createQueryClient } from '#app/lib/query.ts';
import { getCart, totalOf } from './cart.api.ts';

/** Only what SPEC §3 names. */
const plain = {
  id: 17,
  itemType: 'course',
  itemId: 4,
  title: 'Teaching Certification',
  shortName: 'RTC',
  price: '$24.00',
  quantity: 2,
  imageUrl: 'four.webp',
  createdAt: '2026-01-01T00:00:00.000Z',
  details: { price: 24 },
};

const read = (body: unknown) =>
  createQueryClient(createApiClient(async () => Response.json(body))).fetchQuery(getCart());

it.each([
  ['a bare array', [plain], false],
  ['an object with items', { items: [plain], isGuest: false }, false],
  ['an object with items of a guest', { items: [plain], isGuest: true }, true],
])('shows the items of %s', async (_name, body, isGuest) => {
  const cart = await read(body);
  expect(cart).toMatchObject({ isGuest, hasFailed: false });
  expect(cart.items).toMatchObject([
    {
      ...plain,
      price: '24.00',
      imageUrl: '/uploads/courses/four.webp',
      details: { price: '24.00', notice: null, owned: '0.00', href: '/courses/4' },
    },
  ]);
  expect(totalOf(cart.items)).toBe('48.00');
});

it('keeps what our server says of a line', async () => {
  const details = {
    ...plain.details,
    sellerName: 'Odile',
    href: '/courses/4?x',
    notice: 'owned',
    owned: '1.00',
  };
  const [line] = (await read([{ ...plain, details }])).items;
  expect(line?.details).toMatchObject({ sellerName: 'Odile', href: '/courses/4?x', notice: 'owned' });
  // What is owned already adds nothing.
  expect(totalOf([line!])).toBe('0.00');
});

it('shows the instructor of a session, by their initials without a photo', async () => {
  const session = { ...plain, itemType: 'booking', imageUrl: null, details: { sellerName: 'Odile Ray' } };
  const items = async (line: object) => (await read({ items: [line], isGuest: false })).items;
  expect(await items(session)).toMatchObject([{ imageUrl: initialsAvatar('Odile Ray') }]);
  const imageUrl = '/uploads/profiles/odile.webp';
  expect(await items({ ...session, imageUrl })).toMatchObject([{ imageUrl }]);
  expect(await items({ ...plain, imageUrl: null })).toMatchObject([{ imageUrl: null }]);
});

it.each([['text'], [null], [{ items: 'none' }]])('is an empty guest cart for %j', async (body) => {
  expect(await read(body)).toEqual({ items: [], isGuest: true, hasFailed: false });
});
