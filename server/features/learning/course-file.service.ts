// Files of courses: recordings, captions, documents, attachments. Served to whoever may open the lesson that uses them,
// and to nobody else.
import type { AppContext } from '#server/context.ts';
import { requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { getItemAccess } from '#server/features/entitlement/item-access.service.ts';
import { findItemLock } from '#server/features/progress/progress.service.ts';
import { renderPdfPages } from '#server/integrations/pdf-pages.ts';
import type { ByteRange, OpenFile } from '#server/integrations/storage.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { describeLock, type ItemLock } from '#shared/features/progress/progress.rules.ts';
import { type CourseFile, type FileUse, findCourseFile, listFileUses } from './course-file.queries.ts';

export const fileUrl = (id: number) => `/api/course-files/${id}`;

export type OpenedFile = {
  name: string;
  bytes: number;
  contentType: string;
  etag: string;
  /** Browsers may show it in the page; everything else is saved. */
  isInline: boolean;
  open(range: ByteRange): Promise<OpenFile | null>;
};

/** Nothing that could run: no HTML, no SVG. */
const INLINE = /^(?:video\/|audio\/|image\/(?:png|jpeg|webp|gif|avif)$|text\/vtt|application\/pdf$)/;

export async function openCourseFile(
  ctx: AppContext,
  viewer: Viewer | null,
  id: number,
): Promise<OpenedFile> {
  const { file, uses, isLearner } = await requireFile(ctx, viewer, id);
  const isSaved = file.kind === 'document' || file.kind === 'attachment';
  if (isSaved && isLearner && !uses.some(({ isDownloadable }) => isDownloadable)) {
    throw new AppError(
      'forbidden',
      'The instructor doesn’t offer this file as a download. Read it in the lesson.',
    );
  }
  return {
    name: file.name,
    bytes: file.bytes,
    contentType: file.contentType,
    etag: `"${file.sha256.slice(0, 32)}"`,
    isInline: INLINE.test(file.contentType),
    open: (range) => ctx.storage.get(file.storageKey, range),
  };
}

/** Throws unless the viewer may open something that uses the file. Files nothing uses are for those who edit. */
async function requireFile(ctx: AppContext, viewer: Viewer | null, id: number) {
  const file = await findCourseFile(ctx.db, { id });
  if (!file) throw noSuchFile();
  const { courseId } = file;
  const uses = await listFileUses(ctx.db, { id: file.parentId ?? id, courseId });
  if (uses.some(({ isPreview }) => isPreview)) {
    await getItemAccess(ctx, viewer, { itemType: 'course', itemId: courseId });
    return { file, uses, isLearner: true };
  }
  const access = await requireCourseAccess(ctx, viewer, courseId);
  if (access.role !== 'learner') return { file, uses, isLearner: false };
  if (uses.length === 0) throw noSuchFile();
  const lock = await findLockOfAll(ctx, access, uses);
  if (lock) throw new AppError('forbidden', `This lesson is locked. ${describeLock(lock)}.`);
  return { file, uses, isLearner: true };
}

/** Open as soon as one of the lessons that use it is. */
async function findLockOfAll(
  ctx: AppContext,
  access: Parameters<typeof findItemLock>[1],
  uses: readonly FileUse[],
): Promise<ItemLock | null> {
  let lock: ItemLock | null = null;
  for (const { itemType, itemId } of uses) {
    lock = await findItemLock(ctx.db, access, { itemType, itemId, now: ctx.clock.now() });
    if (!lock) return null;
  }
  return lock;
}

/** Enough for any handout; longer documents are downloaded. */
const MAX_PAGES = 60;
const PAGE_WIDTH = 1200;

/** One page of a PDF as a picture, for those who may only look at it and for phones without a viewer. */
export async function openDocumentPage(
  ctx: AppContext,
  viewer: Viewer | null,
  { id, page }: { id: number; page: number },
): Promise<OpenedFile> {
  const { file } = await requireFile(ctx, viewer, id);
  if (file.contentType !== 'application/pdf' || page > Math.min(file.pages ?? MAX_PAGES, MAX_PAGES)) {
    throw noSuchFile();
  }
  const key = pageKey(file, page);
  let stat = await ctx.storage.stat(key);
  if (!stat) {
    await renderPages(ctx, file);
    stat = await ctx.storage.stat(key);
  }
  if (!stat) throw noSuchFile();
  return {
    name: `${page}.webp`,
    bytes: stat.bytes,
    contentType: stat.contentType,
    etag: `"${file.sha256.slice(0, 32)}-${page}"`,
    isInline: true,
    open: (range) => ctx.storage.get(key, range),
  };
}

const pageKey = ({ sha256 }: CourseFile, page: number) => `course-pages/${sha256}/${page}.webp`;

/** All at once, the first time somebody opens the document. */
async function renderPages(ctx: AppContext, file: CourseFile): Promise<void> {
  const stored = await ctx.storage.get(file.storageKey);
  if (!stored) throw noSuchFile();
  const bytes = Buffer.concat(await stored.stream.toArray());
  const drawn = await renderPdfPages({ bytes, pages: MAX_PAGES, width: PAGE_WIDTH }, { maxMs: 60_000 });
  if (!drawn.isReadable)
    throw new AppError('unprocessable', 'We can’t show this document here. Download it instead.');
  for (const [at, picture] of drawn.pictures.entries()) {
    await ctx.storage.put(pageKey(file, at + 1), picture.data, { contentType: picture.contentType });
  }
}

function noSuchFile(): AppError {
  return new AppError('not_found', 'This file isn’t available. It may have been taken out of the course.');
}
