// Checks an uploaded file by its content, not its name. Everything is streamed, so large files need no more memory than
// small ones.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/context.ts';
import { HEAD_BYTES } from '#server/integrations/file-kind.ts';
import { fitName, sniffType, TYPES, type FileType } from '#server/integrations/file-type.ts';
import { probeImage, reencodeImage } from '#server/integrations/images.ts';
import { readMediaMetadata } from '#server/integrations/media-clip.ts';
import { renderPdfPages } from '#server/integrations/pdf-pages.ts';
import { checkZip, type ZipSource } from '#server/integrations/zip-check.ts';
import { AppError } from '#shared/errors.ts';
import type { UploadRow } from './upload.queries.ts';

export type Examined =
  | {
      name: string;
      bytes: number;
      contentType: string;
      sha256: string;
      pages: number | null;
      seconds: number | null;
    }
  | { refused: string };

/** Larger PDFs are stored unchecked, because PDFium reads a document into memory. */
const MAX_PDF_BYTES = 48 * 1024 * 1024;
const MAX_PICTURE_FILE_BYTES = 30 * 1024 * 1024;
const PICTURE_SIZES = {
  cover: { width: 1600, height: 1600, fit: 'inside' },
  banner: { width: 2400, height: 1200, fit: 'inside' },
} as const;

type Stored = ZipSource & { key: string };
type Facts = { type?: FileType; pages?: number; seconds?: number | null };

export async function examine(ctx: AppContext, row: UploadRow & { storageKey: string }): Promise<Examined> {
  const { id, purpose, storageKey } = row;
  // An earlier run or a form upload may have stored it already.
  const there = await ctx.storage.stat(storageKey);
  if (purpose === 'cover' || purpose === 'banner') return redraw(ctx, { ...row, purpose }, there !== null);
  const stored = there
    ? { bytes: there.bytes, sha256: await hashOf(ctx, storageKey) }
    : await ctx.storage.put(storageKey, await ctx.incoming.open(id), {
        contentType: 'application/octet-stream',
      });
  if (stored.bytes === 0) return { refused: 'This file is empty.' };
  const source = openStored(ctx, storageKey, stored.bytes);
  const sniffed = sniffType(await source.read(0, HEAD_BYTES));
  if ('refused' in sniffed) return sniffed;
  if (purpose === 'credit-evidence' && !isEvidence(sniffed.type)) {
    return { refused: 'Evidence can be a PDF or a picture: JPEG, PNG, WebP or HEIC.' };
  }
  const facts = await lookInside(source, sniffed.type);
  if ('refused' in facts) return facts;
  const type = facts.type ?? sniffed.type;
  const named = fitName(row.name, type);
  if ('refused' in named) return named;
  const { bytes, sha256 } = stored;
  const { pages = null, seconds = null } = facts;
  return { name: named.name, bytes, sha256, contentType: type.contentType, pages, seconds };
}

/** What staff can open everywhere without a program of its own. */
const EVIDENCE: readonly FileType[] = [TYPES.pdf, TYPES.jpeg, TYPES.png, TYPES.webp, TYPES.heic];
const isEvidence = (type: FileType) => EVIDENCE.includes(type);

/** Re-encodes pictures, so nothing but their pixels is kept. */
async function redraw(
  ctx: AppContext,
  row: UploadRow & { purpose: 'cover' | 'banner'; storageKey: string },
  isInStorage: boolean,
): Promise<Examined> {
  const { id, storageKey, purpose } = row;
  const stored = isInStorage ? await ctx.storage.get(storageKey) : null;
  const picture = await reencodeImage(
    stored?.stream ?? (await ctx.incoming.open(id)),
    PICTURE_SIZES[purpose],
    'webp',
  );
  const { contentType } = picture;
  const { bytes, sha256 } = await ctx.storage.put(storageKey, picture.data, { contentType });
  const name = `${row.name.replace(/\.\w{1,8}$/, '')}.webp`;
  return { name, bytes, sha256, contentType, pages: null, seconds: null };
}

async function lookInside(source: Stored, { contentType }: FileType): Promise<Facts | { refused: string }> {
  if (contentType === TYPES.zip.contentType) return checkZip(source);
  if (contentType === TYPES.pdf.contentType) return readPdf(source);
  if (contentType === TYPES.heic.contentType || contentType === TYPES.midi.contentType) return {};
  if (contentType.startsWith('image/')) return readPicture(source);
  if (/^(audio|video)\//.test(contentType)) return readMedia(source);
  return {};
}

async function readPicture({ bytes, read }: Stored): Promise<Facts | { refused: string }> {
  if (bytes > MAX_PICTURE_FILE_BYTES) {
    return {
      refused: 'This picture is larger than 30 MB. Make it smaller, or put it into a PDF or a zip file.',
    };
  }
  const content = await read(0, bytes);
  await probeImage(content);
  // Decode it once to catch truncated pictures.
  await reencodeImage(content, { width: 64, fit: 'inside' }, 'webp');
  return {};
}

async function readPdf({ bytes, read }: Stored): Promise<Facts | { refused: string }> {
  if (bytes > MAX_PDF_BYTES) return {};
  const pdf = await renderPdfPages({ bytes: await read(0, bytes), pages: 0, width: 1 });
  if (pdf.isReadable)
    return pdf.pageCount > 0 ? { pages: pdf.pageCount } : { refused: 'This PDF has no pages.' };
  if (/password|security/i.test(pdf.reason)) {
    return {
      refused: 'This PDF is locked with a password, so nobody else could open it. Save it without one.',
    };
  }
  return { refused: 'This PDF is damaged and cannot be opened. Save it again and try once more.' };
}

async function readMedia({ bytes, read }: Stored): Promise<Facts | { refused: string }> {
  const facts = await readMediaMetadata({ bytes, read });
  return (
    facts ?? { refused: 'This recording is damaged and cannot be played. Save it again and try once more.' }
  );
}

function openStored(ctx: AppContext, key: string, bytes: number): Stored {
  const stream = async (start: number, end: number): Promise<Readable> => {
    if (start >= end || start >= bytes) return Readable.from([]);
    const file = await ctx.storage.get(key, { start, end: Math.min(end, bytes) - 1 });
    if (!file) throw new AppError('unavailable', 'The file is missing in storage.');
    return file.stream;
  };
  return { key, bytes, stream, read: async (start, end) => buffer(await stream(start, end)) };
}

async function hashOf(ctx: AppContext, key: string): Promise<string> {
  const file = await ctx.storage.get(key);
  const hash = createHash('sha256');
  for await (const part of file?.stream ?? []) hash.update(part as Buffer);
  return hash.digest('hex');
}
