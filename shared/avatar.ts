// A user's picture: which sources to try, in which order (spec §4), with initials as the last resort.
import { DEFAULT_IMAGES, isSafeImageUrl } from './images.ts';
import { avatarInitials } from './names.ts';

export const AVATAR_SIZE = 200;

export type AvatarKind = 'user' | 'seller';

type AvatarSubject = {
  profileImageUrl?: string | null;
  name?: string | null;
  kind: AvatarKind;
};

// Pairs of cover inks; every pair has a contrast of at least 4.5 to 1.
export const AVATAR_INKS = [
  { ground: '#5E1F47', letter: '#FBF3EA' },
  { ground: '#1F464C', letter: '#F3E7D3' },
  { ground: '#2C43A8', letter: '#F7EDDB' },
  { ground: '#E5AC36', letter: '#211B20' },
  { ground: '#6E1436', letter: '#FBEBCB' },
  { ground: '#F1DBD3', letter: '#5E1F47' },
  { ground: '#CBD5C1', letter: '#45244B' },
  { ground: '#3B2566', letter: '#DDE765' },
] as const;

const RECOVERY_FOLDERS = ['/uploads/', '/uploads/profiles/'];

/** Sources in the order to try them, each a fallback for the one before. */
export function avatarCandidates({ profileImageUrl, name, kind }: AvatarSubject): string[] {
  const given = typeof profileImageUrl === 'string' ? profileImageUrl.trim() : '';
  const tries = isSafeImageUrl(given) ? [given, ...recoveryPaths(given)] : [];
  const fallback = DEFAULT_IMAGES[kind === 'seller' ? 'default-seller' : 'default-user'];
  return uniqueSources([...tries, initialsAvatar(name), fallback]);
}

// A file that moved between folders keeps its name.
function recoveryPaths(url: string): string[] {
  if (url.startsWith('data:')) return [];
  const name = fileNameOf(url);
  return name ? RECOVERY_FOLDERS.map((folder) => folder + encodeURIComponent(name)) : [];
}

function fileNameOf(url: string): string | null {
  const path = url.replace(/[?#].*$/s, '').replace(/^https?:\/\/[^/]*/i, '');
  try {
    const name = decodeURIComponent(path.split('/').at(-1) ?? '').toWellFormed();
    return /^\.{0,2}$|[/\\\p{Cc}]/u.test(name) ? null : name;
  } catch {
    return null;
  }
}

// The same file with and without ?t=… is one source: it would only fail twice.
function uniqueSources(sources: string[]): string[] {
  const seen = new Set<string>();
  return sources.filter((source) => {
    const file = source.startsWith('data:') ? source : source.replace(/[?#].*$/s, '');
    if (seen.has(file)) return false;
    seen.add(file);
    return true;
  });
}

/** What a generated avatar shows, the same for a name on every page. */
export const initialsPicture = (name: unknown) => ({
  ...(AVATAR_INKS[inkIndex(name)] ?? AVATAR_INKS[0]),
  initials: avatarInitials(name),
});

/** The initials as an SVG data URL: what is left of them where a page's fonts don't reach. */
export function initialsAvatar(name: unknown): string {
  const { ground, letter, initials } = initialsPicture(name);
  const half = AVATAR_SIZE / 2;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${AVATAR_SIZE}" height="${AVATAR_SIZE}"` +
    ` viewBox="0 0 ${AVATAR_SIZE} ${AVATAR_SIZE}"><rect width="${AVATAR_SIZE}" height="${AVATAR_SIZE}" fill="${ground}"/>` +
    `<text x="${half}" y="${half}" dy="0.36em" text-anchor="middle" font-family="Georgia, 'Times New Roman', serif"` +
    ` font-size="80" fill="${letter}">${escapeXml(initials)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function inkIndex(name: unknown): number {
  let hash = 0;
  for (const character of typeof name === 'string' ? name : '') {
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  }
  return (hash >>> 0) % AVATAR_INKS.length;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
