// What the address of /admin/users says, as the question to the API.
import { ACCOUNT_STATES } from '#shared/features/account/account.states.ts';
import { PEOPLE_SORTS } from '#shared/features/user-admin/user-admin.schema.ts';
import { ROLES } from '#shared/roles.ts';
import { oneOf, pageOf, wordsOf } from '#app/lib/list-address.ts';

export const PEOPLE_STATES = [...ACCOUNT_STATES, 'unverified'] as const;

export function peopleFilters(params: URLSearchParams) {
  return {
    q: wordsOf(params),
    role: oneOf(ROLES, params.get('role')),
    state: oneOf(PEOPLE_STATES, params.get('state')),
    sort: oneOf(PEOPLE_SORTS, params.get('sort')) ?? 'newest',
    page: pageOf(params),
  };
}
export type PeopleFilters = ReturnType<typeof peopleFilters>;

/** The same question as an address of the CSV file, which has no pages. */
export function exportAddress(path: string, { page: _page, ...filters }: PeopleFilters): string {
  const search = new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return `${path}?${search}`;
}
