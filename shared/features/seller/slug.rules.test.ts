import { describe, expect, it } from 'vitest';
import { freeSlug, SLUG_MAX, slugOf } from './slug.rules.ts';

describe("a seller's slug", () => {
  it.each([
    ['Marchetti Ballet', 'marchetti-ballet'],
    ['  Élan & Zoë’s ', 'elan-zoe-s'],
    ['Łódź 2', 'odz-2'],
    ['舞蹈', 'shop'],
    ['2026', 'shop-2026'],
    ['--', 'shop'],
  ])('of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('is never longer than the maximum', () => {
    expect(slugOf('a'.repeat(200))).toHaveLength(SLUG_MAX);
    expect(freeSlug('a'.repeat(60), new Set(['a'.repeat(60)])).length).toBeLessThanOrEqual(SLUG_MAX);
  });

  it('gets the lowest free number', () => {
    expect(freeSlug('tap', new Set())).toBe('tap');
    expect(freeSlug('tap', new Set(['tap', 'tap-2', 'tap-4']))).toBe('tap-3');
  });
});
