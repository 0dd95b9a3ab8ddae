// What authoring and moderation may do to a resource, each inside its own transaction: rows, files, history, versions.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { isStoredFileInUse } from './resource-files.queries.ts';

export {
  deleteOwnResource,
  findOwnResource,
  insertResource,
  insertResourceEvent,
  insertVersion,
  liftTakedown,
  listResourceEvents,
  lockOwnResource,
  lockStaffResource,
  lockVersion,
  markReviewed,
  markVersionMailed,
  updateOwnResourceState,
  updateResourceState,
  type NewResource,
  type OwnChange,
  type OwnRow,
  type ResourceEventRow,
  saveOwnResource,
  removeResourceFromSale,
  updateFeatured,
  updateOwnResource,
} from './resource-changes.queries.ts';

export {
  copyFiles,
  copyFileTexts,
  deleteFilesOf,
  deleteResourceFileRow,
  type FilesOf,
  findResourceFile,
  insertResourceFile,
  listComparedFiles,
  listFilesOf,
  lockResourceRow,
  orderFiles,
  renumberFiles,
  resetFailedPreviews,
  updateFile,
} from './resource-files.queries.ts';

/** Send it in the transaction that removes the rows. Files shared with a duplicate stay. */
export const cleanUpResourceFilesJob = defineJob({
  name: 'resource.tidy-files',
  data: z.object({ keys: z.array(z.string()) }),
  retryLimit: 20,
  async run(ctx, { keys }) {
    for (const key of keys) {
      if (!(await isStoredFileInUse(ctx.db, { key }))) await ctx.storage.delete(key);
    }
  },
});
