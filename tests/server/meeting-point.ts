// Makes a race certain: calls wait at one point until the test lets them all go on.
import { vi } from 'vitest';
import type { TestContext } from './test-database.ts';

export type MeetingPoint = {
  /** Until so many have come. */
  gathered(count: number): Promise<void>;
  letGo(): void;
};

/** Right after a password was found right, where the tries counted under `keyPrefix` are given back. */
export function meetAfterPassword(ctx: TestContext, keyPrefix: string): MeetingPoint {
  const { limiter } = ctx;
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  ctx.limiter = {
    take: (key, limit) => limiter.take(key, limit),
    async reset(key) {
      if (key.startsWith(keyPrefix)) {
        arrived += 1;
        await gate.promise;
      }
      await limiter.reset(key);
    },
  };
  return {
    async gathered(count) {
      await vi.waitUntil(() => arrived >= count, { timeout: 10_000 });
    },
    letGo() {
      ctx.limiter = limiter;
      gate.resolve();
    },
  };
}
