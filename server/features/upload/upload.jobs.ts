// Checks files that have arrived and gives them their place; and puts away what nobody waits for any more.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import { examine, type Examined } from './upload.check.ts';
import { withUploadLock } from './upload-lock.ts';
import {
  claimStorageKey,
  deleteUploadRow,
  findUploadRow,
  listAbandoned,
  moveUpload,
  type UploadRow,
} from './upload.queries.ts';
import { discardUpload } from './upload.service.ts';

const HOUR_MS = 3_600_000;
/** No part has come for so long. */
const UNFINISHED_MS = 24 * HOUR_MS;
/** Ready, and nothing has taken it over. */
const UNUSED_MS = 7 * 24 * HOUR_MS;

export const checkUploadJob = defineJob({
  name: 'upload.check',
  data: z.object({ id: z.string() }),
  retryLimit: 8,
  concurrency: 2,
  async run(ctx, { id }) {
    const row = await findUploadRow(ctx.db, { id });
    if (row?.state === 'checking') await withUploadLock(ctx, id, () => settle(ctx, row));
    // Also when an earlier run died between its last two steps.
    await ctx.incoming.remove(id);
  },
});

async function settle(ctx: AppContext, row: UploadRow): Promise<void> {
  const { id } = row;
  const storageKey = await claimStorageKey(ctx.db, { id, storageKey: `uploads/${randomUUID()}` });
  if (!storageKey) return;
  const found = await examine(ctx, { ...row, storageKey }).catch(asRefusal);
  const touchedAt = ctx.clock.now();
  if ('refused' in found) {
    await ctx.storage.delete(storageKey);
    const changes = { state: 'refused', refusedReason: found.refused, storageKey: null, touchedAt } as const;
    await inTransaction(ctx.db, (tx) => moveUpload(tx, { id, from: ['checking'] }, changes));
    return;
  }
  await inTransaction(ctx.db, (tx) =>
    moveUpload(tx, { id, from: ['checking'] }, { state: 'ready', ...found, touchedAt }),
  );
}

const IS_THE_FILES_FAULT = new Set(['unprocessable', 'payload_too_large', 'insufficient_storage']);

/** What its sender can do something about; anything else is ours, and is tried again. */
function asRefusal(error: unknown): Examined {
  if (error instanceof AppError && IS_THE_FILES_FAULT.has(error.code)) return { refused: error.message };
  throw error;
}

export const sweepUploadsJob = defineJob({
  name: 'upload.sweep',
  data: z.object({}),
  cron: '23 * * * *',
  async run(ctx) {
    const now = ctx.clock.now().getTime();
    const abandoned = await listAbandoned(ctx.db, {
      unfinishedSince: new Date(now - UNFINISHED_MS),
      unusedSince: new Date(now - UNUSED_MS),
    });
    for (const { id, state } of abandoned) {
      if (state === 'used') {
        // Its bytes are somebody's now; only the memory of how they came goes.
        await deleteUploadRow(ctx.db, { id });
      } else {
        if (state === 'checking') await giveUp(ctx, id);
        await discardUpload(ctx, { id });
      }
    }
  },
});

/** A check that has failed for a day will not succeed. */
async function giveUp(ctx: AppContext, id: string): Promise<void> {
  const changes = { state: 'refused', refusedReason: 'It could not be checked.' } as const;
  await inTransaction(ctx.db, (tx) => moveUpload(tx, { id, from: ['checking'] }, changes));
}
