// How a feature declares a background job. Jobs must be idempotent: a worker can die after doing the work and before
// recording it, and the job then runs again.
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { QueuedJob } from './queue.ts';

export type Job<S extends z.ZodObject = z.ZodObject> = QueuedJob<AppContext, S>;

export function defineJob<S extends z.ZodObject>(job: Job<S>): Job<S> {
  return job;
}
