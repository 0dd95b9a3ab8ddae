// What someone may be about to type, and where it leads.
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import { openStyleBook } from '#server/features/style/style.service.ts';
import type { suggestSearches } from '#shared/features/resource/resource.contract.ts';
import { lookUpWords } from './catalogue-search.queries.ts';
import { asQuery, understand, wordsOf } from './catalogue-search.service.ts';
import { listSuggestionRows } from './catalogue-suggest.queries.ts';

type Suggestion = output<typeof suggestSearches.response>[number];

const MOST = 10;

export async function listSuggestions(ctx: AppContext, q = ''): Promise<Suggestion[]> {
  const words = wordsOf(q);
  const last = words.at(-1);
  if (last === undefined) return [];
  const before = words.slice(0, -1);
  const start = words.join(' ');
  const rows = await listSuggestionRows(ctx.db, { start, last, before: asQuery(before) });
  const { styles } = await openStyleBook(ctx);
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
  const { corrected } = understand(await lookUpWords(ctx.db, { words }));
  return corrected === null ? [] : [wordsSuggestion(corrected)];
}

const wordsSuggestion = (text: string): Suggestion =>
  thing('words', text, `/curriculum?q=${encodeURIComponent(text)}`);
const styleSuggestion = (style: string): Suggestion =>
  thing('style', style, `/curriculum?style=${encodeURIComponent(style)}`);

function thing(kind: Suggestion['kind'], text: string, to: string): Suggestion {
  return { kind, text, to };
}
