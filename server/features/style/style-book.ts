// The dance styles as this process knows them, at most a second old: every list and every count of the catalogue needs
// them, and none should ask the database for them.
import { isDeepStrictEqual } from 'node:util';
import type { AppContext } from '#server/context.ts';
import { listStyleRows, type StyleRow } from './style.queries.ts';

export type StyleBook = {
  styles: readonly StyleRow[];
  /** The number of each among what shoppers choose by, as a list, since other choices can have several. */
  codes: ReadonlyMap<string, readonly number[]>;
};

const FRESH_MS = 1000;

type Shelf = { book: StyleBook | null; readAt: number; reading: Promise<StyleBook> | null };
const shelves = new WeakMap<AppContext['db'], Shelf>();

function shelfOf({ db }: Pick<AppContext, 'db'>): Shelf {
  const shelf = shelves.get(db) ?? { book: null, readAt: 0, reading: null };
  shelves.set(db, shelf);
  return shelf;
}

/** The book itself while it is fresh, so that most callers need not wait at all. */
export function openStyleBook(ctx: Pick<AppContext, 'db'>): StyleBook | Promise<StyleBook> {
  const shelf = shelfOf(ctx);
  if (shelf.book && performance.now() - shelf.readAt < FRESH_MS) return shelf.book;
  return (shelf.reading ??= read(ctx, shelf));
}

/** After a change: the next reader of this process sees it at once, those of others within a second. */
export function closeStyleBook({ db }: Pick<AppContext, 'db'>): void {
  // A reading under way may have begun before the change; it fills a shelf nobody looks at any more.
  shelves.delete(db);
}

async function read({ db }: Pick<AppContext, 'db'>, shelf: Shelf): Promise<StyleBook> {
  const askedAt = performance.now();
  try {
    const styles = await listStyleRows(db);
    shelf.readAt = askedAt;
    // The same styles are the same book: what others have worked out from it stays good.
    if (shelf.book && isDeepStrictEqual(shelf.book.styles, styles)) return shelf.book;
    return (shelf.book = { styles, codes: new Map(styles.map(({ name, code }) => [name, [code]])) });
  } finally {
    shelf.reading = null;
  }
}
