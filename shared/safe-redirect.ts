// Redirect targets after signing in: only paths on this site are used (no open redirects).

export const LONGEST_REDIRECT = 2048;

// Only a base for parsing paths, never fetched; .invalid is reserved.
const BASE = 'http://releve.invalid';
// Layers of encoding to check, more than any proxy would decode.
const LAYERS = 5;

/** The normalized path, or null if the value is not a path on this site. */
export function safeRedirectPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_REDIRECT) return null;
  const target = readLocalTarget(value);
  if (!target) return null;
  const path = target.pathname + target.search + target.hash;
  if (path.length > LONGEST_REDIRECT || !staysLocalDecoded(target.pathname)) return null;
  return path;
}

// Browsers read // and /\ as the start of a host name, and strip tabs and line breaks first.
function readLocalTarget(text: string): URL | null {
  const [path = ''] = text.split(/[?#]/, 1);
  if (!/^\/(?!\/)/.test(path) || path.includes('\\') || /[\p{Cc}\u2028\u2029]/u.test(text)) return null;
  try {
    const target = new URL(text, BASE);
    // "/.//host" becomes "//host".
    return target.origin === BASE && !target.pathname.startsWith('//') ? target : null;
  } catch {
    return null;
  }
}

// "/%2F/host" is harmless until something decodes it.
function staysLocalDecoded(pathname: string): boolean {
  let path = pathname;
  for (let layer = 0; layer < LAYERS; layer++) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      return false;
    }
    if (decoded === path) return true;
    if (!readLocalTarget(decoded)) return false;
    path = decoded;
  }
  return false;
}
