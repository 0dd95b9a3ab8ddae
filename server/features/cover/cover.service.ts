// Covers: drawn on first request or ahead of time, stored, then served. Uploaded covers are cropped the same way.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { IMAGE_CONTENT_TYPES, reencodeImage, renderSvg } from '#server/integrations/images.ts';
import type { Storage } from '#server/integrations/storage.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import {
  ALL_STYLES_COVER,
  COVER_SHAPES,
  coverFile,
  type CoverRendition,
  type CoverShape,
  coverWidths,
  listCoverRenditions,
  styleCoverSubject,
} from '#shared/features/cover/cover.rules.ts';
import { DANCE_STYLES, isOneOf } from '#shared/vocabulary.ts';
import { drawCover } from './cover.draw.ts';
import {
  type Cover,
  deleteCover,
  findCover,
  isCoverStored,
  listCoversOnSale,
  upsertCovers,
} from './cover.queries.ts';

/** Increase it when drawCover changes; new covers are then drawn next to the old ones. */
const DRAWING_VERSION = 'v1';
/** Posters drawn ahead per kind; the rest are drawn on demand, in about 0.1 s each. */
const POSTERS_AHEAD = 200;
const POSTER_JOB_MS = 2000;

export type CoverFile = {
  etag: string;
  contentType: string;
  open: () => Promise<{ stream: Readable; bytes: number }>;
};

/** A cover that isn't published yet; `own` is null for the drawn one. */
export async function getUnpublishedCover(
  ctx: AppContext,
  { subject, own, rendition }: { subject: string; own: string | null; rendition: CoverRendition },
): Promise<CoverFile> {
  const cover = await findCover(ctx.db, { subject });
  if (!cover) throw new AppError('not_found', 'This picture doesn’t exist.');
  return pictureOf(ctx, cover, rendition, own);
}

export function pictureOf(
  ctx: AppContext,
  cover: Cover,
  rendition: CoverRendition,
  own: string | null,
): CoverFile {
  const key = own ? ownRenditionKey(own, rendition) : storageKey(cover, rendition);
  const make = async () =>
    (own && (await cutOwnCover(ctx, own, rendition))) || (await drawOnce(ctx, cover, rendition));
  return {
    etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
    contentType: IMAGE_CONTENT_TYPES[rendition.format],
    open: async () => (await ctx.storage.get(key)) ?? fromMemory(await make()),
  };
}

/** Creates a drawn cover in the item's dance style, or a neutral one. */
export async function createDrawnCover(
  db: DbOrTx,
  { subject, style }: { subject: string; style: string },
): Promise<void> {
  const drawn = isOneOf(DANCE_STYLES, style) ? style : 'Other';
  await upsertCovers(db, [{ subject, seed: subject, style: drawn, colourway: null, isBare: false }]);
}

export async function deleteDrawnCover(db: DbOrTx, { subject }: { subject: string }): Promise<void> {
  await deleteCover(db, { subject });
}

/** Draws the missing sizes and formats of one shape ahead of the first visitor. */
async function drawMissingCovers(
  ctx: AppContext,
  { subject, shape }: { subject: string; shape: CoverShape },
): Promise<void> {
  const cover = await findCover(ctx.db, { subject });
  // The subject was deleted in the meantime.
  if (!cover) return;
  for (const rendition of listCoverRenditions().filter((one) => one.shape === shape)) {
    if (!(await ctx.storage.stat(storageKey(cover, rendition)))) await drawOnce(ctx, cover, rendition);
  }
}

export const drawCoverJob = defineJob({
  name: 'cover.draw',
  data: z.object({ subject: z.string(), shape: z.enum(Object.keys(COVER_SHAPES) as [CoverShape]) }),
  run: drawMissingCovers,
});

export async function ensureSiteCovers(db: DbOrTx): Promise<void> {
  await upsertCovers(db, [...SITE_COVERS]);
}

/** So the first visitor of a new site doesn't wait for its illustrations. */
export async function drawSiteCoversAhead(ctx: AppContext): Promise<void> {
  for (const { subject, shape } of SITE_COVERS) {
    await ctx.jobs.send(ctx.db, drawCoverJob, { subject, shape }, { singletonKey: subject });
  }
}

/** So the first visitor doesn't wait for posters in lists. */
export async function drawPostersAhead(ctx: AppContext, { limit }: { limit: number }): Promise<void> {
  const subjects = await listCoversOnSale(ctx.db, { limit: Math.min(limit, POSTERS_AHEAD) });
  if (subjects.length > 0) await sendDrawPosters(ctx, subjects);
}

function sendDrawPosters(ctx: AppContext, subjects: string[]): Promise<void> {
  return ctx.jobs.send(ctx.db, drawPostersJob, { subjects }, { singletonKey: 'ahead' });
}

/** Runs for two seconds, then queues the rest, so a server can shut down quickly. */
export const drawPostersJob = defineJob({
  name: 'cover.draw-posters',
  data: z.object({ subjects: z.array(z.string()) }),
  async run(ctx, { subjects }) {
    const until = performance.now() + POSTER_JOB_MS;
    let done = 0;
    for (; done < subjects.length && performance.now() < until; done++) {
      await drawPosters(ctx, subjects[done] ?? '');
    }
    if (done < subjects.length) await sendDrawPosters(ctx, subjects.slice(done));
  },
});

async function drawPosters(ctx: AppContext, subject: string): Promise<void> {
  const cover = await findCover(ctx.db, { subject });
  if (!cover) return;
  for (const width of coverWidths('poster')) {
    const rendition = { shape: 'poster', width, format: 'webp' } as const;
    if (!(await ctx.storage.stat(storageKey(cover, rendition)))) await drawOnce(ctx, cover, rendition);
  }
}

/** Keyed by what is drawn, so a changed style gets a new file and equal drawings share one. */
function storageKey({ seed, style, colourway, isBare }: Cover, rendition: CoverRendition): string {
  const drawing = createHash('sha256')
    .update(JSON.stringify([seed, style, colourway, isBare]))
    .digest('hex');
  return `covers/${DRAWING_VERSION}/${drawing.slice(0, 2)}/${drawing.slice(2, 34)}/${coverFile(rendition)}`;
}

/** Drawings in progress in this process. Two processes may draw the same cover; the bytes are identical. */
const underWay = new WeakMap<Storage, Map<string, Promise<Buffer>>>();

function drawOnce(ctx: AppContext, cover: Cover, rendition: CoverRendition): Promise<Buffer> {
  const drawings = underWay.get(ctx.storage) ?? new Map<string, Promise<Buffer>>();
  underWay.set(ctx.storage, drawings);
  const key = storageKey(cover, rendition);
  const begun = drawings.get(key);
  if (begun) return begun;
  const drawing = drawAndKeep(ctx, cover, rendition, key).finally(() => drawings.delete(key));
  drawings.set(key, drawing);
  return drawing;
}

async function drawAndKeep(
  ctx: AppContext,
  cover: Cover,
  rendition: CoverRendition,
  key: string,
): Promise<Buffer> {
  const colourway = fixedColourway(cover.colourway);
  const svg = drawCover(cover.seed, cover.style, {
    ...COVER_SHAPES[rendition.shape],
    bare: cover.isBare,
    ...(colourway !== undefined && { colourway }),
  });
  const picture = await renderSvg(svg, rendition.width, rendition.format);
  try {
    await ctx.storage.put(key, picture, { contentType: IMAGE_CONTENT_TYPES[rendition.format] });
  } catch (error) {
    // The picture can still be served; it is drawn again next time.
    ctx.log.warn({ err: error }, 'a cover could not be stored');
  }
  return picture;
}

function fixedColourway(value: number | null): 0 | 1 | 2 | undefined {
  return value === 0 || value === 1 || value === 2 ? value : undefined;
}

function fromMemory(picture: Buffer): { stream: Readable; bytes: number } {
  return { stream: Readable.from([picture], { objectMode: false }), bytes: picture.length };
}

/** Keyed by the source picture. */
export function ownRenditionKey(pictureKey: string, rendition: CoverRendition): string {
  const name = createHash('sha256').update(pictureKey).digest('hex').slice(0, 32);
  return `covers/own/${name}/${coverFile(rendition)}`;
}

/** Null if the picture is missing in storage. */
export async function cutOwnCover(
  ctx: AppContext,
  pictureKey: string,
  rendition: CoverRendition,
): Promise<Buffer | null> {
  const picture = await ctx.storage.get(pictureKey);
  if (!picture) return null;
  const { width, height } = COVER_SHAPES[rendition.shape];
  const size = { width: rendition.width, height: Math.round((rendition.width * height) / width) };
  const cut = await reencodeImage(await buffer(picture.stream), { ...size, fit: 'cover' }, rendition.format);
  try {
    await ctx.storage.put(ownRenditionKey(pictureKey, rendition), cut.data, {
      contentType: IMAGE_CONTENT_TYPES[rendition.format],
    });
  } catch (error) {
    // The picture can still be served; it is cropped again next time.
    ctx.log.warn({ err: error }, 'a cover could not be stored');
  }
  return cut.data;
}

/** Send it when a picture is no longer used; a duplicate may still use it. */
export const cleanUpCoverJob = defineJob({
  name: 'cover.tidy-own',
  data: z.object({ key: z.string() }),
  retryLimit: 20,
  async run(ctx, { key }) {
    if (await isCoverStored(ctx.db, { key })) return;
    for (const rendition of listCoverRenditions()) await ctx.storage.delete(ownRenditionKey(key, rendition));
    await ctx.storage.delete(key);
  },
});

/** `shape` is the one its page shows. */
export const SITE_COVERS: readonly (Cover & { shape: CoverShape })[] = [
  { subject: 'site-hero-sweep', seed: 'a6', style: 'Ballet', colourway: 2, isBare: true, shape: 'sweep' },
  { subject: 'site-wall-ballet', seed: 'a4', style: 'Ballet', colourway: 1, isBare: false, shape: 'stage' },
  {
    subject: 'site-wall-contemporary',
    seed: 'spiral1',
    style: 'Contemporary',
    colourway: 0,
    isBare: false,
    shape: 'square',
  },
  { subject: 'site-wall-latin', seed: 'wall7', style: 'Latin', colourway: 0, isBare: false, shape: 'square' },
  { subject: 'site-path', seed: 'modern4', style: 'Modern', colourway: 2, isBare: false, shape: 'square' },
  { subject: 'site-join', seed: 'a6', style: 'Ballet', colourway: 1, isBare: true, shape: 'rise' },
  {
    subject: 'site-auth',
    seed: 'auth2',
    style: 'Contemporary',
    colourway: 0,
    isBare: false,
    shape: 'poster',
  },
  { subject: 'site-empty', seed: 'a6', style: 'Ballet', colourway: 2, isBare: true, shape: 'square' },
  { subject: ALL_STYLES_COVER, seed: 'tape', style: 'Other', colourway: 1, isBare: false, shape: 'tape' },
  ...DANCE_STYLES.map((style) => ({
    subject: styleCoverSubject(style),
    seed: 'tape',
    style,
    colourway: null,
    isBare: false,
    shape: 'poster' as const,
  })),
];
