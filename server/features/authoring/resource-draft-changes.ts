// Drafts of published resources: what they change compared to the live version, and saving into them.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { DraftFields } from '#server/db/schema/authoring.ts';
import { cleanUpCoverJob } from '#server/features/cover/cover.service.ts';
import {
  deleteFilesOf,
  listComparedFiles,
  type OwnRow,
  cleanUpResourceFilesJob,
} from '#server/features/resource/resource-changes.service.ts';
import {
  changedCover,
  changedFields,
  changedFiles,
  type ComparedFields,
  isNewVersion,
  type ResourceChange,
  UNTITLED,
} from '#shared/features/authoring/authoring.rules.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { isOnceSold } from '#shared/features/resource/resource.states.ts';
import { centsToDecimal } from '#shared/money.ts';
import { type DraftRow, findCategoryNames, findDraft, upsertDraft } from './authoring.queries.ts';
import { changedElsewhere, requireExistingChoices } from './own-resource-access.ts';
import { toColumns } from './resource-text.ts';

export type Unpublished = {
  /** Counts changes, so a stale tab is refused. */
  revision: number;
  /** Null if nothing has changed, or the changes were discarded. */
  draft: DraftRow | null;
  /** The live resource with the draft applied. */
  row: OwnRow;
};

/** A resource that was never on sale is its own draft. */
export async function getUnpublishedChanges(db: DbOrTx, live: OwnRow): Promise<Unpublished> {
  if (!isOnceSold(live)) return { revision: live.revision, draft: null, row: live };
  const found = await findDraft(db, { resourceId: live.id });
  const draft = found?.discardedAt ? null : found;
  const cover = draft?.isCoverChanged ? { coverKey: draft.coverKey } : {};
  return { revision: found?.revision ?? 0, draft, row: { ...live, ...draft?.fields, ...cover } };
}

export type Difference = { changes: ResourceChange[]; isNewVersion: boolean; hasFiles: boolean };

/** Everything publishing would change, before and after. */
export async function compareWithLive(db: DbOrTx, live: OwnRow, { row }: Unpublished): Promise<Difference> {
  if (!isOnceSold(live)) return { changes: [], isNewVersion: false, hasFiles: false };
  const versions = [live.version, live.version + 1];
  const ids = [live.categoryId, row.categoryId].filter((id) => id !== null);
  const [files, names] = await Promise.all([
    listComparedFiles(db, { resourceId: live.id, versions }),
    findCategoryNames(db, { ids }),
  ]);
  const [onSale = [], next = []] = versions.map((version) =>
    files.filter((file) => file.version === version),
  );
  const hasFiles = next.length > 0;
  const changes = [
    ...changedFields(comparedFields(live, names), comparedFields(row, names)),
    ...(hasFiles ? [changedFiles(onSale, next)] : []),
    changedCover(live.coverKey, row.coverKey),
  ].filter((change) => change !== null);
  return { changes: filesThird(changes), hasFiles, isNewVersion: hasFiles && isNewVersion(onSale, next) };
}

/** What buyers notice comes first: title, price, files, cover. */
function filesThird(changes: ResourceChange[]): ResourceChange[] {
  const places = ['title', 'price', 'files', 'cover'];
  const placeOf = ({ field }: ResourceChange) =>
    (places.indexOf(field) + places.length + 1) % (places.length + 1);
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function comparedFields(row: OwnRow, categoryNames: ReadonlyMap<number, string>): ComparedFields {
  const { title, priceCents, categoryId, ...others } = row;
  return {
    ...others,
    title: title === UNTITLED ? '' : title,
    price: centsToDecimal(priceCents),
    category: categoryId === null ? null : (categoryNames.get(categoryId) ?? 'A deleted category'),
  };
}

/** Drops fields that equal the live version again. */
export function onlyChanged(live: OwnRow, fields: DraftFields): DraftFields {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const entries = Object.entries(fields) as [keyof DraftFields, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(value, live[name])));
}

/** Files of a discarded draft are kept under this version in case the seller restores it. */
export const DISCARDED_VERSION = 0;

export async function saveToDraft(
  ctx: AppContext,
  tx: Tx,
  live: OwnRow,
  { revision, given }: { revision: number; given: ResourceChanges },
): Promise<void> {
  const before = await getUnpublishedChanges(tx, live);
  if (before.revision !== revision) throw changedElsewhere();
  await requireExistingChoices(tx, given, before.row);
  await clearDiscarded(ctx, tx, live);
  const fields = onlyChanged(live, { ...before.draft?.fields, ...toColumns(given) });
  await upsertDraft(tx, { resourceId: live.id, fields, updatedAt: ctx.clock.now() });
}

/** Null goes back to the drawn cover. */
export async function saveCoverToDraft(
  ctx: AppContext,
  tx: Tx,
  live: OwnRow,
  coverKey: string | null,
): Promise<void> {
  const { draft } = await getUnpublishedChanges(tx, live);
  await clearDiscarded(ctx, tx, live);
  const isCoverChanged = coverKey !== live.coverKey;
  await upsertDraft(tx, { resourceId: live.id, isCoverChanged, coverKey, updatedAt: ctx.clock.now() });
  if (draft?.coverKey) await releaseCover(ctx, tx, draft.coverKey);
}

export function releaseCover(ctx: AppContext, tx: Tx, key: string): Promise<void> {
  return ctx.jobs.send(tx, cleanUpCoverJob, { key });
}

/** After a change of the next version's files. If they equal the live files again, they are removed. */
export async function saveFilesToDraft(ctx: AppContext, tx: Tx, live: OwnRow): Promise<void> {
  await clearDiscarded(ctx, tx, live);
  const next = live.version + 1;
  const files = await listComparedFiles(tx, { resourceId: live.id, versions: [live.version, next] });
  const of = (version: number) => files.filter((file) => file.version === version);
  if (!changedFiles(of(live.version), of(next))) {
    await deleteFilesOf(tx, { resourceId: live.id, version: next });
  }
  await upsertDraft(tx, { resourceId: live.id, updatedAt: ctx.clock.now() });
}

/** Discarded changes can be restored until something else changes. */
async function clearDiscarded(ctx: AppContext, tx: Tx, { id }: OwnRow): Promise<void> {
  const draft = await findDraft(tx, { resourceId: id });
  if (draft?.discardedAt) await discardDraft(ctx, tx, draft);
}

/** Deletes the draft for good: fields, cover, discarded files. */
export async function discardDraft(
  ctx: AppContext,
  tx: Tx,
  { resourceId, coverKey }: DraftRow,
): Promise<void> {
  const keys = await deleteFilesOf(tx, { resourceId, version: DISCARDED_VERSION });
  if (keys.length > 0) await ctx.jobs.send(tx, cleanUpResourceFilesJob, { keys });
  if (coverKey) await releaseCover(ctx, tx, coverKey);
  await upsertDraft(tx, { resourceId, ...EMPTY, updatedAt: ctx.clock.now() });
}

export const EMPTY = { fields: {}, isCoverChanged: false, coverKey: null, discardedAt: null } as const;

/** The revision busts the browser cache after a change. */
export const draftCoverUrl = ({ id, revision }: { id: number; revision: number }): string =>
  `/api/my/resources/${id}/cover?revision=${revision}`;
