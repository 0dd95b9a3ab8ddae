// Publishes new versions of a resource's files, and emails everyone who has it, in batches.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listHolders } from '#server/features/entitlement/entitlement.service.ts';
import {
  copyFileTexts,
  deleteFilesOf,
  insertResourceEvent,
  insertVersion,
  lockVersion,
  markVersionMailed,
  type OwnRow,
  cleanUpResourceFilesJob,
  updateOwnResource,
} from '#server/features/resource/resource-changes.service.ts';
import { queueCreatePreviews } from '#server/features/resource/resource-preview.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { AppError } from '#shared/errors.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { toPlainText } from '#shared/plain-text.ts';

type FilePublication = { isNewVersion: boolean; note?: string | undefined };

/**
 * Replaces the files on sale with the prepared ones. Different contents make a new version, with a note and an email to
 * everyone who has the resource; labels, order and previews alone don't.
 */
export async function publishFiles(
  ctx: AppContext,
  tx: Tx,
  row: OwnRow,
  { isNewVersion, note }: FilePublication,
): Promise<void> {
  const next = { resourceId: row.id, version: row.version + 1 };
  if (isNewVersion) await publishVersion(ctx, tx, row, note);
  else {
    await copyFileTexts(tx, { resourceId: row.id, from: next.version, to: row.version });
    await deleteFilesOf(tx, next);
  }
  await queueCreatePreviews(ctx, tx, row.id);
}

async function publishVersion(ctx: AppContext, tx: Tx, row: OwnRow, note = ''): Promise<void> {
  const text = toPlainText(note);
  if (text === '') {
    const message = 'Say what’s new. We email it to everyone who has this resource.';
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
  await ctx.jobs.send(tx, cleanUpResourceFilesJob, { keys: old });
  await queueVersionMails(ctx, tx, { resourceId: id, number });
}

const AT_ONCE = 100;

export function queueVersionMails(ctx: AppContext, tx: Tx, which: { resourceId: number; number: number }) {
  return ctx.jobs.send(tx, sendVersionMailsJob, which);
}

/** Progress is saved with each batch of mails, so a retry continues after the last one. */
export const sendVersionMailsJob = defineJob({
  name: 'resource.tell-version',
  data: z.object({ resourceId: z.int(), number: z.int() }),
  afterRestore: 'ask staff',
  async run(ctx, which) {
    await inTransaction(ctx.db, async (tx) => {
      const version = await lockVersion(tx, which);
      if (!version) return;
      const { note, sellerId, notifiedUpTo, publishedAt } = version;
      const [title, shop] = [lineForMail(version.title), lineForMail(version.shop)];
      const item = { itemType: 'resource', itemId: which.resourceId } as const;
      const batch = { after: notifiedUpTo, limit: AT_ONCE, grantedBy: publishedAt, now: ctx.clock.now() };
      const holders = await listHolders(tx, { ...item, ...batch });
      const { siteName } = await getSettings({ db: tx });
      for (const person of holders.filter(({ id }) => id !== sellerId)) {
        if (!(await claimMailQuota(ctx, tx, { to: person.email, kind: 'new-version' }))) continue;
        await queueMail(ctx, tx, {
          kind: 'new-version',
          to: person.email,
          userId: person.id,
          key: `${which.resourceId} version ${which.number}`,
          link: `/curriculum/${which.resourceId}`,
          subject: `New version: “${title}”`,
          text: [
            'Hi,',
            `There’s a new version of “${title}” at ${siteName}, and it’s included in your purchase. Here’s what ${shop} says is new:`,
            note,
            `Download it here: ${ctx.config.publicUrl}/curriculum/${which.resourceId}`,
          ].join('\n\n'),
        });
      }
      const last = holders.at(-1);
      if (!last) return;
      await markVersionMailed(tx, which, last.id);
      if (holders.length === AT_ONCE) await queueVersionMails(ctx, tx, which);
    });
  },
});
