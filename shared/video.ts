// Video links: turns YouTube watch and short links into embed links (spec §5), and decides which links may be framed.

const WATCH_HOSTS = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'];
const SHORT_HOSTS = ['youtu.be', 'www.youtu.be'];
const VIDEO_ID = /^[\w-]{1,64}$/;
// People paste URLs without a scheme.
const BARE_ADDRESS = /^(?:\/\/)?(?:(?:www|m|music)\.)?(?:youtube\.com|youtu\.be)\//i;
const EMBED_ADDRESS =
  /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/[\w-]{1,64}(?:\?[\w=&%.,-]*)?$/;

/** The origins isEmbeddable allows, for the CSP's frame-src. */
export const EMBED_ORIGINS = [
  'https://www.youtube.com',
  'https://youtube.com',
  'https://www.youtube-nocookie.com',
  'https://youtube-nocookie.com',
] as const;

/** The embed link for a watch or short link; any other text is returned unchanged. Never throws. */
export function toEmbedUrl(url: string): string {
  const parsed = parseWebAddress(url);
  const id = parsed && videoIdOf(parsed);
  if (!parsed || !id) return url;
  const start = startSecondsOf(parsed);
  return `https://www.youtube.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

/** Whether a page may show the link in an iframe: only YouTube embed links over https. */
export function isEmbeddable(url: unknown): url is string {
  return typeof url === 'string' && EMBED_ADDRESS.test(url);
}

function parseWebAddress(url: unknown): URL | null {
  if (typeof url !== 'string') return null;
  const text = url.trim();
  try {
    const parsed = new URL(BARE_ADDRESS.test(text) ? `https://${text.replace(/^\/\//, '')}` : text);
    return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : null;
  } catch {
    return null;
  }
}

function videoIdOf(url: URL): string | null {
  const path = url.pathname.replace(/\/$/, '');
  let id: string | null = null;
  if (WATCH_HOSTS.includes(url.host) && path === '/watch') id = url.searchParams.get('v');
  if (SHORT_HOSTS.includes(url.host)) id = path.slice(1);
  return id !== null && VIDEO_ID.test(id) ? id : null;
}

// The start time is 90, 90s or 1h2m3s, in the query or after the hash.
function startSecondsOf(url: URL): number {
  const text =
    url.searchParams.get('t') ??
    url.searchParams.get('start') ??
    new URLSearchParams(url.hash.slice(1)).get('t') ??
    '';
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/i.exec(text);
  const [hours, minutes, seconds] = (parts ?? []).slice(1).map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}
