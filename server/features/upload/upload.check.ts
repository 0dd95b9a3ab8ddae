// What a file that has arrived really is, and whether it may stay.
import type { AppContext } from '#server/context.ts';
import type { UploadRow } from './upload.queries.ts';

export type Examined =
  | {
      bytes: number;
      contentType: string;
      sha256: string;
      name: string;
      pages: number | null;
      seconds: number | null;
    }
  | { refused: string };

export async function examine(
  ctx: AppContext,
  { id, name, storageKey }: UploadRow & { storageKey: string },
): Promise<Examined> {
  const contentType = 'application/octet-stream';
  const stored = await ctx.storage.put(storageKey, await ctx.incoming.open(id), { contentType });
  return { bytes: stored.bytes, sha256: stored.sha256, contentType, name, pages: null, seconds: null };
}
