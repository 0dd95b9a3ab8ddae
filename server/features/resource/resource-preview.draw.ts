// Creates the preview of each kind of file: first pages, a small picture, the start of a recording, the first lines;
// never more than half, since the rest is for sale. The content decides the kind; unreadable files show nothing, and
// their seller and the log get the reason.
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/context.ts';
import { cutWav } from '#server/integrations/audio-clip.ts';
import { type FileKind, HEAD_BYTES, sniffFile } from '#server/integrations/file-kind.ts';
import { reencodeImage } from '#server/integrations/images.ts';
import { renderPdfPages } from '#server/integrations/pdf-pages.ts';
import { readSheetRows } from '#server/integrations/sheet-excerpt.ts';
import type { FileOutcome, NewPreview } from './resource-files.queries.ts';

type StoredFile = { id: number; name: string; storageKey: string; bytes: number; isPreviewed: boolean };
type PreviewFacts = Omit<NewPreview, 'storageKey' | 'contentType'>;
/** Without a file, the text is the preview. */
export type DrawnPreview = PreviewFacts & { file?: { data: Buffer; contentType: string } };

const MAX_PREVIEWS = 8;
const PAGE_WIDTH = 640;
/** Three pages of the first document, one of each other. */
const FIRST_PAGES = 3;
const PICTURE = { width: 640, height: 800, fit: 'inside' } as const;
const CLIP_SECONDS = 20;
const EXCERPT_LINES = 12;
const EXCERPT_LETTERS = 1600;
/** Larger files can be sold but get no preview. */
const MAX_PDF_BYTES = 80 * 1024 * 1024;
const MAX_IMAGE_BYTES = 30 * 1024 * 1024;
const MAX_SHEET_BYTES = 10 * 1024 * 1024;
/** Twenty seconds of two channels in 24 bits at 96 kHz. */
const WAV_BYTES = 12 * 1024 * 1024;

type Wish = { file: StoredFile; isFirstOfKind: boolean };
type Drawer = (ctx: AppContext, wish: Wish) => Promise<DrawnPreview[]>;

const DRAWERS: Readonly<Record<Exclude<FileKind, 'unknown'>, Drawer>> = {
  pdf: drawPages,
  image: drawPicture,
  wav: drawWav,
  media: drawMedia,
  sheet: excerptSheet,
  text: excerptText,
};

export type DrawnFiles = { previews: DrawnPreview[]; outcomes: FileOutcome[] };

/** Draws the first few previews and reports the result for every file. */
export async function drawPreviews(
  ctx: AppContext,
  { resourceId, files }: { resourceId: number; files: StoredFile[] },
): Promise<DrawnFiles> {
  const previews: DrawnPreview[] = [];
  const outcomes: FileOutcome[] = [];
  const seen = new Set<FileKind>();
  for (const [at, file] of files.entries()) {
    if (!file.isPreviewed || previews.length >= MAX_PREVIEWS) {
      outcomes.push(outcomeOf(file, 'none'));
      continue;
    }
    let kind: FileKind | null = null;
    try {
      kind = sniffFile(await readPart(ctx, file, HEAD_BYTES));
      const drawn =
        kind === 'unknown' ? [] : await DRAWERS[kind](ctx, { file, isFirstOfKind: !seen.has(kind) });
      previews.push(...drawn);
      seen.add(kind);
      outcomes.push(outcomeOf(file, drawn.length > 0 ? 'made' : 'none'));
    } catch (error) {
      if (error instanceof NothingToShow) {
        outcomes.push(outcomeOf(file, 'none'));
        continue;
      }
      const reason = error instanceof Error ? error.message : 'unknown';
      ctx.log.warn({ resourceId, file: at, kind, reason: reason.slice(0, 200) }, 'a file has no preview');
      const problem = previewProblem(kind === 'unknown' ? null : kind, error);
      outcomes.push({ ...outcomeOf(file, 'failed', problem), isPassing: error instanceof StorageTrouble });
    }
  }
  return { previews: previews.slice(0, MAX_PREVIEWS), outcomes };
}

function outcomeOf(
  { id, isPreviewed }: StoredFile,
  previewState: FileOutcome['previewState'],
  previewProblem: string | null = null,
): FileOutcome {
  return { id, isPreviewed, previewState, previewProblem, isPassing: false };
}

async function drawPages(ctx: AppContext, { file, isFirstOfKind }: Wish): Promise<DrawnPreview[]> {
  const bytes = await readWhole(ctx, file, MAX_PDF_BYTES);
  const pages = isFirstOfKind ? FIRST_PAGES : 1;
  const drawn = await renderPdfPages({ bytes, pages, width: PAGE_WIDTH, isHalfHidden: true });
  if (!drawn.isReadable) throw new Error(drawn.reason);
  return drawn.pictures.map(({ data, contentType, width, height }) => ({
    kind: 'page',
    width,
    height,
    file: { data, contentType },
  }));
}

async function drawPicture(ctx: AppContext, { file }: Wish): Promise<DrawnPreview[]> {
  const picture = await reencodeImage(await readWhole(ctx, file, MAX_IMAGE_BYTES), PICTURE, 'webp');
  const { data, contentType, width, height } = picture;
  return [{ kind: 'image', width, height, file: { data, contentType } }];
}

async function drawWav(ctx: AppContext, { file }: Wish): Promise<DrawnPreview[]> {
  const clip = cutWav(await readPart(ctx, file, WAV_BYTES), {
    maxSeconds: CLIP_SECONDS,
    wholeBytes: file.bytes,
  });
  if (!clip) throw new Error('its sample format is not supported');
  const { data, seconds, peaks } = clip;
  return [{ kind: 'audio', seconds, peaks, file: { data, contentType: 'audio/wav' } }];
}

async function drawMedia(ctx: AppContext, { file }: Wish): Promise<DrawnPreview[]> {
  const read = async (start: number, end: number) => readRange(ctx, file, { start, end: end - 1 });
  // A large library that few files need.
  const { cutMedia } = await import('#server/integrations/media-clip.ts');
  const clip = await cutMedia({ bytes: file.bytes, read }, CLIP_SECONDS);
  if (!clip) throw new Error('it contains nothing playable');
  const { data, contentType, isVideo, seconds, width, height } = clip;
  return [{ kind: isVideo ? 'video' : 'audio', seconds, width, height, file: { data, contentType } }];
}

async function excerptSheet(ctx: AppContext, { file }: Wish): Promise<DrawnPreview[]> {
  const rows = await readSheetRows(await readWhole(ctx, file, MAX_SHEET_BYTES), EXCERPT_LINES * 2);
  // Some other archive that we can't show.
  if (!rows) throw new NothingToShow('it is an archive, not a spreadsheet');
  return excerpt(rows);
}

async function excerptText(ctx: AppContext, { file }: Wish): Promise<DrawnPreview[]> {
  const bytes = await readPart(ctx, file, HEAD_BYTES * 4);
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  return excerpt(text.trimEnd().split(/\r\n|\r|\n/));
}

/** At most half the lines, or half the letters of a single line. */
function excerpt(lines: string[]): DrawnPreview[] {
  const shown = lines.slice(0, Math.min(EXCERPT_LINES, Math.ceil(lines.length / 2))).join('\n');
  // PostgreSQL can't store this character.
  const letters = Array.from(shown.replaceAll('\0', '').trim());
  const most = lines.length > 1 ? letters.length : Math.ceil(letters.length / 2);
  const cut = letters.slice(0, Math.min(EXCERPT_LETTERS, most)).join('');
  if (cut === '') return [];
  return [{ kind: 'text', text: cut.length < shown.trim().length ? `${cut.trimEnd()}…` : cut }];
}

async function readWhole(ctx: AppContext, file: StoredFile, maxBytes: number): Promise<Buffer> {
  if (file.bytes > maxBytes) throw new Error('it is too large to open');
  return readPart(ctx, file, maxBytes);
}

function readPart(ctx: AppContext, file: StoredFile, bytes: number): Promise<Buffer> {
  return readRange(ctx, file, { start: 0, end: Math.min(bytes, file.bytes) - 1 });
}

async function readRange(
  ctx: AppContext,
  { storageKey }: StoredFile,
  range: { start: number; end: number },
): Promise<Buffer> {
  try {
    const opened = await ctx.storage.get(storageKey, range);
    if (opened) return await buffer(opened.stream);
  } catch (error) {
    throw new StorageTrouble('the storage does not respond', { cause: error });
  }
  throw new Error('it is missing in storage');
}

/** The file is fine but has nothing to preview. */
export class NothingToShow extends Error {}

/** The storage didn't answer; the job retries. */
export class StorageTrouble extends Error {}

type Drawable = Exclude<FileKind, 'unknown'>;

const BROKEN: Readonly<Record<Drawable, string>> = {
  pdf: 'We couldn’t open this PDF. It may be damaged. Save it again and upload the new file.',
  image: 'We couldn’t open this picture. Save it as JPEG, PNG or WebP and upload it again.',
  wav: 'We can’t play this recording’s format. Save it as MP3 or WAV and upload it again.',
  media: 'We can’t play anything in this file. Save it as MP3, MP4 or WebM and upload it again.',
  sheet: 'We couldn’t open this spreadsheet. It may be damaged. Save it again and upload the new file.',
  text: 'We couldn’t read this text. Save it as UTF-8 and upload it again.',
};

/** What happened, and what to do. */
export function previewProblem(kind: Drawable | null, error: unknown): string {
  if (error instanceof StorageTrouble || kind === null) {
    return 'We couldn’t read this file. Try again in a few minutes. If that doesn’t help, upload it again.';
  }
  const reason = error instanceof Error ? error.message : '';
  if (kind === 'pdf' && /password|security|encrypt/i.test(reason)) {
    return 'This PDF is locked with a password. Save it without one and upload it again.';
  }
  if (/too large/i.test(reason)) {
    return 'This file is too large for a preview. Buyers still get all of it. To show a preview, add a smaller sample; otherwise turn off its preview.';
  }
  if (/too long/i.test(reason)) {
    return 'Creating a preview of this file takes too long. Upload a simpler copy, or turn off its preview.';
  }
  return BROKEN[kind];
}
