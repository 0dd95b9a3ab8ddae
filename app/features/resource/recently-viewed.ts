// Which resources this browser has looked at, newest first. Kept here and nowhere else; nothing breaks where storage
import { MAX_ID } from '#shared/ids.ts';
// is refused.

const KEY = 'recently-viewed';
const KEPT = 12;

/** For a resource's own page, once it is shown. */
export function rememberViewed(id: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withViewed(getRecentlyViewed(), id)));
  } catch {
    // Full or refused: the row is a convenience.
  }
}

export function getRecentlyViewed(): number[] {
  try {
    return parseViewed(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

export function withViewed(ids: readonly number[], id: number): number[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, KEPT);
}

/** Whatever someone or something has written there, only numbers of resources come out. */
export function parseViewed(stored: string | null): number[] {
  const found = tryParse(stored ?? '[]');
  if (!Array.isArray(found)) return [];
  const ids = found.filter((id): id is number => Number.isInteger(id) && id > 0 && id <= MAX_ID);
  return [...new Set(ids)].slice(0, KEPT);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
