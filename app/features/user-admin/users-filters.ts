// What the address of /admin/users says, as the question to the API.
import { ACCOUNT_STATES } from '#shared/features/account/account.rules.ts';
import { USER_SORTS } from '#shared/features/user-admin/user-admin.schema.ts';
import { ROLES } from '#shared/roles.ts';
import { oneOf, pageOf, wordsOf } from '#app/lib/list-address.ts';

export const PEOPLE_STATES = [...ACCOUNT_STATES, 'unverified'] as const;

export function peopleFilters(params: URLSearchParams) {
  return {
    q: wordsOf(params),
    role: oneOf(ROLES, params.get('role')),
    state: oneOf(PEOPLE_STATES, params.get('state')),
    sort: oneOf(USER_SORTS, params.get('sort')) ?? 'newest',
    page: pageOf(params),
  };
}
