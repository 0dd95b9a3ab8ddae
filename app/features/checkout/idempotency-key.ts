// The idempotency key of one payment attempt. The server acts once per key, so double clicks, reloads and a second tab
// with the same content pay once; a declined card or different content is a new attempt with its own key.
import { newKey } from '#app/lib/new-key.ts';

const NAME = 'releve.checkout-attempt';

type Attempt = { key: string; content: string };
type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Used if storage is blocked; lasts as long as the page. */
let unstored: Attempt | null = null;

/** Guests store it next to their cart, which their tabs share; a user's form belongs to one tab. */
export function attemptStorage(isGuest: boolean): Keeper | null {
  try {
    return isGuest ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

/** The same content has the same key until `endAttempt`. */
export function attemptKey(storage: Keeper | null, content: unknown): string {
  const mark = markOf(JSON.stringify(content));
  const known = read(storage);
  if (known?.content === mark) return known.key;
  const attempt = { key: newKey(), content: mark };
  unstored = attempt;
  try {
    storage?.setItem(NAME, JSON.stringify(attempt));
  } catch {
    // Stays in `unstored`.
  }
  return attempt.key;
}

export function endAttempt(storage: Keeper | null): void {
  unstored = null;
  try {
    storage?.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}

function read(storage: Keeper | null): Attempt | null {
  try {
    const text = storage?.getItem(NAME);
    if (!text) return storage ? null : unstored;
    const { key, content } = JSON.parse(text) as Partial<Attempt>;
    return typeof key === 'string' && key.length >= 8 && typeof content === 'string'
      ? { key, content }
      : null;
  } catch {
    return unstored;
  }
}

/** Tells contents apart without revealing a name or address. */
function markOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
}
