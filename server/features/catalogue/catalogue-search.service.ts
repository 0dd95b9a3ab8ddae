// Turns words into a search: as typed, or corrected when nothing is found.
import type { AppContext } from '#server/context.ts';
import { findIndexedWords, type IndexedWord, type Tier } from './catalogue-search.queries.ts';

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
 * Searches the most useful listings first, for the words as typed; usually that is enough. If there are fewer than
 * `enough` hits, unknown words are replaced and the search is widened. Null if there is nothing to search for.
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
