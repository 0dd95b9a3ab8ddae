// Empties a discarded draft once nobody is likely to want it back.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { findDraft } from './resource-draft.queries.ts';
import { forgetDraft } from './resource-draft-save.ts';
import { lockResource } from '#server/features/resource/resource-files.queries.ts';

/** Far longer than the toast that offers to restore it stays. */
const FORGET_AFTER_SECONDS = 24 * 3600;

export function sendForgetDraft(ctx: AppContext, tx: Tx, which: { resourceId: number; revision: number }) {
  return ctx.jobs.send(tx, forgetDraftJob, which, { startAfter: FORGET_AFTER_SECONDS });
}

/** Changed or restored since: then it is another draft, and stays. */
export const forgetDraftJob = defineJob({
  name: 'resource.forget-draft',
  data: z.object({ resourceId: z.int(), revision: z.int() }),
  async run(ctx, { resourceId, revision }) {
    await inTransaction(ctx.db, async (tx) => {
      if (!(await lockResource(tx, { id: resourceId }))) return;
      const draft = await findDraft(tx, { resourceId });
      if (draft?.discardedAt && draft.revision === revision) await forgetDraft(ctx, tx, draft);
    });
  },
});
