// Suggestions while someone types: resources first, then courses, styles and words, then people. None leads to an empty
// page, and nothing is suggested that only resembles the input.
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import { suggestInstructors } from '#server/features/connect/connect.service.ts';
import { suggestCourses } from '#server/features/course/course.service.ts';
import { openStyleCache } from '#server/features/style/style.service.ts';
import type * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import { resourceListQuery } from '#shared/features/catalogue/catalogue.schema.ts';
import { readingsOf } from '#shared/features/catalogue/search-readings.rules.ts';
import { RESOURCE_SEARCH } from '#shared/features/catalogue/search-words.rules.ts';
import { findIndexedWords, listSuggestionRows, listWithHits } from './catalogue-search.queries.ts';
import { asQuery, understand, wordsOf } from './catalogue-search.service.ts';
import { listResources, parseFacetChoices } from './catalogue.service.ts';
import { choiceTerms, keyOf, minutesTerms } from './facet-codes.ts';

type Suggestion = output<typeof contract.suggestSearches.response>[number];

const MOST = 10;
const MOST_RESOURCES = 4;
const MOST_COURSES = 2;
const MOST_INSTRUCTORS = 2;
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
  const [rows, courses, instructors] = await Promise.all([
    listSuggestionRows(ctx.db, {
      start,
      last,
      before: asQuery(before),
      styleKeys: styles.map((name) => keyOf(codes.get(name) ?? [])),
    }),
    suggestCourses(ctx, q, { start, wordsOf: asStarted }, MOST_COURSES),
    start.length < SHORTEST_SEARCH
      ? []
      : suggestInstructors(ctx, q, { start, wordsOf: inName }, MOST_INSTRUCTORS),
  ]);
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
    ...courses.map(({ id, name }) => toSuggestion('course', name, `/courses/${id}`)),
    ...styles.filter((_, at) => (rows.styleCounts[at] ?? 0) > 0).map(styleSuggestion),
    ...completions.map(wordsSuggestion),
  ];
  const people = [
    ...instructors.map(({ id, name }) => toSuggestion('instructor', name, `/instructors/${id}`)),
    ...rows.sellers.map(({ id, name }) => toSuggestion('seller', name, `/sellers/${id}`)),
  ];
  if (found.length + people.length === 0) return suggestCorrection(ctx, words);
  // People come last but always have a place.
  return [...found.slice(0, MOST - people.length), ...people];
}

/** As a tsquery: all words, the last of which may be half typed. `weight` limits where they may occur. */
const startedQuery = (left: string, weight = '') =>
  wordsOf(left)
    .map((word, at, { length }) => `'${word}':${at === length - 1 ? '*' : ''}${weight}`.replace(/:$/, ''))
    .join('&');
const asStarted = (left: string) => (left.length < SHORTEST_SEARCH ? '' : startedQuery(left));
/** Name, headline, what they help with and styles. */
const inName = (left: string) => startedQuery(left, 'A');

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
  const { names: styles } = await openStyleCache(ctx);
  const hits = await Promise.all(
    searches.map(async (q) => {
      const [read] = readingsOf({ q }, { styles, scope: RESOURCE_SEARCH });
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
