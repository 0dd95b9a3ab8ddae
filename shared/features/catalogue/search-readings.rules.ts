// What a typed search may mean, best guess first: filters and the words left over, the words as they are, or a part of
// it. The same for resources, courses and instructors.
import type { UnderstoodSearch } from './catalogue.schema.ts';
import {
  readSearch,
  type SearchFilters,
  type SearchReading,
  type SearchScope,
  withoutMinutes,
} from './search-words.rules.ts';

/** Replaces these filters of the request. */
export type ReadFilters = SearchFilters & { q: string | undefined };

export type Reading = {
  filters: ReadFilters;
  understood: UnderstoodSearch | null;
  /** The part of the search that is looked for, if not all of it. */
  part: string | null;
  /** The words that became filters. */
  named: string;
  /** Tried where filters found nothing: some of the words would be far from what was meant. */
  isEveryWordNeeded: boolean;
};

type Asked = { q?: string | undefined } & Readonly<Record<string, unknown>>;

/** Usually one. A later one counts if those before it find nothing. `asked` are the filters of the request. */
export function readingsOf(
  asked: Asked,
  { styles, scope }: { styles: readonly string[]; scope: SearchScope },
): Reading[] {
  const { q } = asked;
  const asTyped: Reading = {
    filters: { q },
    understood: null,
    part: null,
    named: '',
    isEveryWordNeeded: false,
  };
  if (!q) return [asTyped];
  const chosen = new Set(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  const read = readSearch(q, { styles, scope, chosen });
  if (read.named === '') return [asTyped];
  const { minutes, ...others } = read.filters;
  const isLengthOptional = minutes !== undefined && (Object.keys(others).length > 0 || read.rest !== '');
  const filtersAlone = read.rest === '' ? [] : [readingFrom({ ...read, rest: '' }, read.named)];
  return [
    readingFrom(read),
    ...(scope.isAnyWordEnough ? [] : [asTyped]),
    ...(isLengthOptional ? [readingFrom({ ...read, filters: others }, withoutMinutes(q))] : []),
    ...filtersAlone,
    ...(scope.isAnyWordEnough ? [{ ...asTyped, isEveryWordNeeded: true }] : []),
  ];
}

function readingFrom({ filters, rest, named }: SearchReading, part: string | null = null): Reading {
  return {
    filters: { ...filters, q: rest || undefined },
    understood: {
      q: rest || null,
      style: filters.style ?? [],
      ageGroup: filters.ageGroup ?? [],
      level: filters.level ?? [],
      type: filters.type ?? [],
      metre: filters.metre ?? [],
      bpm: filters.bpm ?? null,
      price: filters.price ?? null,
      minutes: filters.minutes ?? null,
      kind: filters.kind ?? null,
      place: filters.place ?? [],
    },
    part,
    named,
    isEveryWordNeeded: false,
  };
}

/** The first reading that finds something; the best guess if none does. */
export async function firstWithResults<Answer>(
  readings: readonly Reading[],
  look: (filters: ReadFilters, reading: Reading) => Promise<Answer>,
  totalOf: (answer: Answer) => number,
): Promise<{ answer: Answer; reading: Reading }> {
  const [best, ...others] = readings;
  if (!best) throw new Error('A search has at least one reading.');
  const first = { answer: await look(best.filters, best), reading: best };
  if (totalOf(first.answer) > 0) return first;
  for (const reading of others) {
    const answer = await look(reading.filters, reading);
    if (totalOf(answer) > 0) return { answer, reading };
  }
  return first;
}

/** The search that was answered, where it isn't the one that was typed. */
export function correctionOf({ part, named }: Reading, correctedWords: string | null): string | null {
  if (correctedWords === null) return part;
  return named === '' ? correctedWords : `${named} ${correctedWords}`;
}
