// Dance styles as the rest of the site knows them.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { openStyleBook } from './style-book.ts';
import { listStylesWithItems, lockStyles } from './style.queries.ts';

export type { StyleBook } from './style-book.ts';
export { openStyleBook } from './style-book.ts';

export function listAllStyles(ctx: AppContext) {
  return listStylesWithItems(ctx.db);
}

/** Those of the names there are, each once, in the order every list of styles has. */
export async function inStyleOrder(ctx: AppContext, names: readonly string[]): Promise<string[]> {
  const { styles } = await openStyleBook(ctx);
  return styles.map(({ name }) => name).filter((name) => names.includes(name));
}

/** The same, and until the transaction ends none of them can be renamed or deleted. */
export function holdStyles(tx: Tx, names: readonly string[]): Promise<string[]> {
  return lockStyles(tx, { names });
}
