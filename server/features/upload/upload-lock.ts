// One writer at a time per upload, across all servers: a lease in its row, renewed while its holder is alive. A killed
// server loses it within seconds; a holder is asked to stop when the sender returns on a new connection.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import { releaseLock, renewLock, acquireLock } from './upload.queries.ts';

const RENEW_MS = 1500;
const TRY_EVERY_MS = 250;
/** Longer than a killed server's lease lasts. */
const WAIT_MS = 12_000;

export type UploadLock = {
  lock(signal: AbortSignal, askToEnd: () => unknown): Promise<void>;
  unlock(): Promise<void>;
};

/** For reading. */
export const NO_LOCK: UploadLock = { async lock() {}, async unlock() {} };

export function uploadLock(ctx: AppContext, id: string): UploadLock {
  const token = randomUUID();
  let renewing: NodeJS.Timeout | undefined;
  return {
    async lock(signal, askToEnd) {
      for (const until = Date.now() + WAIT_MS; !(await acquireLock(ctx.db, { id, token }));) {
        if (signal.aborted || Date.now() > until) throw busy();
        await sleep(TRY_EVERY_MS);
      }
      const renew = async () => {
        // Somebody waits, or our lease ran out while nobody let us run: either way this is over.
        const held = await renewLock(ctx.db, { id, token });
        if (!held || held.isWanted) askToEnd();
      };
      renewing = setInterval(() => void renew().catch(askToEnd), RENEW_MS);
      renewing.unref();
    },
    async unlock() {
      clearInterval(renewing);
      await releaseLock(ctx.db, { id, token, now: ctx.clock.now() });
    },
  };
}

export async function withUploadLock<T>(ctx: AppContext, id: string, work: () => Promise<T>): Promise<T> {
  const lock = uploadLock(ctx, id);
  // A check is never asked to stop: it is short, and nobody may write to a complete file.
  await lock.lock(new AbortController().signal, () => {});
  try {
    return await work();
  } finally {
    await lock.unlock();
  }
}

function busy(): AppError {
  return new AppError('conflict', 'This file is being written by another connection. Try again in a moment.');
}
