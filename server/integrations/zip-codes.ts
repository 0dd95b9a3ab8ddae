// City, state and position of a US ZIP code, from bundled data, loaded on first use and kept as one string.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type ZipCode = { city: string; state: string; latitude: number; longitude: number };

/** Half a second on its own; a busy machine may need longer. */
const READ_WITHIN_MS = 30_000;

let known: Promise<string> | undefined;

/** Null if there is no such code. */
export async function findZip(zip: string): Promise<ZipCode | null> {
  known ??= readCodes().catch((error: unknown) => {
    // Retried on the next call.
    known = undefined;
    throw error;
  });
  const codes = await known;
  const at = codes.indexOf(`\n${zip} `);
  if (at < 0) return null;
  const [, state = '', latitude, longitude, ...city] = codes
    .slice(at + 1, codes.indexOf('\n', at + 1))
    .split(' ');
  return { state, city: city.join(' '), latitude: Number(latitude), longitude: Number(longitude) };
}

async function readCodes(): Promise<string> {
  const worker = new Worker(new URL('./zip-codes.worker.ts', import.meta.url));
  try {
    const [codes] = (await once(worker, 'message', {
      signal: AbortSignal.timeout(READ_WITHIN_MS),
    })) as [string];
    return codes;
  } finally {
    await worker.terminate();
  }
}
