import { describe, expect, it } from 'vitest';
import { isBuiltAddress } from './site-addresses.ts';
import { isBuilt } from './site-pages.ts';

describe('isBuilt', () => {
  it('knows the pages that exist', () => {
    expect(isBuilt('/')).toBe(true);
    expect(isBuilt('/about')).toBe(true);
    expect(isBuilt('/abou')).toBe(false);
    expect(isBuilt('')).toBe(false);
  });
});

describe('isBuiltAddress', () => {
  it.each(['/', '/?a=1', '/about', '/about/', '/about?x=/nowhere', '/debug/ui#buttons'])(
    '%s exists',
    (address) => {
      expect(isBuiltAddress(address)).toBe(true);
    },
  );

  it.each(['', '?about', '/about/us', '/nowhere', '//about', '/debug/ui/x', '/About'])(
    '%s does not',
    (address) => {
      expect(isBuiltAddress(address)).toBe(false);
    },
  );
});
