// What services need from outside, passed in instead of imported: one per server process.
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
import type { LiveStreams } from './platform/live-streams.ts';

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
  /** Unfinished uploads. */
  incoming: Incoming;
  jobs: JobQueue;
  limiter: RateLimiter;
  /** The event streams that are open on this process. */
  live: LiveStreams;
  /** The payment gateway. */
  gateway: Gateway;
  /** The same gateway if it is the sandbox, with its extra functions; null with Stripe. */
  sandbox: Sandbox | null;
  /** The payout gateway. */
  payouts: Payouts;
  /** The same gateway if it is the test bank; null with Stripe. */
  testBank: SandboxPayouts | null;
  /** Calculates tax. */
  tax: Tax;
  /** The URL where this process reaches itself over HTTP; null until it listens. */
  localUrl: string | null;
  log: Log;
};
