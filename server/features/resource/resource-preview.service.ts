// Previews: created from a resource's files in the background, and served to anyone who may see the resource.
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getItemAccess } from '#server/features/entitlement/item-access.service.ts';
import type { ByteRange, OpenFile } from '#server/integrations/storage.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  findPreviewFile,
  isPreviewKept,
  listStoredFiles,
  lockResourceRow,
  type NewPreview,
  recordOutcomes,
  replacePreviews,
} from './resource-files.queries.ts';
import { type DrawnPreview, drawPreviews } from './resource-preview.draw.ts';

/** The content types previews can have; nothing else is served. */
export const PREVIEW_TYPES: ReadonlySet<string> = new Set([
  'image/webp',
  'audio/wav',
  'audio/mpeg',
  'audio/ogg',
  'audio/flac',
  'audio/mp4',
  'audio/webm',
  'video/mp4',
  'video/webm',
]);

export type OpenedPreview = {
  bytes: number;
  contentType: string;
  etag: string;
  /** On sale, so shared caches may store it. */
  isPublic: boolean;
  open(range: ByteRange): Promise<OpenFile | null>;
};

/** The public path; the storage key stays on the server. */
export function previewUrl({ resourceId, previewId }: { resourceId: number; previewId: number }): string {
  return `/api/resources/${resourceId}/previews/${previewId}`;
}

/** Visible to anyone who may see the resource. */
export async function openPreview(
  ctx: AppContext,
  viewer: Viewer | null,
  requested: { resourceId: number; previewId: number },
): Promise<OpenedPreview> {
  const item = { itemType: 'resource', itemId: requested.resourceId } as const;
  const { isListed } = await getItemAccess(ctx, viewer, item);
  const found = await findPreviewFile(ctx.db, requested);
  const stat =
    found && PREVIEW_TYPES.has(found.contentType) ? await ctx.storage.stat(found.storageKey) : null;
  if (!found || !stat) throw new AppError('not_found', 'This preview doesn’t exist.');
  return {
    bytes: stat.bytes,
    contentType: found.contentType,
    etag: `"${createHash('sha256').update(found.storageKey).digest('base64url').slice(0, 22)}"`,
    isPublic: isListed,
    open: (range) => ctx.storage.get(found.storageKey, range),
  };
}

/** Longer than it takes to create the previews of a resource. */
const TIDY_AFTER_SECONDS = 600;

const ENDINGS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** Call it in the transaction that changes the files. */
export async function queueCreatePreviews(ctx: AppContext, tx: Tx, resourceId: number): Promise<void> {
  await ctx.jobs.send(tx, createPreviewsJob, { resourceId }, { singletonKey: String(resourceId) });
}

export const createPreviewsJob = defineJob({
  name: 'resource.make-previews',
  data: z.object({ resourceId: z.int() }),
  async run(ctx, { resourceId }) {
    const files = await listStoredFiles(ctx.db, { resourceId });
    const { previews: drawn, outcomes } = await drawPreviews(ctx, {
      resourceId,
      files: files.filter(({ isCurrent }) => isCurrent),
    });
    // Previews of unpublished files aren't stored, but the seller learns whether they work.
    const prepared = await drawPreviews(ctx, { resourceId, files: files.filter((file) => !file.isCurrent) });
    const found = [...outcomes, ...prepared.outcomes];
    const named = drawn.map((preview) => ({ preview, storageKey: keyFor(resourceId, preview) }));
    const keys = named.flatMap(({ storageKey }) => storageKey ?? []);
    // Scheduled before the files exist, so a crash leaves nothing behind.
    if (keys.length > 0) {
      await ctx.jobs.send(ctx.db, cleanUpPreviewsJob, { keys }, { startAfter: TIDY_AFTER_SECONDS });
    }
    for (const { preview, storageKey } of named) {
      if (storageKey && preview.file) {
        await ctx.storage.put(storageKey, preview.file.data, { contentType: preview.file.contentType });
      }
    }
    await inTransaction(ctx.db, async (tx) => {
      if (!(await lockResourceRow(tx, { id: resourceId }))) return;
      const removed = await replacePreviews(tx, { resourceId, previews: named.map(toRow) });
      await recordOutcomes(tx, found);
      if (removed.length > 0) await ctx.jobs.send(tx, cleanUpPreviewsJob, { keys: removed });
    });
    if (found.some(({ isPassing }) => isPassing)) throw new Error('The storage did not respond');
  },
});

export const cleanUpPreviewsJob = defineJob({
  name: 'resource.tidy-previews',
  data: z.object({ keys: z.array(z.string().startsWith('previews/')) }),
  retryLimit: 20,
  async run(ctx, { keys }) {
    for (const storageKey of keys) {
      if (!(await isPreviewKept(ctx.db, { storageKey }))) await ctx.storage.delete(storageKey);
    }
  },
});

/** Never reused, so a late cleanup can't delete a new preview. */
function keyFor(resourceId: number, { file }: DrawnPreview): string | null {
  return file ? `previews/${resourceId}/${randomUUID()}.${ENDINGS[file.contentType] ?? 'bin'}` : null;
}

function toRow({ preview, storageKey }: { preview: DrawnPreview; storageKey: string | null }): NewPreview {
  const { file, ...facts } = preview;
  return { ...facts, storageKey, contentType: file?.contentType ?? null };
}
