// Tools for tests of sellers' own resources: complete uploads, and resources ready for review.
import { createHash, randomUUID } from 'node:crypto';
import { uploads } from '#server/db/schema/upload.ts';
import type { UploadPurpose } from '#shared/features/upload/upload.rules.ts';
import { FILE_TEXT } from './resource-tools.ts';
import type { TestContext } from './test-database.ts';

type Arrived = { name?: string; content?: Buffer; contentType?: string; purpose?: UploadPurpose };

/** As it is after the check; returns its id and storage key. */
export async function arrivedUpload(
  ctx: TestContext,
  userId: number,
  { name = 'plan.txt', content, contentType = 'text/plain', purpose = 'resource-file' }: Arrived = {},
) {
  const id = randomUUID();
  const bytes = content ?? Buffer.from(`${id} ${FILE_TEXT}`);
  const storageKey = `test/${id}`;
  await ctx.storage.put(storageKey, bytes, { contentType });
  const now = ctx.clock.now();
  await ctx.db.insert(uploads).values({
    id,
    userId,
    purpose,
    name,
    bytes: bytes.length,
    state: 'ready',
    contentType,
    storageKey,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: now,
    touchedAt: now,
  });
  return { id, storageKey };
}

export const DESCRIPTION = 'Ten short warm-ups for cold halls, each with its counts and a drawing.';

export async function aCategoryId(ctx: TestContext): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select id from categories where kind = 'resource' order by id limit 1`,
  );
  return rows[0]?.id ?? 0;
}
