// Mails everyone who has a resource when its files have a new version: in batches, each person once.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listHolders } from '#server/features/entitlement/entitlement.service.ts';
import { takeMailTurn } from '#server/platform/mail-limit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { lockVersion, markToldUpTo } from '#server/features/resource/resource-version.queries.ts';

const AT_ONCE = 100;

export function sendTellVersion(ctx: AppContext, tx: Tx, which: { resourceId: number; number: number }) {
  return ctx.jobs.send(tx, tellVersionJob, which);
}

/** How far it has come is written with the mails: run again, it goes on after the last one. */
export const tellVersionJob = defineJob({
  name: 'resource.tell-version',
  data: z.object({ resourceId: z.int(), number: z.int() }),
  afterRestore: 'ask staff',
  async run(ctx, which) {
    await inTransaction(ctx.db, async (tx) => {
      const version = await lockVersion(tx, which);
      if (!version) return;
      const { note, sellerId, toldUpTo, publishedAt } = version;
      const [title, shop] = [lineForMail(version.title), lineForMail(version.shop)];
      const item = { itemType: 'resource', itemId: which.resourceId } as const;
      const batch = { after: toldUpTo, limit: AT_ONCE, grantedBy: publishedAt, now: ctx.clock.now() };
      const holders = await listHolders(tx, { ...item, ...batch });
      const { siteName } = await getSettings({ db: tx });
      for (const person of holders.filter(({ id }) => id !== sellerId)) {
        if (!(await takeMailTurn(ctx, tx, { to: person.email, kind: 'new-version' }))) continue;
        await queueMail(ctx, tx, {
          to: person.email,
          subject: `A new version of “${title}”`,
          text: [
            'Hello,',
            `there is a new version of “${title}” at ${siteName}, and it is yours already. What is new, in the words of ${shop}:`,
            note,
            `Download it here: ${ctx.config.publicUrl}/curriculum/${which.resourceId}`,
          ].join('\n\n'),
        });
      }
      const last = holders.at(-1);
      if (!last) return;
      await markToldUpTo(tx, which, last.id);
      if (holders.length === AT_ONCE) await sendTellVersion(ctx, tx, which);
    });
  },
});
