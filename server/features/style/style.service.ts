// Dance styles as the rest of the site knows them.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { databaseErrorCode, inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { MOST_STYLES, type StaffStyle } from '#shared/features/style/style.schema.ts';
import {
  lockStyleChanges,
  deleteStyleRow,
  hasMoreListed,
  insertStyle,
  listStaffStyleRows,
  listStyleRows,
  listStylesWithItems,
  lockStyle,
  lockStyles,
  relistStyle,
  renameStyle,
  setRetired,
  setStyleOrder,
  type StyleRow,
} from './style.queries.ts';

export function listStyles(ctx: AppContext) {
  return listStylesWithItems(ctx.db);
}

/** The names that exist, without duplicates, in the order of the styles. */
export async function inStyleOrder(ctx: AppContext, names: readonly string[]): Promise<string[]> {
  const { styles } = await openStyleCache(ctx);
  return styles.map(({ name }) => name).filter((name) => names.includes(name));
}

/** The same, locked against renaming and deletion until the transaction ends. */
export function holdStyles(tx: Tx, names: readonly string[]): Promise<string[]> {
  return lockStyles(tx, { names });
}

export type StyleCache = {
  styles: readonly StyleRow[];
  /** One list per cache, so that what is derived from it is built once. */
  names: readonly string[];
  /** Facet codes by style name; lists, because values of other facets can have several. */
  codes: ReadonlyMap<string, readonly number[]>;
};

const FRESH_MS = 1000;

type Shelf = { book: StyleCache | null; readAt: number; reading: Promise<StyleCache> | null };
const shelves = new WeakMap<AppContext['db'], Shelf>();

function shelfOf({ db }: Pick<AppContext, 'db'>): Shelf {
  const shelf = shelves.get(db) ?? { book: null, readAt: 0, reading: null };
  shelves.set(db, shelf);
  return shelf;
}

/** Returns the cached styles without a promise while they are fresh. */
export function openStyleCache(ctx: Pick<AppContext, 'db'>): StyleCache | Promise<StyleCache> {
  const shelf = shelfOf(ctx);
  if (shelf.book && performance.now() - shelf.readAt < FRESH_MS) return shelf.book;
  return (shelf.reading ??= read(ctx, shelf));
}

/** After a change: this process sees it at once, others within a second. */
export function closeStyleCache({ db }: Pick<AppContext, 'db'>): void {
  // A query in flight may be older than the change; it fills an entry nobody reads any more.
  shelves.delete(db);
}

async function read({ db }: Pick<AppContext, 'db'>, shelf: Shelf): Promise<StyleCache> {
  const askedAt = performance.now();
  try {
    const styles = await listStyleRows(db);
    shelf.readAt = askedAt;
    // Unchanged styles keep the same object, so caches derived from it stay valid.
    if (shelf.book && isDeepStrictEqual(shelf.book.styles, styles)) return shelf.book;
    return (shelf.book = {
      styles,
      names: styles.map(({ name }) => name),
      codes: new Map(styles.map(({ name, code }) => [name, [code]])),
    });
  } finally {
    shelf.reading = null;
  }
}

export function listStaffStyles(ctx: AppContext): Promise<StaffStyle[]> {
  return listStaffStyleRows(ctx.db);
}

export async function createStyle(ctx: AppContext, viewer: Viewer, { name }: { name: string }) {
  return change(ctx, async (tx) => {
    const added = await insertStyle(tx, { name });
    if (!added) {
      const text = `The catalogue can hold at most ${MOST_STYLES} dance styles. Delete an unused one first.`;
      throw new AppError('conflict', text);
    }
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'style.add',
      subject: ['style', added.id],
      details: { name },
    });
  });
}

type Changes = { name?: string | undefined; isRetired?: boolean | undefined };

export async function updateStyle(
  ctx: AppContext,
  viewer: Viewer,
  { id, name, isRetired }: Changes & { id: number },
) {
  return change(ctx, async (tx) => {
    const style = await lockStyle(tx, { id });
    if (!style) throw noSuchStyle();
    const subject: [string, number] = ['style', id];
    if (name !== undefined && name !== style.name) {
      const isListedLater = await hasMoreListed(tx, { name: style.name, than: LISTED_AT_ONCE });
      await renameStyle(tx, { id, name, isListedLater });
      if (isListedLater) await ctx.jobs.send(tx, relistStyleJob, { id });
      const details = { from: style.name, to: name };
      await recordAudit(ctx, tx, { actor: viewer, action: 'style.rename', subject, details });
    }
    if (isRetired !== undefined && isRetired !== style.isRetired) {
      await setRetired(tx, { id, at: isRetired ? ctx.clock.now() : null });
      const action = isRetired ? 'style.retire' : 'style.restore';
      await recordAudit(ctx, tx, { actor: viewer, action, subject, details: { name: name ?? style.name } });
    }
  });
}

export async function reorderStyles(ctx: AppContext, viewer: Viewer, ids: readonly number[]) {
  return change(ctx, async (tx) => {
    const before = await listStaffStyleRows(tx);
    const isWhole = before.length === ids.length && before.every(({ id }) => ids.includes(id));
    if (!isWhole) {
      const text = 'Someone else added or deleted a style in the meantime. The order was not changed.';
      throw new AppError('conflict', text);
    }
    await setStyleOrder(tx, { ids });
    if (before.every(({ id }, at) => id === ids[at])) return;
    const names = new Map(before.map(({ id, name }) => [id, name]));
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'style.order',
      subject: ['style', 'all'],
      details: { order: ids.map((id) => names.get(id)) },
    });
  });
}

export async function deleteStyle(ctx: AppContext, viewer: Viewer, id: number) {
  return change(ctx, async (tx) => {
    const style = await lockStyle(tx, { id });
    if (!style) throw noSuchStyle();
    // Read after locking, so a use of the style a moment ago is seen.
    const all = await listStaffStyleRows(tx);
    const used = all.find((one) => one.id === id);
    if (used && used.resourceCount + used.courseCount + used.peopleCount > 0) throw inUse(style.name);
    if (all.length === 1) throw new AppError('conflict', 'There must be at least one dance style.');
    await deleteStyleRow(tx, { id });
    await setStyleOrder(tx, { ids: all.map((one) => one.id).filter((one) => one !== id) });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'style.delete',
      subject: ['style', id],
      details: { name: style.name },
    });
  });
}

async function change(ctx: AppContext, work: (tx: Tx) => Promise<void>): Promise<StaffStyle[]> {
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await lockStyleChanges(tx);
      await work(tx);
      return listStaffStyleRows(tx);
    });
  } catch (error) {
    throw toReadable(error);
  } finally {
    closeStyleCache(ctx);
  }
}

/** Turns constraint violations into readable errors. */
function toReadable(error: unknown): unknown {
  const code = databaseErrorCode(error);
  if (code === '23505') {
    const message = 'A dance style with this name already exists.';
    return new AppError('conflict', message, [{ path: 'name', message }]);
  }
  if (code === '23503') return inUse('This style');
  if (code === '55P03') {
    return new AppError('conflict', 'Someone is changing items with this style. Try again in a moment.');
  }
  return error;
}

const noSuchStyle = () => new AppError('not_found', 'This dance style no longer exists.');
const inUse = (name: string) =>
  new AppError('conflict', `${name} is in use. Retire it instead; items that have it keep it.`);

/** Up to this many are updated within the request. */
export const LISTED_AT_ONCE = 200;
/** Small batches, because resources are locked during a batch. */
const IN_A_STEP = 50;
/** Well below the job timeout. */
const LONGEST_RUN_MS = 60_000;

export const relistStyleJob = defineJob({
  name: 'style.relist',
  data: z.object({ id: z.int(), after: z.int().default(0) }),
  async run(ctx, { id, after }) {
    const until = Date.now() + LONGEST_RUN_MS;
    for (let last: number | null = after; last !== null;) {
      const from: number = last;
      last = await inTransaction(ctx.db, async (tx) => {
        if (Date.now() < until) return relistStyle(tx, { id, after: from, limit: IN_A_STEP });
        await ctx.jobs.send(tx, relistStyleJob, { id, after: from });
        return null;
      });
    }
  },
});
