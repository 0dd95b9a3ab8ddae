// Which part of a file a request asks for (RFC 9110 §14).
import type { ByteRange } from '#server/integrations/storage.ts';

export type AskedPart = 'whole' | 'unsatisfiable' | Required<ByteRange>;

/**
 * One part of it: `bytes=0-99`, `bytes=100-`, `bytes=-50`. Several parts at once, other units and nonsense get the
 * whole file, as the standard allows.
 */
export function askedPart(header: string | undefined, totalBytes: number): AskedPart {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') return lastBytes(Number(last), totalBytes);
  const start = Number(first);
  const end = last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < totalBytes ? { start, end } : 'unsatisfiable';
}

function lastBytes(count: number, totalBytes: number): AskedPart {
  if (count === 0 || totalBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, totalBytes - count), end: totalBytes - 1 };
}
