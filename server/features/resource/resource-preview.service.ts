// What may be seen of a resource before buying: who may see it, and where it is served from.
import { createHash } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getStanding } from '#server/features/entitlement/standing.service.ts';
import type { ByteRange, OpenFile } from '#server/integrations/storage.ts';
import { AppError } from '#shared/errors.ts';
import { findPreviewFile } from './resource-files.queries.ts';

/** What previews are made as. Anything else in the table would be a mistake, and is not served. */
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
  /** On sale: caches may share it. */
  isForEveryone: boolean;
  open(range: ByteRange): Promise<OpenFile | null>;
};

/** Its path, as answers name it: the storage key stays here. */
export function previewUrl({ resourceId, previewId }: { resourceId: number; previewId: number }): string {
  return `/api/resources/${resourceId}/previews/${previewId}`;
}

/** Seen by whoever may see the resource itself. */
export async function openPreview(
  ctx: AppContext,
  viewer: Viewer | null,
  wanted: { resourceId: number; previewId: number },
): Promise<OpenedPreview> {
  const item = { itemType: 'resource', itemId: wanted.resourceId } as const;
  const { isListed } = await getStanding(ctx, viewer, item);
  const found = await findPreviewFile(ctx.db, wanted);
  const stat =
    found && PREVIEW_TYPES.has(found.contentType) ? await ctx.storage.stat(found.storageKey) : null;
  if (!found || !stat) throw new AppError('not_found', 'There is no such preview.');
  return {
    bytes: stat.bytes,
    contentType: found.contentType,
    etag: `"${createHash('sha256').update(found.storageKey).digest('base64url').slice(0, 22)}"`,
    isForEveryone: isListed,
    open: (range) => ctx.storage.get(found.storageKey, range),
  };
}
