// A category with many things in it goes into another piece by piece. At each moment every thing is in one of the two, and
// counted there; the old one is deleted when it is empty.
import { z } from 'zod';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import {
  beginCategoryChange,
  deleteCategoryRow,
  findKind,
  leadOn,
  moveItems,
} from './category-staff.queries.ts';
import { listSuccessors } from './category.queries.ts';

/** Each takes some milliseconds. */
export const MOVED_AT_ONCE = 200;
const LONGEST_RUN_MS = 60_000;

/** Under the lock of the categories. True: nothing is left, and the category is gone. */
export async function moveOn(tx: Tx, { id, intoId }: { id: number; intoId: number }): Promise<boolean> {
  const { resources } = await moveItems(tx, { from: id, into: intoId, most: MOVED_AT_ONCE });
  if (resources === MOVED_AT_ONCE) return false;
  await leadOn(tx, { from: id, into: intoId });
  await deleteCategoryRow(tx, { id });
  return true;
}

export const mergeCategoryJob = defineJob({
  name: 'category.merge',
  data: z.object({ id: z.int(), intoId: z.int() }),
  async run(ctx, { id, intoId }) {
    const until = Date.now() + LONGEST_RUN_MS;
    for (let isDone = false; !isDone;) {
      isDone = await inTransaction(ctx.db, async (tx) => {
        if (Date.now() > until) {
          await ctx.jobs.send(tx, mergeCategoryJob, { id, intoId });
          return true;
        }
        await beginCategoryChange(tx);
        // Done by an earlier run.
        if (!(await findKind(tx, { id }))) return true;
        // The other one may have gone into a third meanwhile.
        const [next] = await listSuccessors(tx, { ids: [intoId] });
        return moveOn(tx, { id, intoId: next?.intoId ?? intoId });
      });
    }
  },
});
