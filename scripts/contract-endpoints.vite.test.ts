import { expect, it } from 'vitest';
import { reduceContracts } from './contract-endpoints.vite.ts';

it('keeps method and path for callers, and named schemas', () => {
  const code = `
    import { z } from 'zod';
    import { defineContract } from '#shared/contract.ts';
    export const body = z.object({ a: z.string() });
    export const one = defineContract({ method: 'POST', path: '/api/one', access: 'public', body, response: z.object({}) });
    export const two = defineContract({ path: '/api/two', errors: ['conflict'], method: 'GET' });
  `;
  const reduced = reduceContracts(code);
  expect(reduced).toContain("export const one = { method: 'POST', path: '/api/one' };");
  expect(reduced).toContain("export const two = { path: '/api/two', method: 'GET' };");
  expect(reduced).toContain('export const body = z.object({ a: z.string() });');
  expect(reduced).not.toContain('response');
  expect(reduced).toContain("import { z } from 'zod';");
});

it('keeps the permission an endpoint asks for, however it is written', () => {
  const code = `
    import { defineContract } from '#shared/contract.ts';
    const access = { permission: 'orders.view' };
    const staff = { access: { permission: 'coupons.manage' } };
    export const one = defineContract({ method: 'GET', path: '/api/one', access });
    export const two = defineContract({ ...staff, method: 'GET', path: '/api/two' });
    export const three = defineContract({ method: 'GET', path: '/api/three', access: 'signed-in' });
  `;
  const reduced = reduceContracts(code);
  expect(reduced).toContain("const access = { permission: 'orders.view' };");
  expect(reduced).toContain("one = { method: 'GET', path: '/api/one', access };");
  expect(reduced).toContain(
    "two = { access: { permission: 'coupons.manage' }, method: 'GET', path: '/api/two' };",
  );
  expect(reduced).toContain("three = { method: 'GET', path: '/api/three' };");
});

it('drops unused imports', () => {
  const code = `
    import { defineContract } from '#shared/contract.ts';
    import { bodySchema } from './one.schema.ts';
    export const one = defineContract({ method: 'POST', path: '/api/one', body: bodySchema });
  `;
  expect(reduceContracts(code)).not.toContain('import');
});

it('finds method and path in shared objects, and drops what they shared', () => {
  const code = `
    import { defineContract } from '#shared/contract.ts';
    import { bodySchema } from './one.schema.ts';
    const write = { method: 'POST', access: 'public', body: bodySchema };
    export const one = defineContract({ ...write, path: '/api/one' });
  `;
  const reduced = reduceContracts(code);
  expect(reduced).toContain("export const one = { method: 'POST', path: '/api/one' };");
  expect(reduced).not.toContain('bodySchema');
  expect(reduced).not.toContain('import');
});

it("rejects a contract whose method it can't find", () => {
  const code = `
    import { defineContract } from '#shared/contract.ts';
    import { write } from './elsewhere.ts';
    export const one = defineContract({ ...write, path: '/api/one' });
  `;
  expect(() => reduceContracts(code)).toThrow('not written out');
});

it('leaves other code alone', () => {
  const code = 'export const a = define({ method: 1 });';
  expect(reduceContracts(code)).toBe(code);
});
