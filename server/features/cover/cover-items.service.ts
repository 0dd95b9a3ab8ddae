// Pictures of resources and courses under the addresses of spec §3, and who may see them: the drawing of something
// that was never on sale is for those who may see the thing itself.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { coverFile } from '#shared/features/cover/cover.rules.ts';
import { hasPermission } from '#shared/roles.ts';
import { type CoverFile, getCover } from './cover.service.ts';
import { findCoveredItem, hasCover } from './cover.queries.ts';

export type ItemKind = 'resource' | 'course';
export type FindViewer = () => Promise<Viewer | null>;
/** Whether shared caches may store it. */
export type Shown = { isForEveryone: boolean };
/** Null if the item has no cover. */
export type ItemCover = Shown & { picture: CoverFile | null };

const ITEM_SUBJECT = /^(resource|course)-([1-9]\d{0,9})$/;
const MAX_ID = 2_147_483_647;
const WIDTHS = { image: 640, thumbnail: 320 } as const;

/** `name` is the file name without its extension: `resource-12`. */
export async function getItemCover(
  ctx: AppContext,
  { name, size }: { name: string; size: keyof typeof WIDTHS },
  findViewer: FindViewer,
): Promise<ItemCover> {
  if (!itemOf(name)) throw nothingToSee();
  const shown = await checkCoverIsShown(ctx, name, findViewer);
  if (!(await hasCover(ctx.db, { subject: name }))) return { ...shown, picture: null };
  const file = coverFile({ shape: 'poster', width: WIDTHS[size], format: 'webp' });
  return { ...shown, picture: await getCover(ctx, { subject: name, file }) };
}

/**
 * What was on sale once keeps its picture, since it stays among the things of those who bought it. To others a
 * draft is as good as nothing.
 */
export async function checkCoverIsShown(
  ctx: AppContext,
  subject: string,
  findViewer: FindViewer,
): Promise<Shown> {
  const wanted = itemOf(subject);
  if (!wanted) return { isForEveryone: true };
  const item = wanted.id <= MAX_ID ? await findCoveredItem(ctx.db, wanted) : null;
  if (!item) throw nothingToSee();
  if (item.wasPublished) return { isForEveryone: true };
  const viewer = await findViewer();
  if (!viewer || !mayCurate(viewer, item.ownerId)) throw nothingToSee();
  return { isForEveryone: false };
}

function itemOf(subject: string): { kind: ItemKind; id: number } | null {
  const [, kind, id] = ITEM_SUBJECT.exec(subject) ?? [];
  return kind ? { kind: kind as ItemKind, id: Number(id) } : null;
}

function mayCurate(viewer: Viewer, ownerId: number): boolean {
  if (viewer.id === ownerId) return true;
  return hasPermission(viewer.roles, 'curriculum.manage') && !viewer.needsTwoFactor;
}

function nothingToSee(): AppError {
  return new AppError('not_found', 'This picture doesn’t exist.');
}
