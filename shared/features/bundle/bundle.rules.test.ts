import { describe, expect, it } from 'vitest';
import { bundleChanges, bundleProblems, savingOf } from './bundle.rules.ts';

const thing = (priceCents: number, isListed = true) => ({ title: `$${priceCents}`, priceCents, isListed });
const paths = (priceCents: number, ...items: ReturnType<typeof thing>[]) =>
  bundleProblems({ priceCents, items }).map(({ path }) => path);

describe('bundleProblems', () => {
  it('is empty if two items cost less together than separately', () => {
    expect(paths(1, thing(1), thing(1))).toEqual([]);
    expect(paths(2999, thing(1000), thing(2000))).toEqual([]);
    // A free item may be in it, as long as there is a saving.
    expect(paths(999, thing(1000), thing(0))).toEqual([]);
  });

  it('reports too few or too many items, a price without a saving, and each item off sale', () => {
    expect(paths(1, thing(1000))).toEqual(['items']);
    expect(paths(1, ...Array.from({ length: 21 }, () => thing(100)))).toEqual(['items']);
    expect(paths(1, ...Array.from({ length: 20 }, () => thing(100)))).toEqual([]);
    expect(paths(1000, thing(1000))).toEqual(['items']);
    expect(paths(3000, thing(1000), thing(2000))).toEqual(['price']);
    expect(paths(3001, thing(1000, false), thing(2000, false))).toEqual(['items', 'items', 'price']);
    expect(paths(1, thing(0), thing(0))).toEqual(['price']);
  });
});

it('the saving is never negative, and its percentage never rounded up', () => {
  expect(savingOf(5400, 7100)).toEqual({ cents: 1700, percent: 23 });
  expect(savingOf(7100, 7100)).toEqual({ cents: 0, percent: 0 });
  expect(savingOf(8000, 7100)).toEqual({ cents: 0, percent: 0 });
  expect(savingOf(1, 0)).toEqual({ cents: 0, percent: 0 });
});

it('shows what publishing would change, and nothing else', () => {
  const items = ['Warm-ups', 'Slow barre'].map((title, at) => ({ itemType: 'resource', itemId: at, title }));
  const live = { title: 'A first year', description: '', price: '24.00', items: items };
  expect(bundleChanges(live, { ...live, price: '24' })).toEqual([]);
  expect(
    bundleChanges(live, { title: ' A first year ', description: '  ', price: ' 24.00 ', items: items }),
  ).toEqual([]);
  expect(
    bundleChanges({ ...live, description: 'For beginners' }, { ...live, description: undefined }),
  ).toEqual([{ label: 'Description', before: 'For beginners', after: 'None' }]);
  expect(bundleChanges(live, { ...live, price: '1', items: items.toReversed() })).toEqual([
    { label: 'Price', before: '$24.00', after: '$1.00' },
    { label: 'Items', before: 'Warm-ups\nSlow barre', after: 'Slow barre\nWarm-ups' },
  ]);
});
