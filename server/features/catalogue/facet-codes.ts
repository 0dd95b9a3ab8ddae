// Facet values as numbers: a code for each value, a bit for each code, a key for each set of codes.
// The database functions resource_codes and choice_keys return the same numbers; a test compares them.
import {
  BPM_BAND_NAMES,
  PRICE_BAND_NAMES,
  RATING_FLOORS,
} from '#shared/features/catalogue/catalogue.rules.ts';
import type { ResourceFilters } from '#shared/features/catalogue/catalogue.schema.ts';
import { MINUTES_IN_WORDS } from '#shared/features/catalogue/search-vocabulary.ts';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import { AGE_GROUPS, LEVELS, levelsFor, RESOURCE_TYPES } from '#shared/vocabulary.ts';

/** Lengths are words of the text, not values of a facet. */
export type Facet = Exclude<keyof ResourceFilters, 'q' | 'minutes'>;
/** Every facet except category, whose values are rows of a table. */
export type FixedFacet = Exclude<Facet, 'category'>;
export const FIXED_FACETS: readonly FixedFacet[] = [
  'type',
  'style',
  'ageGroup',
  'level',
  'price',
  'rating',
  'bpm',
  'metre',
];

const inOrder = (values: readonly string[], first: number) =>
  new Map(values.map((value, at) => [value, [first + at]] as const));

type ByValue = ReadonlyMap<string, readonly number[]>;

/** The codes that stand for each value. Styles have theirs in their table rows. */
export const CODES: Readonly<Record<Exclude<FixedFacet, 'style'>, ByValue>> = {
  type: inOrder(RESOURCE_TYPES, 1),
  ageGroup: inOrder(AGE_GROUPS, 23),
  // Each resource has one code here too; what is for mixed levels is found under every level.
  level: new Map(LEVELS.map((level) => [level, levelsFor([level]).map((one) => 31 + LEVELS.indexOf(one))])),
  price: inOrder(PRICE_BAND_NAMES, 37),
  // Ratings are stored in bands (none, below 3, 3+, 4+, 4.5+), so each resource has exactly one code.
  rating: new Map(RATING_FLOORS.map((floor, at) => [floor, [44, 45, 46].slice(2 - at)] as const)),
  bpm: inOrder(BPM_BAND_NAMES, 47),
  metre: inOrder(METRES, 52),
};

export function codesIn(facet: FixedFacet, styles: ByValue): ByValue {
  return facet === 'style' ? styles : CODES[facet];
}

const CATEGORY = 64;
const AGES = { first: 23, last: 29 };
const KEY_PART = 20n;
/** At most this many codes make a key. */
export const MOST_CODES = 3;
/** Beyond this many keys, counting rows is cheaper. */
const MOST_KEYS = 1000;

/** The chosen codes of each facet. A listing matches a facet if it has any one of them. */
export type Choices = ReadonlyMap<Facet, readonly number[]>;

/** `categoryIds` includes all descendants of the chosen categories. */
export function choicesOf(
  filters: Pick<ResourceFilters, Facet>,
  { categoryIds, styles }: { categoryIds: readonly number[]; styles: ByValue },
): Choices {
  const choices = new Map<Facet, number[]>();
  for (const facet of FIXED_FACETS) {
    const chosen = filters[facet];
    // Most are not chosen from.
    if (chosen === undefined || chosen.length === 0) continue;
    choices.set(facet, codesOf(codesIn(facet, styles), [chosen].flat()));
  }
  if (filters.category?.length) choices.set('category', categoryIds.map(categoryCode));
  return choices;
}

function codesOf(byValue: ByValue, values: readonly string[]): number[] {
  return [...new Set(values.flatMap((value) => byValue.get(value) ?? []))];
}

export const categoryCode = (id: number): number => CATEGORY + id;

/** Bit mask of codes below 64, as stored in `resource_listings.bits`. */
export function maskOf(codes: readonly number[]): bigint {
  return codes.reduce((mask, code) => mask | (1n << BigInt(code - 1)), 0n);
}

/** A facet without a choice gets all bits, which every listing matches. */
export function masksOf(choices: Choices): Record<FixedFacet, bigint> {
  const masks = FIXED_FACETS.map((facet) => [facet, maskFor(choices.get(facet))] as const);
  return Object.fromEntries(masks) as Record<FixedFacet, bigint>;
}

const maskFor = (codes: readonly number[] | undefined) => (codes ? maskOf(codes) : -1n);

export function categoryIdsOf(choices: Choices): number[] | null {
  return choices.get('category')?.map((code) => code - CATEGORY) ?? null;
}

/** The choices as tsquery terms: `('~1'|'~2')&'~31'`. Empty when nothing is chosen. */
export function choiceTerms(choices: Choices): string[] {
  // A category without resources has no code; '~' matches nothing.
  return [...choices.values()].map((codes) => `(${codes.map((code) => `'~${code}'`).join('|') || "'~'"})`);
}

/** As tsquery terms: a length, in digits or in words. */
export function minutesTerms(minutes: number | undefined): string[] {
  if (minutes === undefined) return [];
  const stems = [String(minutes), ...(MINUTES_IN_WORDS[minutes] ? [MINUTES_IN_WORDS[minutes]] : [])];
  const phrases = stems.map(
    (words) =>
      `${words
        .split(' ')
        .map((word) => `'${stemOf(word)}'`)
        .join('<->')}<->'minut'`,
  );
  if (minutes === 60) phrases.push("'1'<->'hour'", "'one'<->'hour'", "'hour'<->'long'");
  if (minutes === 30) phrases.push("'half'<->'hour'", "'half'<2>'hour'");
  return [`(${phrases.join('|')})`];
}

/** As the English stemmer has it: “fifteen”, “forti”. */
const stemOf = (word: string) => word.replace(/y$/, 'i');

/** Codes in ascending order, 20 bits each. */
export function keyOf(codes: readonly number[]): bigint {
  return codes.toSorted((a, b) => a - b).reduce((key, code) => (key << KEY_PART) | BigInt(code), 0n);
}

/**
 * Every way to take one code of each facet; null when their counters would not add up to a total: more than `most`
 * facets, or several ages, since one resource can be for both.
 */
export function codeSets(choices: Choices, most: number): number[][] | null {
  if (choices.size > most) return null;
  let sets: number[][] = [[]];
  for (const codes of choices.values()) {
    if (codes.filter((code) => code >= AGES.first && code <= AGES.last).length > 1) return null;
    sets = sets.flatMap((set) => codes.map((code) => [...set, code]));
    if (sets.length > MOST_KEYS) return null;
  }
  return sets;
}

/** The counters that add up to the number of matching listings; null if no sum of counters does. */
export function counterKeys(choices: Choices): bigint[] | null {
  return codeSets(choices, MOST_CODES)?.map(keyOf) ?? null;
}
