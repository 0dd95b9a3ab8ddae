import { expect, it } from 'vitest';
import { z } from 'zod';
import { lazyResolver } from './lazy-resolver.ts';

const rules = z.object({ name: z.string().min(3, 'Too short') });
const options = { fields: {}, shouldUseNativeValidation: false } as const;

it('loads the rules when they are first needed, and applies them', async () => {
  let loads = 0;
  const resolve = lazyResolver<{ name: string }>(async () => {
    loads += 1;
    return rules;
  });
  expect(loads).toBe(0);
  expect(await resolve({ name: 'ab' }, undefined, options)).toMatchObject({
    errors: { name: { message: 'Too short' } },
  });
  expect(await resolve({ name: 'abc' }, undefined, options)).toEqual({ values: { name: 'abc' }, errors: {} });
});

it("leaves validation to the server if the rules can't be loaded", async () => {
  const resolve = lazyResolver<{ name: string }>(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await resolve({ name: '' }, undefined, options)).toEqual({ values: { name: '' }, errors: {} });
});
