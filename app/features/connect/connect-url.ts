// What the address of /connect asks for, and the questions its column of filters puts.
import { type AddressOf, type FacetGroup, facetOptions } from '#app/components/catalogue/facets.ts';
import { namesOf, oneOf, pageOf, searchOf, severalOf } from '#app/lib/list-address.ts';
import {
  DEFAULT_DISTANCE,
  DISTANCES,
  HALF_HOUR_BAND_NAMES,
  HALF_HOUR_BANDS,
  INSTRUCTOR_SORT_LABELS,
  INSTRUCTOR_SORTS,
  PLACE_LABELS,
  RATING_FLOORS,
} from '#shared/features/connect/connect.rules.ts';
import type { InstructorFacets } from '#shared/features/connect/connect.schema.ts';
import {
  LANGUAGE_CODES,
  languageName,
  MEETING_PLACES,
} from '#shared/features/instructor/instructor.rules.ts';
import { AGE_GROUPS, LEVELS } from '#shared/vocabulary.ts';

const LONGEST_SEARCH = 200;
const LONGEST_CITY = 80;

/** An address typed by hand breaks nothing: what does not exist is left out. */
export function instructorFilters(params: URLSearchParams) {
  return {
    q: searchOf(params, LONGEST_SEARCH),
    style: namesOf(params.getAll('style')),
    level: severalOf(LEVELS, params.getAll('level')),
    ageGroup: severalOf(AGE_GROUPS, params.getAll('ageGroup')),
    language: severalOf(LANGUAGE_CODES, params.getAll('language')),
    place: severalOf(MEETING_PLACES, params.getAll('place')),
    city: namesOf(params.getAll('city'), LONGEST_CITY),
    ...nearOf(params),
    price: oneOf(HALF_HOUR_BAND_NAMES, params.get('price')),
    rating: oneOf(RATING_FLOORS, params.get('rating')),
    certified: oneOf(['yes'], params.get('certified')),
    when: oneOf(['week'], params.get('when')),
  };
}

/** The distance says nothing without a ZIP code. */
function nearOf(params: URLSearchParams) {
  const near = params.get('near') ?? '';
  if (!/^\d{5}$/.test(near)) return {};
  return { near, within: oneOf(DISTANCES, params.get('within')) ?? DEFAULT_DISTANCE };
}
export type ChosenFilters = ReturnType<typeof instructorFilters>;

export function instructorListQuery(params: URLSearchParams) {
  return {
    ...instructorFilters(params),
    sort: oneOf(INSTRUCTOR_SORTS, params.get('sort')) ?? 'soonest',
    page: pageOf(params),
  };
}

/** “Nearest first” needs a place to measure from. */
export const sortOptions = ({ near }: ChosenFilters) =>
  INSTRUCTOR_SORTS.filter((value) => value !== 'nearest' || near !== undefined).map((value) => ({
    value,
    label: INSTRUCTOR_SORT_LABELS[value],
  }));

/** The chip that removes the ZIP code; the distance goes with it. */
export function nearChip({ near, within }: ChosenFilters, label: string | null | undefined, to: AddressOf) {
  if (near === undefined) return [];
  const where = `Within ${within} miles of ${label ?? near}`;
  return [{ key: 'near', label: where, to: to({ near: undefined, within: undefined }) }];
}

const few = (
  counted: InstructorFacets['price'] | undefined,
  chosen: string | undefined,
  labelOf: (value: string) => string,
) => {
  const values = chosen ? [chosen] : [];
  return { options: facetOptions(counted, values, labelOf), chosen: values };
};

export function instructorGroups(filters: ChosenFilters, facets: InstructorFacets | undefined): FacetGroup[] {
  const { style = [], level = [], ageGroup = [], language = [], place = [], city = [] } = filters;
  return [
    {
      name: 'when',
      label: 'When',
      anyLabel: 'Any time',
      ...few(facets?.when, filters.when, () => 'Free this week'),
    },
    { name: 'style', label: 'Style', options: facetOptions(facets?.style, style), chosen: style },
    {
      name: 'place',
      label: 'Where',
      options: facetOptions(facets?.place, place, (value) => PLACE_LABELS[value as 'online']),
      chosen: place,
    },
    {
      name: 'city',
      label: 'In person in',
      options: facetOptions(facets?.city, city),
      chosen: city,
      isFolded: true,
    },
    {
      name: 'language',
      label: 'Language',
      options: facetOptions(facets?.language, language, languageName),
      chosen: language,
    },
    {
      name: 'ageGroup',
      label: 'Teaches',
      options: facetOptions(facets?.ageGroup, ageGroup),
      chosen: ageGroup,
      isFolded: true,
    },
    {
      name: 'level',
      label: 'Level',
      options: facetOptions(facets?.level, level),
      chosen: level,
      isFolded: true,
    },
    {
      name: 'price',
      label: 'Price for 30 minutes',
      anyLabel: 'Any',
      ...few(facets?.price, filters.price, (value) => HALF_HOUR_BANDS[value as 'under-35'].label),
    },
    {
      name: 'rating',
      label: 'Rating',
      anyLabel: 'Any',
      ...few(facets?.rating, filters.rating, (value) => `${value} and up`),
    },
    {
      name: 'certified',
      label: 'Credentials',
      ...few(facets?.certified, filters.certified, () => 'Relevé certified'),
    },
  ];
}

/** For search engines: a single style or place is a page of its own, anything else is not. */
export function canonicalPath({
  q,
  sort,
  page,
  ...filters
}: ReturnType<typeof instructorListQuery>): string | null {
  const chosen = Object.entries(filters).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  if (q !== undefined || sort !== 'soonest' || chosen.length > 1) return null;
  const search = new URLSearchParams(chosen);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `/connect?${search}` : '/connect';
}
