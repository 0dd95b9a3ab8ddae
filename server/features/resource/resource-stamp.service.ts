// A buyer's copy of a PDF: the seller's document with the buyer's name at the foot of every page. The stamp is appended
// to the document, so little is stored per buyer and byte ranges stay valid. A document that can't be stamped is sent
// unchanged; no download fails because of its stamp.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/context.ts';
import { MAX_STAMPED_BYTES, stampPdf } from '#server/integrations/pdf-stamp.ts';
import { printableOr } from '#server/integrations/pdf-characters.ts';
import type { ByteRange, OpenFile } from '#server/integrations/storage.ts';
import type { Licensee } from '#server/features/entitlement/item-access.service.ts';
import { deleteStampsBefore, findStamp, findTail, upsertStamp } from './resource-download.queries.ts';

/** Increase it whenever the stamp is drawn differently. */
const LOOK = 1;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** Retried after a day; the failure may have been temporary. */
const REFUSED_FOR_MS = DAY_MS;

type Stored = { id: number; bytes: number; sha256: string; storageKey: string; contentType: string };
/** Whose copy it is: an account's, or that of a guest's order. */
export type Holder = { userId: number | null; orderId: number | null; email: string };
export type Copy = {
  bytes: number;
  etag: string;
  open(range: ByteRange): Promise<OpenFile | null>;
};

/** The text in the page footer; falls back to the email address if the font lacks letters of the name. */
export function stampTextFor({ name, licence }: Licensee, { email }: { email: string }): string {
  return `Licensed to ${printableOr(name, email)} · ${licence}`;
}

/** Null if the file is sent unchanged. */
export async function findStampedCopy(
  ctx: AppContext,
  holder: Holder,
  file: Stored,
  licensee: Licensee | null,
): Promise<Copy | null> {
  if (!licensee || file.contentType !== 'application/pdf' || file.bytes > MAX_STAMPED_BYTES) return null;
  const text = stampTextFor(licensee, holder);
  const mark = createHash('sha256').update(`${LOOK}\n${file.sha256}\n${text}`).digest('hex');
  const { userId, orderId } = holder;
  const whose = { fileId: file.id, userId, orderId };
  const found = await findStamp(ctx.db, whose);
  const isFresh = found?.mark === mark && !isOldRefusal(ctx, found);
  const tailBytes = isFresh ? found.tailBytes : await makeOnce(ctx, { ...whose, file, text, mark });
  if (tailBytes === 0) return null;
  return {
    bytes: file.bytes + tailBytes,
    etag: `"${mark}"`,
    open: (range) => openBoth(ctx, file, range, tailBytes, () => findTail(ctx.db, { ...whose, mark })),
  };
}

function isOldRefusal(ctx: AppContext, { refusal, createdAt }: { refusal: string | null; createdAt: Date }) {
  return refusal !== null && ctx.clock.now().getTime() - createdAt.getTime() > REFUSED_FOR_MS;
}

type Making = {
  fileId: number;
  userId: number | null;
  orderId: number | null;
  file: Stored;
  text: string;
  mark: string;
};
const inTheMaking = new Map<string, Promise<number>>();

/** A browser requests several ranges at once: the first creates the stamp, the others wait. */
function makeOnce(ctx: AppContext, making: Making): Promise<number> {
  const key = `${making.userId} ${making.orderId} ${making.mark}`;
  const begun =
    inTheMaking.get(key) ??
    make(ctx, making)
      .catch((error: unknown) => {
        ctx.log.error({ err: error, fileId: making.fileId }, 'a document was sent without a stamp');
        return 0;
      })
      .finally(() => inTheMaking.delete(key));
  inTheMaking.set(key, begun);
  return begun;
}

/** The number of bytes added; 0 if it can't be stamped. */
async function make(ctx: AppContext, { file, text, mark, ...whose }: Making): Promise<number> {
  const opened = await ctx.storage.get(file.storageKey);
  if (!opened) return 0;
  const answer = await stampPdf({ bytes: await buffer(opened.stream), text });
  if ('busy' in answer) {
    ctx.log.warn({ fileId: file.id }, 'a document was sent without a stamp: too many in progress');
    return 0;
  }
  const tail = 'tail' in answer ? Buffer.from(answer.tail) : null;
  const refusal = 'refused' in answer ? answer.refused.slice(0, 300) : null;
  if (refusal !== null) ctx.log.warn({ fileId: file.id, refusal }, 'a document cannot be stamped');
  const tailBytes = tail?.length ?? 0;
  await upsertStamp(ctx.db, { ...whose, mark, tail, tailBytes, refusal, createdAt: ctx.clock.now() });
  return tailBytes;
}

async function openBoth(
  ctx: AppContext,
  { bytes, storageKey, contentType }: Stored,
  { start, end = Number.POSITIVE_INFINITY }: ByteRange,
  tailBytes: number,
  findAdded: () => Promise<Buffer | null>,
): Promise<OpenFile | null> {
  const totalBytes = bytes + tailBytes;
  const last = Math.min(end, totalBytes - 1);
  const added = last < bytes ? Buffer.alloc(0) : await findAdded();
  // Pruned since the download started; the next request creates it again.
  if (!added) return null;
  const tail = added.subarray(Math.max(0, start - bytes), Math.max(0, last + 1 - bytes));
  const original =
    start < bytes ? await ctx.storage.get(storageKey, { start, end: Math.min(last, bytes - 1) }) : undefined;
  if (original === null) return null;
  const parts = original ? joined(original.stream, tail) : [tail];
  const stream = Readable.from(parts, { objectMode: false });
  return { stream, bytes: last + 1 - start, totalBytes, contentType };
}

async function* joined(first: Readable, then: Buffer): AsyncGenerator<Buffer> {
  for await (const chunk of first) yield chunk as Buffer;
  if (then.length > 0) yield then;
}

/** Pruned stamps are recreated on demand, identical to the byte. */
export async function pruneStamps(ctx: AppContext): Promise<void> {
  await deleteStampsBefore(ctx.db, { time: new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS) });
}
