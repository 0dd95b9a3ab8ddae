// New versions of what was sold: prepared beside the files on sale, then put in their place at once.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/features/account/session.service.ts';
import { getStanding } from '#server/features/entitlement/standing.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnResource } from '#shared/features/resource/author.contract.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { tidyResourceFilesJob } from './resource-author-files.jobs.ts';
import { deleteFilesOf, listFilesOf } from './resource-author-files.queries.ts';
import { isOnceSold, lockToChange, requireMineAndOpen } from './resource-author-guard.ts';
import { insertResourceEvent } from './resource-events.queries.ts';
import { updateOwnResource } from './resource-own.queries.ts';
import { getOwn } from './resource-own.service.ts';
import { sendMakePreviews } from './resource-preview.jobs.ts';
import { sendTellVersion } from './resource-version.jobs.ts';
import { insertVersion, listVersions } from './resource-version.queries.ts';

export async function publishPrepared(
  ctx: AppContext,
  viewer: Viewer,
  { id, note }: { id: number; note: string },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    await requireMineAndOpen(tx, viewer, id);
    const row = await lockToChange(tx, viewer, id);
    if (row.takenDownAt) {
      throw new AppError(
        'conflict',
        'This was taken down after a rights notice. Nothing of it can be published now.',
      );
    }
    const number = row.version + 1;
    const prepared = isOnceSold(row) ? await listFilesOf(tx, { resourceId: id, version: number }) : [];
    if (prepared.length === 0) {
      throw new AppError('conflict', 'There is no new version yet. Add or change a file first.');
    }
    const now = ctx.clock.now();
    const old = await deleteFilesOf(tx, { resourceId: id, version: row.version });
    await updateOwnResource(
      tx,
      { id, sellerId: viewer.id },
      { version: number, isChangedSinceReview: true, updatedAt: now },
    );
    const text = toPlainText(note);
    await insertVersion(tx, { resourceId: id, number, note: text, publishedAt: now });
    await insertResourceEvent(tx, {
      resourceId: id,
      actorId: viewer.id,
      kind: 'version_published',
      reason: text,
      details: { number },
      createdAt: now,
    });
    await ctx.jobs.send(tx, tidyResourceFilesJob, { keys: old });
    await sendMakePreviews(ctx, tx, id);
    await sendTellVersion(ctx, tx, { resourceId: id, number });
  });
  return getOwn(ctx, viewer, id);
}

/** For whoever may see the resource. */
export async function listVersionsOf(ctx: AppContext, viewer: Viewer | null, id: number) {
  await getStanding(ctx, viewer, { itemType: 'resource', itemId: id });
  const rows = await listVersions(ctx.db, { resourceId: id });
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() }));
}
