import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  clearRefusedItems,
  parseRefusedItems,
  refusedItemsText,
  removeRefusedItem,
  storeRefusedItems,
  type RefusedItem,
} from './refused-items.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('StorageEvent', class extends Event {});
  vi.stubGlobal('dispatchEvent', () => true);
});
afterEach(() => void vi.unstubAllGlobals());

const owned: RefusedItem = {
  itemType: 'resource',
  itemId: 7,
  title: 'Barre',
  reason: 'You already have it.',
};
const gone: RefusedItem = { ...owned, itemId: 8, title: 'Tap', reason: 'It isn’t available.' };
const all = () => parseRefusedItems(refusedItemsText());

it('keeps what was refused, each item once with its newest reason, until it is removed', () => {
  storeRefusedItems([owned]);
  storeRefusedItems([gone, { ...owned, reason: 'Your cart is full.' }]);
  expect(all()).toEqual([gone, { ...owned, reason: 'Your cart is full.' }]);
  removeRefusedItem(owned);
  expect(all()).toEqual([gone]);
  clearRefusedItems();
  expect(stored.size).toBe(0);
});

it.each(['', 'null', '{}', '[null, 7, {"itemType": "resource"}]', '[{"itemId": "7", "title": "x"}]', '{'])(
  'reads nothing from %s',
  (text) => {
    expect(parseRefusedItems(text)).toEqual([]);
  },
);
