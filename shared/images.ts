// Image paths (spec §3), which image URLs are safe to show, and the cache-busting parameter.

export const LAZY_IMAGE_MARGIN_PX = 200;

export const DEFAULT_IMAGES = {
  'default-resource': '/images/default-resource.webp',
  'default-user': '/images/default-user.webp',
  'default-seller': '/images/default-seller.webp',
  'default-profile': '/images/default-profile.webp',
} as const;
export type DefaultImage = keyof typeof DEFAULT_IMAGES;

const COURSE_FOLDER = '/uploads/courses/';
const THUMBNAIL_FOLDER = '/images/thumbnails/';
const RESOURCE_FOLDER = '/uploads/resources/';

const LONGEST_LINK = 2048;
const LONGEST_DATA_IMAGE = 500_000;
const NEVER_IN_A_LINK = /[\p{Cc}\\]/u;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const RASTER_DATA = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,[a-z\d+/=]+$/i;

/**
 * Whether an img element may load this URL: a web address, a path on this site, or a small raster data image. Scripts,
 * other data (including SVG) and URLs without a scheme (//host) are not allowed.
 */
export function isSafeImageUrl(url: unknown): url is string {
  if (typeof url !== 'string' || url === '' || url.length > LONGEST_DATA_IMAGE) return false;
  if (NEVER_IN_A_LINK.test(url) || url.startsWith('//')) return false;
  if (RASTER_DATA.test(url)) return true;
  if (url.length > LONGEST_LINK) return false;
  return SCHEME.test(url) ? /^https?:\/\/[^/]/i.test(url) && URL.canParse(url) : true;
}

/** The path of a course image. Complete URLs and paths stay as they are; null if unusable. */
export function courseImagePath(image: unknown): string | null {
  return pathIn(COURSE_FOLDER, image);
}

/** The path of a thumbnail, by the same rules. */
export function thumbnailPath(image: unknown): string | null {
  return pathIn(THUMBNAIL_FOLDER, image);
}

/** The path of a resource image, by the same rules. */
export function resourceImagePath(image: unknown): string | null {
  return pathIn(RESOURCE_FOLDER, image);
}

function pathIn(folder: string, image: unknown): string | null {
  if (typeof image !== 'string') return null;
  const given = image.trim();
  if (given.startsWith('/') || SCHEME.test(given)) return isSafeImageUrl(given) ? given : null;
  // Only the file name counts: a stored "../x.webp" must not leave its folder.
  const name = given.split(/[/\\]/).at(-1) ?? '';
  if (name === '' || name === '.' || name === '..' || name.length > LONGEST_LINK) return null;
  return folder + encodeURIComponent(name.toWellFormed());
}

/**
 * Adds ?t=<milliseconds>, so that a changed image is fetched again. Pass the time of the last change: the URL stays
 * cacheable until the next one. Invalid dates change nothing.
 */
export function withTimestamp(url: string, date: Date | string | number): string {
  const time = new Date(date).getTime();
  if (typeof url !== 'string' || url === '' || Number.isNaN(time)) return url;
  if (/^(?:data|blob):/i.test(url)) return url;
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  // Other parameters stay byte for byte: one of them may be a signature.
  const others = query.split('&').filter((part) => part !== '' && part !== 't' && !part.startsWith('t='));
  return `${path}?${[...others, `t=${time}`].join('&')}${hash}`;
}
