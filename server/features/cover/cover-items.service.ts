// Pictures at their own URLs and, of resources and courses, at those of spec §3, and who may see them: the picture of an
// item that was never on sale is visible to those who may see the item.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { parseCoverFile } from '#shared/features/cover/cover.rules.ts';
import { hasPermission } from '#shared/roles.ts';
import { type CoverFile, pictureOf } from './cover.service.ts';
import { type CoveredKind, type CoverSubject, findCoverSubject } from './cover.queries.ts';

export type FindViewer = () => Promise<Viewer | null>;
/** `isForEveryone`: whether shared caches may store it. */
export type ShownCover = { isForEveryone: boolean; picture: CoverFile };
/** Null if the item has no cover. */
export type ItemCover = { isForEveryone: boolean; picture: CoverFile | null };

/** The format of the table's check constraint, so arbitrary URLs never reach the database. */
const SUBJECT = /^[a-z0-9-]{1,80}$/;
const COVERED = /^(resource|course|seller)-([1-9]\d{0,9})$/;
const ITEM_SUBJECT = /^(resource|course)-[1-9]\d{0,9}$/;
const MAX_ID = 2_147_483_647;
const WIDTHS = { image: 640, thumbnail: 320 } as const;

/** Only known subjects and fixed sizes, so requests can't fill the disk. */
export async function getCover(
  ctx: AppContext,
  { subject, file }: { subject: string; file: string },
  findViewer: FindViewer,
): Promise<ShownCover> {
  const rendition = parseCoverFile(file);
  if (!rendition) throw nothingToSee();
  const { isForEveryone, cover, ownKey } = await findShown(ctx, subject, findViewer);
  if (!cover) throw nothingToSee();
  return { isForEveryone, picture: pictureOf(ctx, cover, rendition, ownKey) };
}

/** `name` is the file name without its extension: `resource-12`. */
export async function getItemCover(
  ctx: AppContext,
  { name, size }: { name: string; size: keyof typeof WIDTHS },
  findViewer: FindViewer,
): Promise<ItemCover> {
  if (!ITEM_SUBJECT.test(name)) throw nothingToSee();
  const { isForEveryone, cover, ownKey } = await findShown(ctx, name, findViewer);
  const rendition = { shape: 'poster', width: WIDTHS[size], format: 'webp' } as const;
  return { isForEveryone, picture: cover && pictureOf(ctx, cover, rendition, ownKey) };
}

/** An item that was on sale keeps its picture, because buyers still have it. For others a draft does not exist. */
async function findShown(
  ctx: AppContext,
  subject: string,
  findViewer: FindViewer,
): Promise<Pick<CoverSubject, 'cover' | 'ownKey'> & { isForEveryone: boolean }> {
  const [, kind, digits] = COVERED.exec(subject) ?? [];
  const id = digits === undefined ? null : Number(digits);
  if (!SUBJECT.test(subject) || (id ?? 0) > MAX_ID) throw nothingToSee();
  const { item, ...shown } = await findCoverSubject(ctx.db, {
    subject,
    kind: (kind ?? null) as CoveredKind | null,
    id,
  });
  if (kind === undefined || item?.wasPublished) return { ...shown, isForEveryone: true };
  const viewer = item && (await findViewer());
  if (!viewer || !mayCurate(viewer, item.ownerId)) throw nothingToSee();
  return { ...shown, isForEveryone: false };
}

function mayCurate(viewer: Viewer, ownerId: number): boolean {
  if (viewer.id === ownerId) return true;
  return hasPermission(viewer.roles, 'curriculum.manage') && !viewer.needsTwoFactor;
}

function nothingToSee(): AppError {
  return new AppError('not_found', 'This picture doesn’t exist.');
}
