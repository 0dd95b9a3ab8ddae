// Turns typed text into a search: as typed, or corrected when nothing is found. Also suggests searches.
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import { openStyleCache } from '#server/features/style/style.service.ts';
import type * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import {
  type IndexedWord,
  listSuggestionRows,
  findIndexedWords,
  type Tier,
} from './catalogue-search.queries.ts';

const MOST_WORDS = 8;
const LONGEST_WORD = 40;

/** ASCII has no accents to remove; most input is ASCII. */
const PLAIN = /^[ -~]*$/;

/** Letters and digits, lower case, no accents: the same as catalogue_text in the database. */
export function wordsOf(typed: string): string[] {
  const words = (PLAIN.test(typed) ? typed.toLowerCase().match(/[a-z\d]+/g) : lettersOf(typed)) ?? [];
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD).toWellFormed()))].slice(0, MOST_WORDS);
}

function lettersOf(typed: string): string[] | null {
  const plain = typed.toWellFormed().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu);
}

/** For to_tsquery. The stemmer gives "plie" and "plies" different stems, so both forms are searched. */
function oneOf(words: readonly string[]): string {
  const forms = words.flatMap((word) => {
    if (word.endsWith('ie')) return [word, `${word}s`];
    return word.endsWith('ies') ? [word, word.slice(0, -1)] : [word];
  });
  return forms.length === 1 ? `'${forms[0]}'` : `(${forms.map((form) => `'${form}'`).join('|')})`;
}

export const asQuery = (words: readonly string[]) => words.map((word) => oneOf([word])).join('&');

export type Stage = { words: string; tier: Tier };
export type Found = {
  /** Number of hits at this stage. */
  found: number;
  /** This stage didn't search all listings. */
  hasMore: boolean;
};
type Outcome<Result> = { result: Result; stage: Stage; correctedQuery: string | null };

/**
 * Looks among the most useful first, for the words as typed: mostly that is all it takes. Where that does not fill
 * `enough`, unknown words are replaced and the circle is drawn wider. Null: there is nothing in it to look for.
 */
export async function search<Result extends Found>(
  ctx: AppContext,
  { typed, enough }: { typed: string; enough: number },
  look: (stage: Stage) => Promise<Result>,
): Promise<Outcome<Result> | null> {
  const words = wordsOf(typed);
  if (words.length === 0) return null;
  let stage: Stage = { words: asQuery(words), tier: 0 };
  let result = await look(stage);
  if (result.found >= enough || (result.found > 0 && !result.hasMore)) {
    return { result, stage, correctedQuery: null };
  }
  // A search with hits consists of known words.
  const isKnown = result.found > 0;
  const meant = isKnown
    ? { query: stage.words, corrected: null }
    : understand(await findIndexedWords(ctx.db, { words }));
  if (meant.query === null) return null;
  if (meant.query !== stage.words) {
    stage = { words: meant.query, tier: 0 };
    result = await look(stage);
  }
  while (result.found < enough && result.hasMore && stage.tier < 2) {
    stage = { ...stage, tier: stage.tier === 0 ? 1 : 2 };
    result = await look(stage);
  }
  return { result, stage, correctedQuery: meant.corrected };
}

/** An unknown last word may be half typed. Any other unknown word is split in two or replaced by the most similar one. */
export function understand(known: readonly IndexedWord[]): {
  query: string | null;
  corrected: string | null;
} {
  const parts: string[] = [];
  const shown: string[] = [];
  let isCorrected = false;
  for (const { word, isIgnored, isKnown, longer, split, alike } of known) {
    const meant = isKnown || longer.length > 0 ? null : (split ?? (alike === null ? null : [alike]));
    isCorrected ||= meant !== null;
    shown.push(...(meant ?? [word]));
    if (meant) parts.push(...meant.map((one) => oneOf([one])));
    else if (longer.length > 0 && !isKnown) parts.push(oneOf(longer));
    else if (isKnown || !isIgnored) parts.push(oneOf([word]));
  }
  return {
    query: parts.length > 0 ? parts.join('&') : null,
    corrected: isCorrected ? shown.join(' ') : null,
  };
}

type Suggestion = output<typeof contract.suggestSearches.response>[number];

const MOST = 10;

export async function suggestSearches(ctx: AppContext, q = ''): Promise<Suggestion[]> {
  const words = wordsOf(q);
  const last = words.at(-1);
  if (last === undefined) return [];
  const before = words.slice(0, -1);
  const start = words.join(' ');
  const rows = await listSuggestionRows(ctx.db, { start, last, before: asQuery(before) });
  const { styles } = await openStyleCache(ctx);
  const found = [
    ...rows.words.map((word) => wordsSuggestion([...before, word].join(' '))),
    ...styles.filter(({ name }) => beginsWith(name, start)).map(({ name }) => styleSuggestion(name)),
    ...rows.resources.map(({ id, name }) => thing('resource', name, `/curriculum/${id}`)),
    ...rows.courses.map(({ id, name }) => thing('course', name, `/courses/${id}`)),
    ...rows.sellers.map(({ id, name }) => thing('seller', name, `/sellers/${id}`)),
  ];
  return found.length > 0 ? found.slice(0, MOST) : suggestCorrection(ctx, words);
}

const beginsWith = (name: string, start: string) => name.toLowerCase().startsWith(start);

async function suggestCorrection(ctx: AppContext, words: string[]): Promise<Suggestion[]> {
  const { corrected } = understand(await findIndexedWords(ctx.db, { words }));
  return corrected === null ? [] : [wordsSuggestion(corrected)];
}

const wordsSuggestion = (text: string): Suggestion =>
  thing('words', text, `/curriculum?q=${encodeURIComponent(text)}`);
const styleSuggestion = (style: string): Suggestion =>
  thing('style', style, `/curriculum?style=${encodeURIComponent(style)}`);

function thing(kind: Suggestion['kind'], text: string, to: string): Suggestion {
  return { kind, text, to };
}
