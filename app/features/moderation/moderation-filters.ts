// What the address of /admin/resources says, as the question to the API.
import { STAFF_RESOURCE_SORTS, UPDATED_WITHIN } from '#shared/features/moderation/moderation.schema.ts';
import { RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { oneOf, pageOf, wordsOf } from '#app/lib/list-address.ts';

export function staffResourceFilters(params: URLSearchParams) {
  return {
    q: wordsOf(params),
    state: oneOf(RESOURCE_STATES, params.get('state')),
    /** Whatever staff called a style. */
    style: params.get('style')?.slice(0, 40) || undefined,
    type: oneOf(RESOURCE_TYPES, params.get('type')),
    updated: oneOf(UPDATED_WITHIN, params.get('updated')),
    sort: oneOf(STAFF_RESOURCE_SORTS, params.get('sort')) ?? 'updated',
    page: pageOf(params),
  };
}
export type StaffResourceFilters = ReturnType<typeof staffResourceFilters>;

/** The same question as an address of the CSV file, which has no pages. */
export function exportAddress(path: string, { page: _page, ...filters }: StaffResourceFilters): string {
  const search = new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return `${path}?${search}`;
}
