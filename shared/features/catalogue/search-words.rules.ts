// Reads what a teacher types: “ballet 6-8 year olds”, “beginner tap 45 minutes”. Recognizes ages, levels, lengths, types,
// styles, tempo and metre in any order and leaves the other words for full text. One reader for every list: resources,
// courses and instructors. Pure: the caller says which styles exist, and which filters its list has.
import { MEETING_PLACES, type MeetingPlace } from '#shared/features/instructor/instructor.rules.ts';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import {
  AGE_GROUPS,
  type AgeGroup,
  COURSE_KINDS,
  type CourseKind,
  LEVELS,
  RESOURCE_TYPES,
} from '#shared/vocabulary.ts';
import { BPM_BAND_NAMES, BPM_BANDS, MOST_MINUTES } from './catalogue.rules.ts';
import type { ResourceFilters } from './catalogue.schema.ts';
import {
  AGE_WORDS,
  FILLERS,
  FREE_WORDS,
  KIND_WORDS,
  LEVEL_WORDS,
  NOT_YEARS,
  NUMBERS,
  PEOPLE_FILLERS,
  PLACE_WORDS,
  STYLE_WORDS,
  TYPE_WORDS,
} from './search-vocabulary.ts';

/** The filters that words can name. */
export type SearchFilters = Pick<
  ResourceFilters,
  'style' | 'ageGroup' | 'level' | 'type' | 'metre' | 'bpm' | 'price' | 'minutes'
> & {
  /** Of courses. */
  kind?: CourseKind | undefined;
  /** Where an instructor teaches. */
  place?: MeetingPlace[] | undefined;
};
type FilterName = keyof SearchFilters;

/** What a list can do with words. */
export type SearchScope = {
  /** Words for filters the list doesn't have stay words. */
  filters: ReadonlySet<FilterName>;
  /** More words that say nothing once a filter is recognized. */
  fillers: ReadonlySet<string>;
  /** Its text search finds what has any of the words, so filters alone are a better guess than words alone. */
  isAnyWordEnough: boolean;
};

const NO_WORDS: ReadonlySet<string> = new Set();
export const RESOURCE_SEARCH: SearchScope = {
  filters: new Set(['style', 'ageGroup', 'level', 'type', 'metre', 'bpm', 'price', 'minutes']),
  fillers: NO_WORDS,
  isAnyWordEnough: false,
};
export const COURSE_SEARCH: SearchScope = {
  filters: new Set(['style', 'ageGroup', 'level', 'price', 'kind']),
  fillers: NO_WORDS,
  isAnyWordEnough: false,
};
export const INSTRUCTOR_SEARCH: SearchScope = {
  filters: new Set(['style', 'ageGroup', 'level', 'place']),
  fillers: PEOPLE_FILLERS,
  isAnyWordEnough: true,
};

export type SearchReading = {
  filters: SearchFilters;
  /** The words that name no filter; for full text. */
  rest: string;
  /** The words that name filters, as typed. */
  named: string;
};

type Known = {
  /** Names of the dance styles. */
  styles: readonly string[];
  scope?: SearchScope;
  /** Filters chosen already: words that name these stay words. */
  chosen?: ReadonlySet<string>;
};

export function readSearch(
  typed: string,
  { styles, scope = RESOURCE_SEARCH, chosen = NO_WORDS }: Known,
): SearchReading {
  const reading = new Reading(typed, scope, chosen);
  readMetre(reading);
  readTempo(reading);
  readMinutes(reading);
  readAges(reading);
  readNames(reading, styles);
  if (reading.isEmpty) return { filters: {}, rest: typed.trim(), named: '' };
  const rest = reading.rest();
  return { filters: reading.filters(styles), rest: rest.join(' '), named: namedIn(typed, rest) };
}

/** The search without its length: “beginner tap” of “beginner tap 45 minutes”. */
export function withoutMinutes(typed: string): string {
  const reading = new Reading(typed, RESOURCE_SEARCH, NO_WORDS);
  readMinutes(reading);
  return wordsIn(reading.text).join(' ');
}

function namedIn(typed: string, rest: readonly string[]): string {
  const named = wordsIn(plain(typed)).filter((word) => !rest.includes(word));
  return named.join(' ').replace(/^(?:(?:a|and|for|in|the|with) )+/, '');
}

/** Keeps what belongs to a number: “6-8”, “6/8”, “18+”. */
const wordsIn = (text: string) => text.match(/\d+[-/]\d+|\d+\+|[\p{L}\p{N}]+/gu) ?? [];

/** Replaces recognized words, so that the words around them don't form a phrase. */
const GAP = ' | ';

type Words = (string | undefined)[];

/** The text still to be read, and what was found in it so far. */
class Reading {
  text: string;
  readonly #scope: SearchScope;
  readonly #chosen: ReadonlySet<string>;
  readonly #found = new Map<FilterName, Set<string>>();

  constructor(typed: string, scope: SearchScope, chosen: ReadonlySet<string>) {
    this.text = plain(typed);
    this.#scope = scope;
    this.#chosen = chosen;
  }

  isOpen(filter: FilterName): boolean {
    return this.#scope.filters.has(filter) && !this.#chosen.has(filter);
  }

  has(filter: FilterName): boolean {
    return this.#found.has(filter);
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** Removes what matches and means something for the filter. */
  take(filter: FilterName, pattern: RegExp, mean: (...words: Words) => readonly string[]): void {
    if (!this.isOpen(filter)) return;
    this.text = this.text.replace(pattern, (match: string, ...groups: unknown[]) => {
      const values = mean(...groups.map((group) => (typeof group === 'string' ? group : undefined)));
      if (values.length === 0) return match;
      this.#found.set(filter, new Set([...(this.#found.get(filter) ?? []), ...values]));
      return GAP;
    });
  }

  /** In the order of the vocabularies, as the address has them. */
  filters(styles: readonly string[]): SearchFilters {
    const several = <Value extends string>(filter: FilterName, values: readonly Value[]) => {
      const found = this.#found.get(filter);
      return found && { [filter]: values.filter((value) => found.has(value)) };
    };
    const [minutes] = this.#found.get('minutes') ?? [];
    const [bpm] = this.#found.get('bpm') ?? [];
    const [kind] = this.#found.get('kind') ?? [];
    return {
      ...several('style', styles.toSorted()),
      ...several('ageGroup', AGE_GROUPS),
      ...several('level', LEVELS),
      ...several('type', RESOURCE_TYPES),
      ...several('metre', METRES),
      ...(bpm !== undefined && { bpm: BPM_BAND_NAMES.find((name) => name === bpm) }),
      ...(this.has('price') && { price: 'free' }),
      ...(minutes !== undefined && { minutes: Number(minutes) }),
      ...(kind !== undefined && { kind: COURSE_KINDS.find((name) => name === kind) }),
      ...several('place', MEETING_PLACES),
    };
  }

  rest(): string[] {
    const { fillers } = this.#scope;
    return this.text
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '' && !FILLERS.has(word) && !fillers.has(word));
  }
}

/** Lower case, no accents, one kind of dash; between spaces, so that every word has a boundary. */
function plain(typed: string): string {
  const letters = typed.toWellFormed().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const marks = letters
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}$/+-]+/gu, ' ');
  return ` ${marks.trim()} `;
}

function readMetre(reading: Reading): void {
  reading.take('metre', /(?<![\d/])(\d{1,2}) ?\/ ?(\d)(?: time| meter| metre)?(?![\d/])/g, (beats, unit) =>
    METRES.filter((metre) => metre === `${beats}/${unit}`),
  );
}

function readTempo(reading: Reading): void {
  reading.take('bpm', /\b(\d{2,3}) ?bpm\b/g, (beats) =>
    reading.has('bpm')
      ? []
      : BPM_BAND_NAMES.filter(
          (name) => Number(beats) >= BPM_BANDS[name].from && Number(beats) < BPM_BANDS[name].below,
        ),
  );
}

const NUMBER = `\\d{1,3}|${Object.keys(NUMBERS).join('|')}`;
const numberOf = (word = '') => NUMBERS[word] ?? Number(word);

const IN_MINUTES = new RegExp(
  `(?<!\\d|- ?|\\bto |\\bor )\\b(${NUMBER})(?:[ -](five))?[ -]?(?:minutes?|mins?)\\b(?: long)?`,
  'g',
);

/** The first length; a range of minutes stays text. */
function readMinutes(reading: Reading): void {
  const mean = (minutes: number) =>
    !reading.has('minutes') && minutes >= 1 && minutes <= MOST_MINUTES ? [String(minutes)] : [];
  reading.take('minutes', IN_MINUTES, (number, five) => mean(numberOf(number) + (five ? 5 : 0)));
  reading.take('minutes', /\bhalf(?:[ -]an)?[ -]hour\b(?: long)?/g, () => mean(30));
  reading.take('minutes', /\b(?:1|one|an)[ -]hour\b(?:[ -]long)?/g, () => mean(60));
}

const BANDS: readonly (readonly [AgeGroup, from: number, to: number])[] = [
  ['Toddler (2-4)', 2, 4],
  ['Children (5-8)', 5, 8],
  ['Pre-Teen (9-12)', 9, 12],
  ['Teen (13-17)', 13, 17],
  ['Adult (18+)', 18, 54],
  ['Senior (55+)', 55, 110],
];

/** The age groups of everyone between these ages. */
function groupsBetween(from: number, to: number): AgeGroup[] {
  return BANDS.filter(([, first, last]) => from <= to && from <= last && to >= first).map(([group]) => group);
}

/** “18+” means adults; from fifty on, older people are meant too. */
const groupsFrom = (from: number) => (from < 2 ? [] : groupsBetween(from, from >= 50 ? 110 : 54));

const YEARS = '[ -]?(?:(?:years?|yrs?)[ -]?olds?|years|yrs?|yos?|y/o)';
const AGED = '(?:ages?|aged|age groups?) ?';
const AND_UP = '(?: ?\\+| (?:and|or) (?:up|over|older|above))';
const NO_DIGIT_BEFORE = '(?<![\\d$/+-])';
const RANGE = new RegExp(
  `(${AGED})?${NO_DIGIT_BEFORE}\\b(${NUMBER})s? ?(-|to|and) ?(${NUMBER})s?(${YEARS})?(?![\\w/+])(?= ?([a-z]*))`,
  'g',
);
const OPEN = new RegExp(
  `(?:${AGED})?${NO_DIGIT_BEFORE}\\b(${NUMBER})(?:${YEARS})?${AND_UP}(?:${YEARS})?(?!\\w)`,
  'g',
);
const LIMIT = new RegExp(
  `\\b(under|below|over|above)[ -](?:the )?(?:${AGED})?(${NUMBER})s?(?:${YEARS})?(?![\\w/])(?= ?([a-z]*))`,
  'g',
);
const SINGLE = new RegExp(
  `(?:${AGED}(${NUMBER})(?:(?: and| or)? (${NUMBER}))?(?:(?: and| or)? (${NUMBER}))?(?:${YEARS})?|${NO_DIGIT_BEFORE}\\b(${NUMBER})${YEARS})(?!\\w)`,
  'g',
);

function readAges(reading: Reading): void {
  reading.take('ageGroup', RANGE, (...range) => {
    const [aged, first, joint, second, years, next = ''] = range;
    // “6-8” alone are ages, but not “6-8 weeks”, “two to four” or “5 and 6”.
    const isMarked = aged !== undefined || years !== undefined;
    const isPlain = /^\d/.test(first ?? '') && joint !== 'and' && !NOT_YEARS.has(next);
    return isMarked || isPlain ? groupsBetween(numberOf(first), numberOf(second)) : [];
  });
  reading.take('ageGroup', OPEN, (from) => groupsFrom(numberOf(from)));
  reading.take('ageGroup', LIMIT, (side, age, next = '') => {
    if (NOT_YEARS.has(next)) return [];
    const isUpper = side === 'under' || side === 'below';
    return isUpper ? groupsBetween(2, numberOf(age) - 1) : groupsFrom(numberOf(age));
  });
  reading.take('ageGroup', SINGLE, (...ages) =>
    ages.slice(0, 4).flatMap((age) => (age === undefined ? [] : groupsBetween(numberOf(age), numberOf(age)))),
  );
}

type Name = { filter: FilterName; words: string; values: readonly string[]; pattern: RegExp };

const FIXED_NAMES: readonly Name[] = [
  ...AGE_WORDS.flatMap(([values, words]) => namesOf('ageGroup', words, values)),
  ...Object.entries(LEVEL_WORDS).flatMap(([value, words]) => namesOf('level', words, [value])),
  ...Object.entries(TYPE_WORDS).flatMap(([value, words]) => namesOf('type', words, [value])),
  ...namesOf('price', FREE_WORDS, ['free']),
  ...Object.entries(KIND_WORDS).flatMap(([value, words]) => namesOf('kind', words, [value])),
  ...Object.entries(PLACE_WORDS).flatMap(([value, words]) => namesOf('place', words, [value])),
];

function namesOf(filter: FilterName, words: readonly string[], values: readonly string[]): Name[] {
  return words.map((word) => ({
    filter,
    words: word,
    values,
    pattern: new RegExp(`(?<= )${word}s?(?= )`, 'gu'),
  }));
}

/** “Other” names a style and a type, but nobody means either. */
function styleNames(styles: readonly string[]): Name[] {
  return styles
    .filter((style) => style !== 'Other')
    .flatMap((style) => namesOf('style', [asWords(style), ...(STYLE_WORDS[style] ?? [])], [style]));
}

const asWords = (text: string) =>
  plain(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** By the list of styles, which changes rarely: building the names takes longer than reading a search. */
const namesByStyles = new WeakMap<readonly string[], readonly Name[]>();

function allNames(styles: readonly string[]): readonly Name[] {
  const known = namesByStyles.get(styles);
  if (known) return known;
  const names = [...styleNames(styles), ...FIXED_NAMES]
    .filter(({ words }) => words !== '')
    .toSorted((a, b) => b.words.length - a.words.length);
  namesByStyles.set(styles, names);
  return names;
}

/** Longer names first: “mixed ages” before “mixed”, “pre teen” before “teen”. Then single words, forgiving a slip. */
function readNames(reading: Reading, styles: readonly string[]): void {
  reading.text = ` ${reading.text.replaceAll(/[^\p{L}\p{N}|]+/gu, ' ').trim()} `;
  const names = allNames(styles);
  for (const { filter, words, values, pattern } of names) {
    if (reading.text.includes(words)) reading.take(filter, pattern, () => values);
  }
  for (const filter of ['style', 'ageGroup', 'level', 'type'] as const) {
    const single = names.filter((name) => name.filter === filter && isGuessable(name.words));
    reading.take(filter, /(?<= )(\p{L}{5,})(?= )/gu, (word = '') => {
      return single.find(({ words }) => isSlipOf(words, word) || isSlipOf(`${words}s`, word))?.values ?? [];
    });
  }
}

/** Shorter words are too close to others: “satin” is not “Latin”. */
const isGuessable = (words: string) => words.length >= 6 && !words.includes(' ');

/** Same first letter, and one letter missing, added, changed or swapped; two in long words. */
function isSlipOf(word: string, typed: string): boolean {
  const most = word.length >= 8 ? 2 : 1;
  if (word[0] !== typed[0] || Math.abs(word.length - typed.length) > most) return false;
  return distance(word, typed) <= most;
}

function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
