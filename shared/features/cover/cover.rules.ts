// Shapes, widths and URLs of covers.
import { courseImagePath, resourceImagePath, thumbnailPath, withTimestamp } from '#shared/images.ts';
import { DANCE_STYLES, isOneOf } from '#shared/vocabulary.ts';

/** The cover of a style: `Hip Hop` is `site-style-hip-hop`. Styles added by staff use “Other”. */
export function styleCoverSubject(style: string): string {
  const drawn = isOneOf(DANCE_STYLES, style) ? style : 'Other';
  return `site-style-${drawn.toLowerCase().replaceAll(' ', '-')}`;
}

/** The cover for all styles. */
export const ALL_STYLES_COVER = 'site-all-styles';

/** Sizes in pixels. Each shape is drawn on its own, never cropped from another. */
export const COVER_SHAPES = {
  poster: { width: 640, height: 800 },
  square: { width: 600, height: 600 },
  band: { width: 1280, height: 690 },
  stage: { width: 1000, height: 800 },
  /** Thumbnails. */
  tape: { width: 264, height: 168 },
  /** Ribbons without a background. */
  sweep: { width: 900, height: 620 },
  rise: { width: 520, height: 620 },
} as const;

export type CoverShape = keyof typeof COVER_SHAPES;

export const COVER_FORMATS = ['webp', 'avif'] as const;
export type CoverFormat = (typeof COVER_FORMATS)[number];

export type CoverRendition = { shape: CoverShape; width: number; format: CoverFormat };

/** Half width for phones and small cards, full width for large screens. */
export function coverWidths(shape: CoverShape): [half: number, full: number] {
  const { width } = COVER_SHAPES[shape];
  return [width / 2, width];
}

export function coverFile({ shape, width, format }: CoverRendition): string {
  return `${shape}-${width}.${format}`;
}

/** `changed` busts the cache when a picture is replaced. */
type CoverOptions = { format?: CoverFormat; changed?: string | undefined };

export function coverUrl(
  subject: string,
  shape: CoverShape,
  width: number,
  { format = 'webp', changed }: CoverOptions = {},
): string {
  const path = `/images/covers/${subject}/${coverFile({ shape, width, format })}`;
  return changed === undefined ? path : withTimestamp(path, changed);
}

/** For `srcset`, with width descriptors. */
export function coverSrcSet(subject: string, shape: CoverShape, options: CoverOptions = {}): string {
  return coverWidths(shape)
    .map((width) => `${coverUrl(subject, shape, width, options)} ${width}w`)
    .join(', ');
}

/** Null unless it is exactly one of the renditions. */
export function parseCoverFile(file: string): CoverRendition | null {
  return listCoverRenditions().find((rendition) => coverFile(rendition) === file) ?? null;
}

export function listCoverRenditions(): CoverRendition[] {
  const shapes = Object.keys(COVER_SHAPES) as CoverShape[];
  return shapes.flatMap((shape) =>
    coverWidths(shape).flatMap((width) => COVER_FORMATS.map((format) => ({ shape, width, format }))),
  );
}

/** The cover subject of a resource, course or seller. */
export const coverSubjectOf = {
  resource: (id: number) => `resource-${id}`,
  course: (id: number) => `course-${id}`,
  seller: (id: number) => `seller-${id}`,
} as const;

type Pictured = { id: number; updatedAt: Date };

/** The time of the last change busts the cache. */
const changedAt = (path: string | null, { updatedAt }: Pictured) => withTimestamp(path ?? '', updatedAt);

export function resourceImageUrls(resource: Pictured) {
  return {
    imageUrl: changedAt(resourceImagePath(`${resource.id}.webp`), resource),
    thumbnailUrl: changedAt(thumbnailPath(`resource-${resource.id}.webp`), resource),
  };
}

export function courseImageUrls(course: Pictured) {
  return {
    imageUrl: changedAt(courseImagePath(`${course.id}.webp`), course),
    thumbnailUrl: changedAt(thumbnailPath(`course-${course.id}.webp`), course),
  };
}
