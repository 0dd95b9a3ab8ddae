// What officers do with resources: see them in every state, put them on the front pages and take them off.
import { stringify } from 'csv-stringify/sync';
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { noSuchItem } from '#server/features/entitlement/standing.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { exportCurriculum } from '#shared/features/moderation/moderation.contract.ts';
import {
  RESOURCE_MOVES,
  RESOURCE_STATE_LABELS,
  type ResourceMove,
  type ResourceState,
} from '#shared/features/resource/resource.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { toResourceCard } from '#server/features/resource/resource-card.ts';
import { insertResourceEvent } from '#server/features/resource/resource-events.queries.ts';
import {
  countInEveryState,
  listIdsInEveryState,
  listRowsByIds,
  listRowsInEveryState,
  listStyleNames,
  lockResource,
  updateFeatured,
  type StaffFilter,
  type StaffRow,
} from './staff-resources.queries.ts';

type Asked = output<typeof exportCurriculum.query>;

const DAY_MS = 86_400_000;
/** Rows held in memory at once while a file is written. */
const CSV_BATCH = 500;

function filterOf(ctx: AppContext, { updated, ...asked }: Asked): StaffFilter {
  const now = ctx.clock.now().getTime();
  return { ...asked, ...(updated && { updatedSince: new Date(now - Number(updated) * DAY_MS) }) };
}

export async function listInEveryState(
  ctx: AppContext,
  viewer: Viewer,
  { page, ...asked }: Asked & { page: number },
) {
  const filter = filterOf(ctx, asked);
  const [counts, rows, styles] = await Promise.all([
    countInEveryState(ctx.db, filter),
    listRowsInEveryState(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    listStyleNames(ctx.db),
  ]);
  const items = rows.map((row) => ({
    ...toResourceCard(row),
    state: stateAfter(row),
    isPending: row.pending !== null,
    isListed: row.isListed,
    isTakenDown: row.takenDownAt !== null,
    isMine: row.sellerId === viewer.id,
    salesCount: row.salesCount,
    updatedAt: row.updatedAt.toISOString(),
  }));
  return { items, total: counts[filter.state ?? 'all'], page, pageSize: PAGE_SIZE, counts, styles };
}

/** What is decided is shown as it will be in a few seconds. */
function stateAfter({ state, pending }: StaffRow): ResourceState {
  const move = pending?.replace('resource.', '') ?? '';
  return move in RESOURCE_MOVES ? RESOURCE_MOVES[move as ResourceMove].to : state;
}

export async function exportInEveryState(ctx: AppContext, viewer: Viewer, asked: Asked): Promise<Download> {
  const ids = await listIdsInEveryState(ctx.db, filterOf(ctx, asked));
  await recordAudit(ctx, ctx.db, {
    actor: viewer,
    action: 'resource.export',
    subject: ['export', 'resources'],
    details: { resources: ids.length, ...asked },
  });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { content: csvOf(ctx, ids), fileName: `resources-${day}.csv` };
}

const CSV_COLUMNS: { header: string; key: string }[] = [
  { header: 'Number', key: 'id' },
  { header: 'Title', key: 'title' },
  { header: 'Seller', key: 'sellerName' },
  { header: 'Style', key: 'danceStyle' },
  { header: 'Type', key: 'type' },
  { header: 'Level', key: 'level' },
  { header: 'Category', key: 'category' },
  { header: 'State', key: 'state' },
  { header: 'On sale', key: 'onSale' },
  { header: 'Price', key: 'price' },
  { header: 'Sold', key: 'salesCount' },
  { header: 'Rating', key: 'rating' },
  { header: 'Begun', key: 'createdAt' },
  { header: 'Updated', key: 'updatedAt' },
];

/** In batches: a slow reader holds neither the table in memory nor a transaction open. */
async function* csvOf(ctx: AppContext, ids: number[]): AsyncGenerator<string> {
  // With the mark that tells Excel these are UTF-8 letters.
  yield stringify([], { header: true, columns: CSV_COLUMNS, bom: true });
  for (let at = 0; at < ids.length; at += CSV_BATCH) {
    const rows = await listRowsByIds(ctx.db, { ids: ids.slice(at, at + CSV_BATCH) });
    // A cell that begins like a formula would be run by a spreadsheet: an apostrophe in front makes it text.
    yield stringify(rows.map(toCsvRow), { columns: CSV_COLUMNS, escape_formulas: true });
  }
}

function toCsvRow({
  categoryName,
  priceCents,
  state,
  isListed,
  rating,
  createdAt,
  updatedAt,
  ...row
}: StaffRow) {
  return {
    ...row,
    category: categoryName ?? '',
    state: RESOURCE_STATE_LABELS[state],
    onSale: isListed ? 'yes' : 'no',
    price: centsToDecimal(priceCents),
    rating: rating ?? '',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export async function toggleFeaturedOf(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<{ isFeatured: boolean }> {
  return inTransaction(ctx.db, async (tx) => {
    const resource = await lockResource(tx, { id });
    if (!resource) throw noSuchItem('resource');
    if (resource.sellerId === viewer.id) {
      throw new AppError('forbidden', 'This resource is your own. A colleague decides about it.');
    }
    const isFeatured = !resource.isFeatured;
    // Taking one off is always allowed: it may have gone off sale while it was featured.
    if (isFeatured && !resource.isListed) {
      throw new AppError('conflict', 'Only a resource that is on sale can be featured. Publish it first.');
    }
    await updateFeatured(tx, { id, isFeatured });
    await insertResourceEvent(tx, {
      resourceId: id,
      actorId: viewer.id,
      kind: isFeatured ? 'featured' : 'unfeatured',
      createdAt: ctx.clock.now(),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: isFeatured ? 'resource.feature' : 'resource.unfeature',
      subject: ['resource', id],
      userId: resource.sellerId,
      details: { title: resource.title },
    });
    return { isFeatured };
  });
}
