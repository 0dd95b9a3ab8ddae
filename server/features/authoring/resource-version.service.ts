// New versions of what was sold: prepared beside the files on sale, then put in their place at once.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getStanding } from '#server/features/entitlement/standing.service.ts';
import { AppError } from '#shared/errors.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { tidyResourceFilesJob } from './authoring-files.jobs.ts';
import { deleteFilesOf } from './authoring-files.queries.ts';
import { copyFileWords } from './resource-draft.queries.ts';
import { insertResourceEvent } from '#server/features/resource/resource-events.queries.ts';
import { updateOwnResource, type OwnRow } from './own-resources.queries.ts';
import { sendMakePreviews } from '#server/features/resource/resource-preview.jobs.ts';
import { sendTellVersion } from './resource-version.jobs.ts';
import { insertVersion, listVersions } from '#server/features/resource/resource-version.queries.ts';

type Publishing = { isNewVersion: boolean; note?: string | undefined };

/**
 * Puts the prepared files in the place of those on sale. Other bytes are a new version, with a note and a mail to
 * everyone who has the resource; new words, another order or another preview are not.
 */
export async function publishFiles(
  ctx: AppContext,
  tx: Tx,
  row: OwnRow,
  { isNewVersion, note }: Publishing,
): Promise<void> {
  const next = { resourceId: row.id, version: row.version + 1 };
  if (isNewVersion) await publishVersion(ctx, tx, row, note);
  else {
    await copyFileWords(tx, { resourceId: row.id, from: next.version, to: row.version });
    await deleteFilesOf(tx, next);
  }
  await sendMakePreviews(ctx, tx, row.id);
}

async function publishVersion(ctx: AppContext, tx: Tx, row: OwnRow, note = ''): Promise<void> {
  const text = toPlainText(note);
  if (text === '') {
    const message = 'Say what is new. Everyone who has this resource is told.';
    throw new AppError('unprocessable', message, [{ path: 'note', message }]);
  }
  const now = ctx.clock.now();
  const { id, sellerId } = row;
  const number = row.version + 1;
  const old = await deleteFilesOf(tx, { resourceId: id, version: row.version });
  await updateOwnResource(tx, { id, sellerId }, { version: number });
  await insertVersion(tx, { resourceId: id, number, note: text, publishedAt: now });
  await insertResourceEvent(tx, {
    resourceId: id,
    actorId: sellerId,
    kind: 'version_published',
    reason: text,
    details: { number },
    createdAt: now,
  });
  await ctx.jobs.send(tx, tidyResourceFilesJob, { keys: old });
  await sendTellVersion(ctx, tx, { resourceId: id, number });
}

/** For whoever may see the resource. */
export async function listVersionsOf(ctx: AppContext, viewer: Viewer | null, id: number) {
  await getStanding(ctx, viewer, { itemType: 'resource', itemId: id });
  const rows = await listVersions(ctx.db, { resourceId: id });
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() }));
}
