// The cache after signing out.
import { expect, it } from 'vitest';
import type { User } from '#shared/features/account/account.contract.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import { createQueryClient } from '#app/lib/query.ts';
import { getUserQuery } from '#app/lib/user.api.ts';
import { clearClientState } from './session.api.ts';

const member: User = {
  id: 1,
  username: 'member',
  firstName: 'N',
  lastName: 'A',
  profileImageUrl: null,
  role: 'user',
  email: 'member@releve.example',
  isEmailVerified: true,
  needsTwoFactor: false,
};

it('signing out clears the cache and leaves a guest', () => {
  const cache = createQueryClient(createApiClient(async () => Response.json(member)));
  cache.setQueryData(['/api/orders'], [{ id: 1 }]);
  cache.setQueryData(getUserQuery().queryKey, member);
  clearClientState(cache);
  expect(
    cache
      .getQueryCache()
      .getAll()
      .map((query) => [query.queryKey, query.state.data]),
  ).toEqual([[['/api/user'], null]]);
});
