// Suggestions while someone types: resources first, then words, styles and sellers. None leads to an empty page.
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import { openStyleCache } from '#server/features/style/style.service.ts';
import type * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import { resourceListQuery } from '#shared/features/catalogue/catalogue.schema.ts';
import { findIndexedWords, listSuggestionRows, listWithHits } from './catalogue-search.queries.ts';
import { asQuery, understand, wordsOf } from './catalogue-search.service.ts';
import { readingsOf } from './catalogue-reading.service.ts';
import { listResources, parseFacetChoices } from './catalogue.service.ts';
import { choiceTerms, keyOf, minutesTerms } from './facet-codes.ts';

type Suggestion = output<typeof contract.suggestSearches.response>[number];

const MOST = 10;
const MOST_RESOURCES = 4;
/** Fewer letters match too much to be worth a search of their own. */
const SHORTEST_SEARCH = 3;

export async function suggestSearches(ctx: AppContext, q = ''): Promise<Suggestion[]> {
  const words = wordsOf(q);
  const last = words.at(-1);
  if (last === undefined) return [];
  const before = words.slice(0, -1);
  const start = words.join(' ');
  const { styles: all, codes } = await openStyleCache(ctx);
  const styles = all.map(({ name }) => name).filter((name) => name.toLowerCase().startsWith(start));
  const rows = await listSuggestionRows(ctx.db, {
    start,
    last,
    before: asQuery(before),
    styleKeys: styles.map((name) => keyOf(codes.get(name) ?? [])),
  });
  const [resources, completions] = await Promise.all([
    withFound(ctx, q, rows.resources),
    // A single word in use is always found.
    before.length === 0
      ? rows.words
      : withResults(
          ctx,
          rows.words.map((word) => [...before, word].join(' ')),
        ),
  ]);
  const found = [
    ...resources.map(({ id, name }) => toSuggestion('resource', name, `/curriculum/${id}`)),
    ...rows.courses.map(({ id, name }) => toSuggestion('course', name, `/courses/${id}`)),
    ...styles.filter((_, at) => (rows.styleCounts[at] ?? 0) > 0).map(styleSuggestion),
    ...completions.map(wordsSuggestion),
    ...rows.sellers.map(({ id, name }) => toSuggestion('seller', name, `/sellers/${id}`)),
  ];
  if (found.length === 0) return suggestCorrection(ctx, words);
  // Sellers come last but always have a place.
  const sellers = rows.sellers.length;
  return [
    ...found.slice(0, found.length - sellers).slice(0, MOST - sellers),
    ...found.slice(found.length - sellers),
  ];
}

type Named = { id: number; name: string };

/** The resources whose titles begin so, then the best ones that the search itself finds. */
async function withFound(ctx: AppContext, q: string, titled: Named[]): Promise<Named[]> {
  if (titled.length >= MOST_RESOURCES || q.trim().length < SHORTEST_SEARCH) return titled;
  const { items, correctedQuery, understood } = await listResources(ctx, resourceListQuery.parse({ q }));
  // A misspelled search is suggested as corrected words instead.
  if (correctedQuery !== null && understood === null) return titled;
  const others = items.filter(({ id }) => titled.every((one) => one.id !== id));
  return [...titled, ...others.map(({ id, title }) => ({ id, name: title }))].slice(0, MOST_RESOURCES);
}

/** Of these searches, those that find something: as they are read, or as plain words. */
async function withResults(ctx: AppContext, searches: readonly string[]): Promise<string[]> {
  const hits = await Promise.all(
    searches.map(async (q) => {
      const [read] = await readingsOf(ctx, { q });
      const choices = read ? choiceTerms(await parseFacetChoices(ctx, read.filters)) : [];
      return {
        words: asQuery(wordsOf(read?.filters.q ?? '')),
        choices: [...choices, ...minutesTerms(read?.filters.minutes)].join('&'),
        plain: asQuery(wordsOf(q)),
      };
    }),
  );
  const isFound = await listWithHits(ctx.db, { hits });
  return searches.filter((_, at) => isFound[at]);
}

async function suggestCorrection(ctx: AppContext, words: string[]): Promise<Suggestion[]> {
  const { corrected } = understand(await findIndexedWords(ctx.db, { words }));
  if (corrected === null) return [];
  const { total } = await listResources(ctx, resourceListQuery.parse({ q: corrected }));
  return total > 0 ? [wordsSuggestion(corrected)] : [];
}

const wordsSuggestion = (text: string): Suggestion =>
  toSuggestion('words', text, `/curriculum?q=${encodeURIComponent(text)}`);
const styleSuggestion = (style: string): Suggestion =>
  toSuggestion('style', style, `/curriculum?style=${encodeURIComponent(style)}`);

function toSuggestion(kind: Suggestion['kind'], text: string, to: string): Suggestion {
  return { kind, text, to };
}
