// Reads of a seller's own resources: the list in every state, and one with everything its form needs.
import type { AppContext } from '#server/context.ts';
import { noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import {
  findOwnResource,
  listResourceEvents,
  type ResourceEventRow,
} from '#server/features/resource/resource-changes.service.ts';
import { previewUrl } from '#server/features/resource/resource-preview.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { publishProblems, submissionProblems, UNTITLED } from '#shared/features/authoring/authoring.rules.ts';
import { resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import { isOnceSold, RESOURCE_EVENT_LABELS } from '#shared/features/resource/resource.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import {
  countOwnStates,
  isSeller,
  listOwnFiles,
  listOwnPreviews,
  listOwnRows,
  type OwnFilter,
  type OwnSort,
} from './authoring.queries.ts';
import { notASeller } from './own-resource-access.ts';
import { compareWithLive, draftCoverUrl, getUnpublishedChanges } from './resource-draft-changes.ts';

export async function listOwnResources(
  ctx: AppContext,
  viewer: Viewer,
  { page, sort, ...asked }: Omit<OwnFilter, 'sellerId'> & { sort: OwnSort; page: number },
) {
  if (!(await isSeller(ctx.db, { userId: viewer.id }))) throw notASeller();
  const filter = { ...asked, sellerId: viewer.id };
  const offset = (page - 1) * PAGE_SIZE;
  const [counts, rows] = await Promise.all([
    countOwnStates(ctx.db, filter),
    listOwnRows(ctx.db, { ...filter, sort, limit: PAGE_SIZE, offset }),
  ]);
  const items = rows.map(({ priceCents, takenDownAt, updatedAt, changedAt, ...row }) => ({
    ...row,
    price: centsToDecimal(priceCents),
    thumbnailUrl: resourceImageUrls({ id: row.id, updatedAt }).thumbnailUrl,
    isTakenDown: takenDownAt !== null,
    updatedAt: changedAt.toISOString(),
  }));
  return { items, total: counts[filter.state ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}

const EVENTS_SHOWN = 200;

/** Other users' resources are not found. */
export async function getOwnResource(ctx: AppContext, viewer: Viewer, id: number): Promise<OwnResource> {
  const live = await findOwnResource(ctx.db, { id, sellerId: viewer.id });
  if (!live) throw noSuchItem('resource');
  const [unpublished, files, previews, events] = await Promise.all([
    getUnpublishedChanges(ctx.db, live),
    listOwnFiles(ctx.db, live),
    listOwnPreviews(ctx.db, live),
    listResourceEvents(ctx.db, { resourceId: id, limit: EVENTS_SHOWN }),
  ]);
  const { row, revision, draft } = unpublished;
  const { changes, isNewVersion, hasFiles } = await compareWithLive(ctx.db, live, unpublished);
  const { sellerId: _seller, priceCents, coverKey, takenDownAt, ...shown } = row;
  const imageUrl = draft?.isCoverChanged ? draftCoverUrl({ id, revision }) : resourceImageUrls(live).imageUrl;
  const shownVersion = hasFiles ? row.version + 1 : row.version;
  const fileCount = files.filter(({ version }) => version === shownVersion).length;
  return {
    ...shown,
    revision,
    unpublished: changes.length === 0 ? null : { changes, isNewVersion },
    title: row.title === UNTITLED ? '' : row.title,
    price: centsToDecimal(priceCents),
    isTakenDown: takenDownAt !== null,
    coverUrl: coverKey === null ? null : imageUrl,
    imageUrl,
    files,
    previews: previews.map((preview) => ({
      ...preview,
      url: preview.kind === 'text' ? null : previewUrl({ resourceId: id, previewId: preview.id }),
    })),
    events: events.map((event) => toOwnEvent(event, viewer)),
    problems: isOnceSold(live)
      ? publishProblems({ ...row, fileCount }, live)
      : submissionProblems({ ...row, fileCount }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  };
}

/** Sellers don't learn which officer decided. */
function toOwnEvent({ id, actorId, kind, reason, details, createdAt }: ResourceEventRow, viewer: Viewer) {
  return {
    id,
    kind,
    label: RESOURCE_EVENT_LABELS[kind],
    by: actorId === viewer.id ? 'You' : 'The curriculum team',
    reason,
    details,
    createdAt: createdAt.toISOString(),
  };
}
