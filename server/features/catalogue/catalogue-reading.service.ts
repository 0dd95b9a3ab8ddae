// What a typed search may mean, best guess first: filters and the words left over, the words as they are, or a part of it.
import type { AppContext } from '#server/context.ts';
import { openStyleCache, type StyleCache } from '#server/features/style/style.service.ts';
import type { ResourceFilters, UnderstoodSearch } from '#shared/features/catalogue/catalogue.schema.ts';
import {
  readSearch,
  type SearchFilters,
  type SearchReading,
  withoutMinutes,
} from '#shared/features/catalogue/search-words.rules.ts';

/** Replaces these filters of the request. */
export type ReadFilters = SearchFilters & { q: string | undefined };

export type Reading = {
  filters: ReadFilters;
  understood: UnderstoodSearch | null;
  /** The part of the search that is looked for, if not all of it. */
  part: string | null;
  /** The words that became filters. */
  named: string;
};

const names = new WeakMap<StyleCache, string[]>();

/** One list per cache, so that what is derived from it is built once. */
function styleNamesIn(book: StyleCache): string[] {
  const known = names.get(book) ?? book.styles.map(({ name }) => name);
  names.set(book, known);
  return known;
}

/** Usually one. A later one counts if those before it find nothing. */
export async function readingsOf(ctx: AppContext, filter: ResourceFilters): Promise<Reading[]> {
  const { q } = filter;
  const asTyped: Reading = { filters: { q }, understood: null, part: null, named: '' };
  if (!q) return [asTyped];
  const styles = styleNamesIn(await openStyleCache(ctx));
  const chosen = new Set(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  const read = readSearch(q, { styles, chosen });
  if (read.named === '') return [asTyped];
  const readings = [readingFrom(read), asTyped];
  const { minutes, ...others } = read.filters;
  if (minutes !== undefined && (Object.keys(others).length > 0 || read.rest !== '')) {
    readings.push(readingFrom({ ...read, filters: others }, withoutMinutes(q)));
  }
  if (read.rest !== '') readings.push(readingFrom({ ...read, rest: '' }, read.named));
  return readings;
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
    },
    part,
    named,
  };
}

/** The first reading that finds something; the best guess if none does. */
export async function firstWithResults<Answer>(
  readings: readonly Reading[],
  look: (filters: ReadFilters) => Promise<Answer>,
  totalOf: (answer: Answer) => number,
): Promise<{ answer: Answer; reading: Reading }> {
  const [best, ...others] = readings;
  if (!best) throw new Error('A search has at least one reading.');
  const first = { answer: await look(best.filters), reading: best };
  if (totalOf(first.answer) > 0) return first;
  for (const reading of others) {
    const answer = await look(reading.filters);
    if (totalOf(answer) > 0) return { answer, reading };
  }
  return first;
}

/** The search that was answered, where it isn't the one that was typed. */
export function correctionOf({ part, named }: Reading, correctedWords: string | null): string | null {
  if (correctedWords === null) return part;
  return named === '' ? correctedWords : `${named} ${correctedWords}`;
}
