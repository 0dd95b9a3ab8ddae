// Rate limits in PostgreSQL, shared by all servers and kept across restarts, but not across a crash of PostgreSQL.
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';

export type RateLimiter = {
  /** Uses one point of `key` and returns how many are used; throws if none is left. */
  take(key: string, limit: RateLimit, options?: TakeOptions): Promise<number>;
  /** Returns the points of `key`, for example after a successful sign-in. */
  reset(key: string): Promise<void>;
  /** Deletes expired rows. */
  prune(): Promise<void>;
};

type TakeOptions = {
  /** Remember rejected keys in this process until they may return, so that a crowd does not load the database. */
  remembersRefusals?: boolean;
};

export function createRateLimiter(pool: Pool): RateLimiter {
  // Points and seconds are passed with each call; keys already name what they limit.
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterFor(
    { points, seconds }: RateLimit,
    { remembersRefusals = false }: TakeOptions,
  ): RateLimiterPostgres {
    const name = `${points}/${seconds} ${remembersRefusals}`;
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: '',
        points,
        duration: seconds,
        // A nightly job prunes rows, so no timer per process is needed.
        clearExpiredByTimeout: false,
        ...(remembersRefusals && { inMemoryBlockOnConsumed: points + 1 }),
      });
      limiters.set(name, limiter);
    }
    return limiter;
  }

  return {
    async take(key, limit, options = {}) {
      try {
        return (await limiterFor(limit, options).consume(key)).consumedPoints;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw tooMany(refused);
      }
    },
    async reset(key) {
      await pool.query('delete from rate_limits where key = $1', [key]);
    },
    async prune() {
      await pool.query('delete from rate_limits where expire < extract(epoch from now()) * 1000');
    },
  };
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const error = new AppError(
    'too_many_requests',
    `Too many attempts. Please try again in ${formatSeconds(seconds)}.`,
  );
  error.retryAfterSeconds = seconds;
  return error;
}

function formatSeconds(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
