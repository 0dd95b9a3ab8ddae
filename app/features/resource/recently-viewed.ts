// The resources viewed in this browser, newest first. Stored only here; works without storage too.
import { MAX_ID } from '#shared/ids.ts';

const KEY = 'recently-viewed';
const STORED_COUNT = 12;

/** Called when a resource's page is shown. */
export function rememberViewed(id: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withViewed(getRecentlyViewed(), id)));
  } catch {
    // Storage is full or blocked; the row is only a convenience.
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
  return [id, ...ids.filter((other) => other !== id)].slice(0, STORED_COUNT);
}

/** Ignores anything in storage that isn't a resource id. */
export function parseViewed(stored: string | null): number[] {
  const found = tryParse(stored ?? '[]');
  if (!Array.isArray(found)) return [];
  const ids = found.filter((id): id is number => Number.isInteger(id) && id > 0 && id <= MAX_ID);
  return [...new Set(ids)].slice(0, STORED_COUNT);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
