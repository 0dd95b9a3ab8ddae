// The cover a seller is about to publish, which only they see.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getUnpublishedPicture, type CoverPicture } from '#server/features/cover/cover.service.ts';
import { noSuchItem } from '#server/features/entitlement/standing.service.ts';
import { coverSubjectOf } from '#shared/features/resource/resource.rules.ts';
import { readUnpublished } from './resource-draft-changes.ts';
import { findOwnResource } from './own-resources.queries.ts';

/** The revision makes browsers ask again after a change. */
export const draftCoverUrl = ({ id, revision }: { id: number; revision: number }): string =>
  `/api/my/resources/${id}/cover?revision=${revision}`;

export async function openDraftCover(ctx: AppContext, viewer: Viewer, id: number): Promise<CoverPicture> {
  const live = await findOwnResource(ctx.db, { id, sellerId: viewer.id });
  if (!live) throw noSuchItem('resource');
  const { row } = await readUnpublished(ctx.db, live);
  const rendition = { shape: 'poster', width: 640, format: 'webp' } as const;
  return getUnpublishedPicture(ctx, { subject: coverSubjectOf.resource(id), own: row.coverKey, rendition });
}
