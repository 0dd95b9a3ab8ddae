// Files of courses: recordings, captions, documents, attachments. Served to whoever may open the lesson that uses them,
// and to nobody else.
import type { AppContext } from '#server/context.ts';
import { requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { getItemAccess } from '#server/features/entitlement/item-access.service.ts';
import { findItemLocks, lockedItem } from '#server/features/progress/progress.service.ts';
import { isInOwnAttempt } from '#server/features/quiz/quiz.service.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { renderPdfPages } from '#server/integrations/pdf-pages.ts';
import type { ByteRange, OpenFile } from '#server/integrations/storage.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { type CourseFile, findCourseFile, listFileUses } from './course-file.queries.ts';

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
  const { file, isDownloadable } = await requireFile(ctx, viewer, id);
  const isSaved = file.kind === 'document' || file.kind === 'attachment';
  if (isSaved && !isDownloadable) {
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

/**
 * Throws unless the viewer may open something that uses the file: a lesson, or a question of an attempt of theirs. Files
 * nothing uses are for those who edit.
 */
async function requireFile(ctx: AppContext, viewer: Viewer | null, id: number) {
  const file = await findCourseFile(ctx.db, { id });
  if (!file) throw noSuchFile();
  const { courseId } = file;
  const usedId = file.parentId ?? id;
  const uses = await listFileUses(ctx.db, { id: usedId, courseId });
  const isDownloadable = uses.some((use) => use.isDownloadable);
  if (uses.some(({ isPreview }) => isPreview)) {
    await getItemAccess(ctx, viewer, { itemType: 'course', itemId: courseId });
    return { file, isDownloadable };
  }
  const access = await requireCourseAccess(ctx, viewer, courseId);
  if (access.role !== 'learner') return { file, isDownloadable: true };
  const locks = await findItemLocks(ctx.db, access, { items: uses, now: ctx.clock.now() });
  if (locks.includes(null)) return { file, isDownloadable };
  if (await isInOwnAttempt(ctx.db, { userId: access.userId, courseId, fileId: usedId })) {
    return { file, isDownloadable: true };
  }
  const [lock] = locks;
  if (!lock) throw noSuchFile();
  throw lockedItem(lock, 'lesson');
}

/** Enough for any handout; longer documents are downloaded. */
const MAX_PAGES = 60;
const PAGE_WIDTH = 1200;

/** One page of a PDF as a picture, for those who may only look at it and for phones without a viewer. */
export async function openDocumentPage(
  ctx: AppContext,
  viewer: Viewer | null,
  { id, page, address }: { id: number; page: number; address: string },
): Promise<OpenedFile> {
  const { file } = await requireFile(ctx, viewer, id);
  if (file.contentType !== 'application/pdf' || page > Math.min(file.pages ?? MAX_PAGES, MAX_PAGES)) {
    throw noSuchFile();
  }
  const key = pageKey(file, page);
  let stat = await ctx.storage.stat(key);
  if (!stat) {
    await ctx.limiter.take(
      `document-pages ${viewer ? `user ${viewer.id}` : addressKey(address)}`,
      RENDER_RATE,
    );
    await renderOnce(ctx, file);
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

/** Documents, not pages: all pages of one are drawn at once. */
export const RENDER_RATE = { points: 30, seconds: 600 };

const rendering = new Map<string, Promise<void>>();

/** A document opened by a whole class at once is drawn once. */
function renderOnce(ctx: AppContext, file: CourseFile): Promise<void> {
  const running = rendering.get(file.sha256);
  if (running) return running;
  const started = renderPages(ctx, file).finally(() => rendering.delete(file.sha256));
  rendering.set(file.sha256, started);
  return started;
}

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
