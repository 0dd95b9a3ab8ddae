// Autosaves into the draft of a published resource. The resource is locked by whoever calls.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { tidyOwnCoverJob } from '#server/features/cover/own-cover.service.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { changedFiles } from '#shared/features/authoring/changes.rules.ts';
import { tidyResourceFilesJob } from './authoring-files.jobs.ts';
import { deleteFilesOf } from './authoring-files.queries.ts';
import { changedElsewhere, requireKnown } from './authoring-guard.ts';
import { toColumns } from './authoring-text.ts';
import { onlyChanged, readUnpublished } from './resource-draft-changes.ts';
import { findDraft, listComparedFiles, writeDraft, type DraftRow } from './resource-draft.queries.ts';
import type { OwnRow } from './own-resources.queries.ts';

/** Files of a discarded draft wait under this version, in case the seller wants them back. */
export const DISCARDED_VERSION = 0;

export async function saveToDraft(
  ctx: AppContext,
  tx: Tx,
  live: OwnRow,
  { revision, given }: { revision: number; given: ResourceChanges },
): Promise<void> {
  const before = await readUnpublished(tx, live);
  if (before.revision !== revision) throw changedElsewhere();
  await requireKnown(tx, given, before.row);
  await clearDiscarded(ctx, tx, live);
  const fields = onlyChanged(live, { ...before.draft?.fields, ...toColumns(given) });
  await writeDraft(tx, { resourceId: live.id, fields, updatedAt: ctx.clock.now() });
}

/** Null: back to the drawn one. */
export async function saveCoverToDraft(
  ctx: AppContext,
  tx: Tx,
  live: OwnRow,
  coverKey: string | null,
): Promise<void> {
  const { draft } = await readUnpublished(tx, live);
  await clearDiscarded(ctx, tx, live);
  const isCoverChanged = coverKey !== live.coverKey;
  await writeDraft(tx, { resourceId: live.id, isCoverChanged, coverKey, updatedAt: ctx.clock.now() });
  if (draft?.coverKey) await letGoOfCover(ctx, tx, draft.coverKey);
}

export function letGoOfCover(ctx: AppContext, tx: Tx, key: string): Promise<void> {
  return ctx.jobs.send(tx, tidyOwnCoverJob, { key });
}

/** After its next files were changed; where they are those on sale again, nothing is being prepared. */
export async function saveFilesToDraft(ctx: AppContext, tx: Tx, live: OwnRow): Promise<void> {
  await clearDiscarded(ctx, tx, live);
  const next = live.version + 1;
  const files = await listComparedFiles(tx, { resourceId: live.id, versions: [live.version, next] });
  const of = (version: number) => files.filter((file) => file.version === version);
  if (!changedFiles(of(live.version), of(next))) {
    await deleteFilesOf(tx, { resourceId: live.id, version: next });
  }
  await writeDraft(tx, { resourceId: live.id, updatedAt: ctx.clock.now() });
}

/** What was discarded can be restored until something else is changed. */
async function clearDiscarded(ctx: AppContext, tx: Tx, { id }: OwnRow): Promise<void> {
  const draft = await findDraft(tx, { resourceId: id });
  if (draft?.discardedAt) await forgetDraft(ctx, tx, draft);
}

/** Empties it for good: words, cover, discarded files. */
export async function forgetDraft(
  ctx: AppContext,
  tx: Tx,
  { resourceId, coverKey }: DraftRow,
): Promise<void> {
  const keys = await deleteFilesOf(tx, { resourceId, version: DISCARDED_VERSION });
  if (keys.length > 0) await ctx.jobs.send(tx, tidyResourceFilesJob, { keys });
  if (coverKey) await letGoOfCover(ctx, tx, coverKey);
  await writeDraft(tx, { resourceId, ...EMPTY, updatedAt: ctx.clock.now() });
}

export const EMPTY = { fields: {}, isCoverChanged: false, coverKey: null, discardedAt: null } as const;
