// The facets of the catalogue, built from the address and the counts.
import { type FacetGroup, facetOptions, followMerged } from '#app/components/catalogue/facets.ts';
import { typeLabel } from '#app/components/resource/resource-format.ts';
import {
  BPM_BANDS,
  type BpmBand,
  PRICE_BANDS,
  type PriceBand,
} from '#shared/features/catalogue/catalogue.rules.ts';
import type { ResourceFacets } from '#shared/features/catalogue/catalogue.schema.ts';
import type { ResourceType } from '#shared/vocabulary.ts';
import type { ChosenFilters } from './catalogue-url.ts';

type GroupName = Exclude<keyof ChosenFilters, 'q'>;
type Question = Pick<FacetGroup, 'label' | 'anyLabel'> & { labelOf?: (value: string) => string };

const QUESTIONS: Readonly<Record<GroupName, Question>> = {
  style: { label: 'Dance style' },
  ageGroup: { label: 'Age group' },
  level: { label: 'Level' },
  type: { label: 'Type', labelOf: (value) => typeLabel(value as ResourceType) },
  category: { label: 'Category', labelOf: () => 'Deleted category' },
  price: {
    label: 'Price',
    anyLabel: 'Any price',
    labelOf: (value) => PRICE_BANDS[value as PriceBand].label,
  },
  rating: { label: 'Rating', anyLabel: 'Any rating', labelOf: (value) => `${value} and up` },
  bpm: { label: 'Tempo', anyLabel: 'Any tempo', labelOf: (value) => BPM_BANDS[value as BpmBand].label },
  metre: { label: 'Metre' },
  minutes: { label: 'Length', labelOf: (value) => `${value} ${value === '1' ? 'minute' : 'minutes'}` },
};

/** Only music has tempo and meter, so these stay closed until music is chosen. */
const OF_MUSIC: readonly GroupName[] = ['bpm', 'metre'];

export function facetGroup(
  name: GroupName,
  filters: ChosenFilters,
  facets: ResourceFacets | undefined,
): FacetGroup {
  const { label, anyLabel, labelOf } = QUESTIONS[name];
  const asked = [filters[name] ?? []].flat().map(String);
  const chosen = name === 'category' ? followMerged(asked, facets?.mergedCategories) : asked;
  const isFolded = OF_MUSIC.includes(name) && !filters.type?.includes('audio');
  return {
    name,
    label,
    chosen,
    options: facetOptions(name === 'minutes' ? undefined : facets?.[name], chosen, labelOf),
    ...(anyLabel && { anyLabel }),
    ...(isFolded && { isFolded }),
  };
}

const IN_PANEL: readonly GroupName[] = [
  'ageGroup',
  'level',
  'type',
  'category',
  'price',
  'rating',
  'bpm',
  'metre',
];

/** The curriculum page shows styles as a strip; seller pages show them as a facet. */
export function facetGroups(filters: ChosenFilters, facets: ResourceFacets | undefined): FacetGroup[] {
  return IN_PANEL.map((name) => facetGroup(name, filters, facets));
}

/** Only a chip: lengths are found in the text, so they can't be counted. */
export function minutesGroup(filters: ChosenFilters): FacetGroup {
  return facetGroup('minutes', filters, undefined);
}

export function styleGroup(filters: ChosenFilters, facets: ResourceFacets | undefined): FacetGroup {
  return facetGroup('style', filters, facets);
}
