// Every endpoint × every kind of person: who is let in.
import { describe, expect, it } from 'vitest';
import { DEMO_PEOPLE } from '#server/seed/demo.ts';
import type { Contract } from '#shared/contract.ts';
import { hasPermission } from '#shared/roles.ts';
import { ALL_CONTRACTS, nameOf, samplePath } from '../server/all-contracts.ts';
import { testApp } from '../server/test-app.ts';

const { app, signInAs } = await testApp();

async function statusFor(contract: Contract, cookie: string | null): Promise<number> {
  const answer = await app.inject({
    method: contract.method,
    url: samplePath(contract),
    headers: cookie ? { cookie } : {},
  });
  return answer.statusCode;
}

describe.each(ALL_CONTRACTS.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name',
  ({ contract }) => {
    it('is bound to a route', () => {
      expect(app.hasRoute({ method: contract.method, url: contract.path })).toBe(true);
    });

    it('answers guests as its access says', async () => {
      const status = await statusFor(contract, null);
      if (contract.access === 'public') expect([401, 403]).not.toContain(status);
      else expect(status).toBe(401);
    });

    it.each(DEMO_PEOPLE)('answers $username as its access says', async ({ username, roles }) => {
      const status = await statusFor(contract, await signInAs(username));
      const { access } = contract;
      if (typeof access === 'object' && !hasPermission(roles, access.permission)) expect(status).toBe(403);
      else expect([401, 403]).not.toContain(status);
    });
  },
);
