// Where the banner of a shop is, when its keeper has given it a picture.
import { coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';

const WIDTH = 1280;

/** With the time of the last change, so that no browser shows the picture of before. */
export function bannerUrlOf({ id, updatedAt }: { id: number; updatedAt: Date }): string {
  return `${coverUrl(coverSubjectOf.seller(id), 'band', WIDTH)}?t=${updatedAt.getTime()}`;
}
