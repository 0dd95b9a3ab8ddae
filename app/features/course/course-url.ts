// The filters in the URL of /courses, and the facets of its filter panel.
import { type FacetGroup, facetOptions, followMerged } from '#app/components/catalogue/facets.ts';
import { idsOf, namesOf, oneOf, pageOf, severalOf, searchOf } from '#app/lib/list-address.ts';
import { PRICE_BAND_NAMES, PRICE_BANDS } from '#shared/features/catalogue/catalogue.rules.ts';
import {
  COURSE_KIND_LABELS,
  COURSE_SORT_LABELS,
  COURSE_SORTS,
  LENGTH_BAND_NAMES,
  LENGTH_BANDS,
} from '#shared/features/course/course.rules.ts';
import type { CourseFacets } from '#shared/features/course/course.schema.ts';
import { AGE_GROUPS, COURSE_KINDS, LEVELS } from '#shared/vocabulary.ts';

const LONGEST_SEARCH = 200;

/** An address typed by hand breaks nothing: what does not exist is left out. */
export function courseFilters(params: URLSearchParams) {
  return {
    q: searchOf(params, LONGEST_SEARCH),
    style: namesOf(params.getAll('style')),
    ageGroup: severalOf(AGE_GROUPS, params.getAll('ageGroup')),
    level: severalOf(LEVELS, params.getAll('level')),
    category: idsOf(params.getAll('category')),
    price: oneOf(PRICE_BAND_NAMES, params.get('price')),
    kind: oneOf(COURSE_KINDS, params.get('kind')),
    length: oneOf(LENGTH_BAND_NAMES, params.get('length')),
  };
}
export type ChosenFilters = ReturnType<typeof courseFilters>;

export function courseListQuery(params: URLSearchParams) {
  return {
    ...courseFilters(params),
    sort: oneOf(COURSE_SORTS, params.get('sort')) ?? 'relevance',
    page: pageOf(params),
  };
}

export const SORT_OPTIONS = COURSE_SORTS.map((value) => ({ value, label: COURSE_SORT_LABELS[value] }));

/** Styles are chosen on the strip of pictures; here for their chips alone. */
export function styleGroup({ style = [] }: ChosenFilters, facets: CourseFacets | undefined): FacetGroup {
  return { name: 'style', label: 'Style', options: facetOptions(facets?.style, style), chosen: style };
}

export function courseGroups(filters: ChosenFilters, facets: CourseFacets | undefined): FacetGroup[] {
  const { ageGroup = [], level = [], price, kind, length } = filters;
  const category = followMerged(filters.category ?? [], facets?.mergedCategories);
  const oneOfFew = <Value extends string>(
    counted: CourseFacets[keyof CourseFacets] | undefined,
    chosen: Value | undefined,
    labelOf: (value: Value) => string,
  ) => ({
    options: facetOptions(Array.isArray(counted) ? counted : [], chosen ? [chosen] : [], (value) =>
      labelOf(value as Value),
    ),
    chosen: chosen ? [chosen] : [],
  });
  return [
    {
      name: 'kind',
      label: 'Kind',
      anyLabel: 'Both',
      ...oneOfFew(facets?.kind, kind, (value) => COURSE_KIND_LABELS[value]),
    },
    {
      name: 'ageGroup',
      label: 'Age group',
      options: facetOptions(facets?.ageGroup, ageGroup),
      chosen: ageGroup,
    },
    { name: 'level', label: 'Level', options: facetOptions(facets?.level, level), chosen: level },
    {
      name: 'category',
      label: 'Subject',
      options: facetOptions(facets?.category, category, () => 'Deleted subject'),
      chosen: category,
    },
    {
      name: 'length',
      label: 'Length',
      anyLabel: 'Any length',
      ...oneOfFew(facets?.length, length, (value) => LENGTH_BANDS[value].label),
    },
    {
      name: 'price',
      label: 'Price',
      anyLabel: 'Any price',
      ...oneOfFew(facets?.price, price, (value) => PRICE_BANDS[value].label),
    },
  ];
}
