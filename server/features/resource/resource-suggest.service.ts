// What someone may be about to type, and where it leads.
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { suggestSearches } from '#shared/features/resource/resource.contract.ts';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { listTitlesLike } from './resource-suggest.queries.ts';

type Suggestion = output<typeof suggestSearches.response>[number];

export async function listSuggestions(ctx: AppContext, q = ''): Promise<Suggestion[]> {
  const typed = q.replaceAll('\0', ' ').toWellFormed().toLowerCase();
  if (typed === '') return [];
  const styles = DANCE_STYLES.filter((style) => style.toLowerCase().startsWith(typed));
  const titles = await listTitlesLike(ctx.db, { typed, limit: 5 });
  return [
    ...styles.map((style): Suggestion => ({
      kind: 'style',
      text: style,
      to: `/curriculum?style=${encodeURIComponent(style)}`,
    })),
    ...titles.map(({ id, title }): Suggestion => ({
      kind: 'resource',
      text: title,
      to: `/curriculum/${id}`,
    })),
  ];
}
