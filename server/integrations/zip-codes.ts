// The city and state of a US ZIP code, from bundled data, loaded on first use and kept as one string.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type ZipCode = { city: string; state: string };

const READ_WITHIN_MS = 10_000;

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
  const line = codes.slice(at + 1, codes.indexOf('\n', at + 1));
  return { state: line.slice(6, 8), city: line.slice(9) };
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
