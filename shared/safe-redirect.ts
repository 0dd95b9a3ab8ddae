// Where to go after signing in: a saved address is used only when it is a path of this site.

export const LONGEST_REDIRECT = 2048;

// Never fetched, only a base to read paths against; .invalid belongs to nobody.
const BASE = 'http://releve.invalid';
// Layers of encoding looked through. More than any proxy in front of us would ever undo.
const LAYERS = 5;

/** The path, as a browser would write it, or null when the value is anything but a path of this site. */
export function safeRedirectPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_REDIRECT) return null;
  const target = readLocalTarget(value);
  if (!target) return null;
  const path = target.pathname + target.search + target.hash;
  if (path.length > LONGEST_REDIRECT || !staysLocalDecoded(target.pathname)) return null;
  return path;
}

// A browser reads // and /\ as the start of a host name, and drops tabs and line ends before it looks.
function readLocalTarget(text: string): URL | null {
  const [path = ''] = text.split(/[?#]/, 1);
  if (!/^\/(?!\/)/.test(path) || path.includes('\\') || /[\p{Cc}\u2028\u2029]/u.test(text)) return null;
  try {
    const target = new URL(text, BASE);
    // "/.//host" starts well and becomes "//host".
    return target.origin === BASE && !target.pathname.startsWith('//') ? target : null;
  } catch {
    return null;
  }
}

// "/%2F/host" is harmless as it stands, but not once somebody has decoded it.
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
