// Stored covers: drawn at the first request or ahead of it, kept, and then only served.
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
  parseCoverFile,
  styleCoverSubject,
} from '#shared/features/cover/cover.rules.ts';
import { DANCE_STYLES, isOneOf } from '#shared/vocabulary.ts';
import { drawCover } from './cover.draw.ts';
import {
  type Cover,
  deleteCover,
  findCover,
  findOwnBanner,
  findUploadedCover,
  isCoverStored,
  listCoversOnSale,
  upsertCovers,
} from './cover.queries.ts';

/** Raise it when drawCover draws differently: old pictures are then left alone and new ones drawn. */
const DRAWING_VERSION = 'v1';
/** As the table has it; whatever else a URL holds (a zero byte, a novel) never reaches the database. */
const SUBJECT = /^[a-z0-9-]{1,80}$/;

/** A poster takes a tenth of a second to draw. Of each kind this many; the others are drawn when someone looks. */
const POSTERS_AHEAD = 200;
const POSTER_JOB_MS = 2000;

export type CoverFile = {
  etag: string;
  contentType: string;
  open: () => Promise<{ stream: Readable; bytes: number }>;
};

/** Only subjects with a row and renditions on offer: nobody can fill the disk by asking. */
export async function getCover(
  ctx: AppContext,
  { subject, file }: { subject: string; file: string },
): Promise<CoverFile> {
  const rendition = SUBJECT.test(subject) ? parseCoverFile(file) : null;
  const cover = rendition && (await findCover(ctx.db, { subject }));
  if (!cover) throw new AppError('not_found', 'There is no such picture.');
  return pictureOf(ctx, cover, rendition, await ownPictureOf(ctx, subject));
}

/** The same with another picture than the one everyone sees, for whoever is about to change it; null: the drawn one. */
export async function getUnpublishedCover(
  ctx: AppContext,
  { subject, own, rendition }: { subject: string; own: string | null; rendition: CoverRendition },
): Promise<CoverFile> {
  const cover = await findCover(ctx.db, { subject });
  if (!cover) throw new AppError('not_found', 'There is no such picture.');
  return pictureOf(ctx, cover, rendition, own);
}

function pictureOf(ctx: AppContext, cover: Cover, rendition: CoverRendition, own: string | null): CoverFile {
  const key = own ? ownRenditionKey(own, rendition) : storageKey(cover, rendition);
  const make = async () =>
    (own && (await cutOwnCover(ctx, own, rendition))) || (await drawOnce(ctx, cover, rendition));
  return {
    etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
    contentType: IMAGE_CONTENT_TYPES[rendition.format],
    open: async () => (await ctx.storage.get(key)) ?? fromMemory(await make()),
  };
}

/** Resources and shops may have one; null for all others. */
async function ownPictureOf(ctx: AppContext, subject: string): Promise<string | null> {
  const [, kind, id] = /^(resource|seller)-([1-9]\d{0,8})$/.exec(subject) ?? [];
  if (!kind) return null;
  return (kind === 'seller' ? findOwnBanner : findUploadedCover)(ctx.db, { id: Number(id) });
}

/** What stands for something without a picture: drawn in the manner of its style, or of none we have one for. */
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

/** One shape of a subject in every width and format, ahead of the first visitor. Draws only what is missing. */
async function drawMissingCovers(
  ctx: AppContext,
  { subject, shape }: { subject: string; shape: CoverShape },
): Promise<void> {
  const cover = await findCover(ctx.db, { subject });
  // Its subject was deleted in the meantime: nothing left to do.
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

/** So that the first visitor of a new site does not wait while its pages are illustrated. */
export async function drawSiteCoversAhead(ctx: AppContext): Promise<void> {
  for (const { subject, shape } of SITE_COVERS) {
    await ctx.jobs.send(ctx.db, drawCoverJob, { subject, shape }, { singletonKey: subject });
  }
}

/** So that the first visitor of a new store does not wait either; a card shows one of these two, whatever it is of. */
export async function drawPostersAhead(ctx: AppContext, { limit }: { limit: number }): Promise<void> {
  const subjects = await listCoversOnSale(ctx.db, { limit: Math.min(limit, POSTERS_AHEAD) });
  if (subjects.length > 0) await sendDrawPosters(ctx, subjects);
}

function sendDrawPosters(ctx: AppContext, subjects: string[]): Promise<void> {
  return ctx.jobs.send(ctx.db, drawPostersJob, { subjects }, { singletonKey: 'ahead' });
}

/** A few at a time, so that a server that is asked to stop does so at once; the others are the next job. */
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

/** By what is drawn, not for whom: a subject whose style changes gets a new picture, equal ones share one. */
function storageKey({ seed, style, colourway, isBare }: Cover, rendition: CoverRendition): string {
  const drawing = createHash('sha256')
    .update(JSON.stringify([seed, style, colourway, isBare]))
    .digest('hex');
  return `covers/${DRAWING_VERSION}/${drawing.slice(0, 2)}/${drawing.slice(2, 34)}/${coverFile(rendition)}`;
}

/** Drawings under way in this process. Two processes may draw the same one; they draw the same bytes. */
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
    // The picture is there all the same; it is only drawn again next time.
    ctx.log.warn({ err: error }, 'a cover could not be kept');
  }
  return picture;
}

function fixedColourway(value: number | null): 0 | 1 | 2 | undefined {
  return value === 0 || value === 1 || value === 2 ? value : undefined;
}

function fromMemory(picture: Buffer): { stream: Readable; bytes: number } {
  return { stream: Readable.from([picture], { objectMode: false }), bytes: picture.length };
}

/** By the picture it is cut from: another picture has another name. */
export function ownRenditionKey(pictureKey: string, rendition: CoverRendition): string {
  const name = createHash('sha256').update(pictureKey).digest('hex').slice(0, 32);
  return `covers/own/${name}/${coverFile(rendition)}`;
}

/** Null: the picture is not in its place. */
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
    // The picture is there all the same; it is only cut again next time.
    ctx.log.warn({ err: error }, 'a cover could not be kept');
  }
  return cut.data;
}

/** To be sent when a resource lets go of its picture; a copy of it may have the same. */
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
