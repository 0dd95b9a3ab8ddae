// Addresses that aren't there, and methods they don't have (spec §7: every answer of the API is JSON).
import { expect, it } from 'vitest';
import type { Contract } from '#shared/contract.ts';
import { ALL_CONTRACTS, nameOf, samplePath } from './all-contracts.ts';
import { testApp } from './test-app.ts';

const { app, signInAs } = await testApp();
const cookie = await signInAs('admin');
const METHODS = ['PATCH', 'PUT', 'DELETE', 'POST', 'GET'] as const;

/** `/api/orders/links` is also an order's address. */
function methodsAt(path: string): string[] {
  const found = ALL_CONTRACTS.filter((contract) =>
    new RegExp(`^${contract.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const methods = found.map(({ method }) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

const onePerPath = [...Map.groupBy(ALL_CONTRACTS, ({ path }) => path).values()].flatMap(
  ([first]) => first ?? [],
);

it.each(onePerPath.map((contract: Contract) => ({ name: nameOf(contract), contract })))(
  'the address of $name answers other methods with 405 and Allow',
  async ({ contract }) => {
    const url = samplePath(contract);
    const allowed = methodsAt(url);
    const other = METHODS.find((method) => !allowed.includes(method));
    if (!other) return;
    const answer = await app.inject({ method: other, url, headers: { cookie } });
    expect([answer.statusCode, answer.json().code]).toEqual([405, 'method_not_allowed']);
    const listed = String(answer.headers['allow']).split(', ');
    for (const method of allowed) expect(listed).toContain(method);
    expect(listed).not.toContain(other);
  },
);

it.each(['/api', '/api/', '/api/nothing', '/api/courses/7/nothing', '/api/cart/7/8/9'])(
  '%s answers 404 in JSON, and doesn’t repeat the address',
  async (url) => {
    for (const method of METHODS) {
      const answer = await app.inject({ method, url });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ code: 'not_found', message: 'There’s nothing at this address.' });
    }
  },
);
