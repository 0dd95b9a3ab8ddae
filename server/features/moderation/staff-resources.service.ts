// What officers see: the review queue, resources in every state and their CSV export, one resource in detail.
import { stringify } from 'csv-stringify/sync';
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import { noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import { listResourceEvents } from '#server/features/resource/resource-changes.service.ts';
import { getResource, toResourceCard } from '#server/features/resource/resource.service.ts';
import { renderMarkdown } from '#server/markdown.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { getPendingDecision } from '#server/platform/decision.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import { resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import type * as contract from '#shared/features/moderation/moderation.contract.ts';
import type { ModeratedResource } from '#shared/features/moderation/moderation.contract.ts';
import type { QueueTab } from '#shared/features/moderation/moderation.schema.ts';
import {
  RESOURCE_EVENT_LABELS,
  RESOURCE_TRANSITIONS,
  RESOURCE_STATE_LABELS,
  type ResourceTransition,
  type ResourceState,
} from '#shared/features/resource/resource.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  countOpenNotices,
  countQueues,
  countDecisions,
  findModerated,
  findSellerRecord,
  listDecisionsOf,
  listModeratedFiles,
  listOpenNotices,
  listQueueRows,
} from './moderation.queries.ts';
import {
  countInEveryState,
  listIdsInEveryState,
  listRowsByIds,
  listRowsInEveryState,
  listStyleNames,
  type StaffFilter,
  type StaffRow,
} from './staff-resources.queries.ts';

type Asked = output<typeof contract.exportStaffResources.query>;

const DAY_MS = 86_400_000;

/** Rows held in memory at once while a file is written. */
const CSV_BATCH = 500;

function filterOf(ctx: AppContext, { updated, ...asked }: Asked): StaffFilter {
  const now = ctx.clock.now().getTime();
  return { ...asked, ...(updated && { updatedSince: new Date(now - Number(updated) * DAY_MS) }) };
}

export async function listStaffResources(
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

/** A pending decision is shown as if it had taken effect. */
function stateAfter({ state, pending }: StaffRow): ResourceState {
  const move = pending?.replace('resource.', '') ?? '';
  return move in RESOURCE_TRANSITIONS ? RESOURCE_TRANSITIONS[move as ResourceTransition].to : state;
}

export async function exportStaffResources(ctx: AppContext, viewer: Viewer, asked: Asked): Promise<Download> {
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
  { header: 'Created', key: 'createdAt' },
  { header: 'Updated', key: 'updatedAt' },
];

/** In batches, so a slow client holds neither the table in memory nor a transaction open. */
async function* csvOf(ctx: AppContext, ids: number[]): AsyncGenerator<string> {
  // The BOM tells Excel that this is UTF-8.
  yield stringify([], { header: true, columns: CSV_COLUMNS, bom: true });
  for (let at = 0; at < ids.length; at += CSV_BATCH) {
    const rows = await listRowsByIds(ctx.db, { ids: ids.slice(at, at + CSV_BATCH) });
    // A leading apostrophe keeps spreadsheets from running cells that look like formulas.
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

const QUEUE_SHOWN = 50;
const EVENTS_SHOWN = 100;

export async function listReviewQueue(ctx: AppContext, viewer: Viewer, tab: QueueTab, limit = QUEUE_SHOWN) {
  const [counts, rows] = await Promise.all([countQueues(ctx.db), listQueueRows(ctx.db, { tab, limit })]);
  const items = rows.map(({ priceCents, sellerId, since, updatedAt, ...row }) => ({
    ...row,
    price: centsToDecimal(priceCents),
    thumbnailUrl: resourceImageUrls({ id: row.id, updatedAt }).thumbnailUrl,
    since: (since ?? updatedAt).toISOString(),
    isMine: sellerId === viewer.id,
  }));
  return { items, counts };
}

export function getModerationCounts(ctx: AppContext) {
  return countQueues(ctx.db);
}

export async function getStaffResource(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ModeratedResource> {
  const found = await findModerated(ctx.db, { id });
  if (!found) throw noSuchItem('resource');
  const { sellerId, description, takenDownAt, submittedAt, publishedAt, ...more } = found;
  const [detail, files, events, record, pending] = await Promise.all([
    getResource(ctx, viewer, id),
    listModeratedFiles(ctx.db, { resourceId: id, version: more.version }),
    listResourceEvents(ctx.db, { resourceId: id, limit: EVENTS_SHOWN }),
    findSellerRecord(ctx.db, { sellerId }),
    getPendingDecision(ctx, viewer, { kind: 'resource', subjectId: id }),
  ]);
  if (!record) throw noSuchItem('resource');
  return {
    ...detail,
    ...more,
    descriptionHtml: renderMarkdown(description),
    files,
    isTakenDown: takenDownAt !== null,
    isMine: sellerId === viewer.id,
    pending,
    submittedAt: submittedAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    events: events.map(({ actor, actorId: _actorId, createdAt, ...event }) => ({
      ...event,
      label: RESOURCE_EVENT_LABELS[event.kind],
      by: actor ? fullNameOf(actor) : 'Relevé',
      createdAt: createdAt.toISOString(),
    })),
    record: { ...record, since: record.since.toISOString() },
  };
}

const NUMBERS_DAYS = 30;
const SHOWN = 5;

/** For the officers' dashboard: what is waiting, what was decided, how quickly. */
export async function getOfficerStats(ctx: AppContext, viewer: Viewer) {
  const since = new Date(ctx.clock.now().getTime() - NUMBERS_DAYS * 86_400_000);
  const [waiting, changed, notices, openNotices, numbers, decisions] = await Promise.all([
    listReviewQueue(ctx, viewer, 'waiting', SHOWN),
    listReviewQueue(ctx, viewer, 'changed', SHOWN),
    listOpenNotices(ctx.db, { limit: SHOWN }),
    countOpenNotices(ctx.db),
    countDecisions(ctx.db, { since }),
    listDecisionsOf(ctx.db, { actorId: viewer.id, limit: 8 }),
  ]);
  return {
    counts: waiting.counts,
    waiting: waiting.items,
    changed: changed.items,
    openNotices,
    notices: notices.map(({ dueAt, ...notice }) => ({
      ...notice,
      dueAt: dueAt.toISOString(),
      isOverdue: dueAt < ctx.clock.now(),
    })),
    numbers: { days: NUMBERS_DAYS, ...numbers },
    decisions: decisions.map(({ createdAt, ...decision }) => ({
      ...decision,
      label: RESOURCE_EVENT_LABELS[decision.kind],
      createdAt: createdAt.toISOString(),
    })),
  };
}
