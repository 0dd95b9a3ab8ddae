// What a rule needs from the outside, handed to it instead of imported: one per server process.
import type { Pool } from 'pg';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Gateway } from './integrations/gateway/gateway.ts';
import type { Sandbox } from './integrations/gateway/sandbox.ts';
import type { Incoming } from './integrations/incoming-uploads.ts';
import type { Payouts } from './integrations/payouts/payouts.ts';
import type { SandboxPayouts } from './integrations/payouts/sandbox-payouts.ts';
import type { RateLimiter } from './integrations/rate-limiter.ts';
import type { Storage } from './integrations/storage.ts';
import type { Tax } from './integrations/tax/tax.ts';
import type { JobQueue } from './jobs/queue.ts';

export type Log = {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
};

export type AppContext = {
  config: Config;
  pool: Pool;
  db: Db;
  clock: Clock;
  storage: Storage;
  /** Files that are still arriving. */
  incoming: Incoming;
  jobs: JobQueue;
  limiter: RateLimiter;
  /** Whoever charges cards. */
  gateway: Gateway;
  /** The same once more where it is the sandbox, with what only a sandbox does; null with Stripe. */
  sandbox: Sandbox | null;
  /** Whoever pays sellers. */
  payouts: Payouts;
  /** The same once more where it is the test bank; null with Stripe. */
  testBank: SandboxPayouts | null;
  /** Whoever works out the tax on a sale. */
  tax: Tax;
  /** Where this process reaches itself over HTTP; null until it listens. */
  localUrl: string | null;
  log: Log;
};
