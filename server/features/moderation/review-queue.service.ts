// What waits for officers, and one resource with everything they decide by.
import { resourceImageUrls } from '#shared/features/cover/item-images.ts';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { noSuchItem } from '#server/features/entitlement/standing.service.ts';
import { readPending } from '#server/platform/decision.service.ts';
import { renderMarkdown } from '#server/markdown.ts';
import type { ModeratedResource } from '#shared/features/moderation/moderation.contract.ts';
import type { QueueTab } from '#shared/features/moderation/moderation.schema.ts';
import { RESOURCE_EVENT_LABELS } from '#shared/features/resource/resource.states.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { listResourceEvents } from '#server/features/resource/resource-events.queries.ts';
import {
  countOpenNotices,
  countQueues,
  findDecisionNumbers,
  findModerated,
  findSellerRecord,
  listDecisionsOf,
  listModeratedFiles,
  listOpenNotices,
  listQueueRows,
} from './moderation.queries.ts';
import { getResourceDetail } from '#server/features/resource/resource.service.ts';

const QUEUE_SHOWN = 50;
const EVENTS_SHOWN = 100;

export async function readQueue(ctx: AppContext, viewer: Viewer, tab: QueueTab, limit = QUEUE_SHOWN) {
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

export function countWaiting(ctx: AppContext) {
  return countQueues(ctx.db);
}

export async function getForOfficer(ctx: AppContext, viewer: Viewer, id: number): Promise<ModeratedResource> {
  const found = await findModerated(ctx.db, { id });
  if (!found) throw noSuchItem('resource');
  const { sellerId, description, takenDownAt, submittedAt, publishedAt, ...more } = found;
  const [detail, files, events, record, pending] = await Promise.all([
    getResourceDetail(ctx, viewer, id),
    listModeratedFiles(ctx.db, { resourceId: id, version: more.version }),
    listResourceEvents(ctx.db, { resourceId: id, limit: EVENTS_SHOWN }),
    findSellerRecord(ctx.db, { sellerId }),
    readPending(ctx, viewer, { kind: 'resource', subjectId: id }),
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
      by: actor ? fullNameOf(actor) : 'The site itself',
      createdAt: createdAt.toISOString(),
    })),
    record: { ...record, since: record.since.toISOString() },
  };
}

const NUMBERS_DAYS = 30;
const SHOWN = 5;

/** For the officers' home: what waits, what they decided, how quickly. */
export async function readOfficerWork(ctx: AppContext, viewer: Viewer) {
  const since = new Date(ctx.clock.now().getTime() - NUMBERS_DAYS * 86_400_000);
  const [waiting, changed, notices, openNotices, numbers, decisions] = await Promise.all([
    readQueue(ctx, viewer, 'waiting', SHOWN),
    readQueue(ctx, viewer, 'changed', SHOWN),
    listOpenNotices(ctx.db, { limit: SHOWN }),
    countOpenNotices(ctx.db),
    findDecisionNumbers(ctx.db, { since }),
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
