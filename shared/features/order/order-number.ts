// The number of an order as people say and type it.
import { MAX_ID } from '#shared/ids.ts';

/** “RV-000017”, “rv 17”, “#17” or “17”; null: no such number can be. */
export function orderIdIn(typed: string): number | null {
  const digits = /^\s*(?:rv[-\s]?|#)?0*(\d{1,10})\s*$/i.exec(typed)?.[1];
  const id = Number(digits);
  return id >= 1 && id <= MAX_ID ? id : null;
}
