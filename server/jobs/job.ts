// How a feature declares background work. Every job is idempotent: it may run again after it succeeded,
// because a worker can die between doing the work and saying so.
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { QueuedJob } from './queue.ts';

export type Job<S extends z.ZodObject = z.ZodObject> = QueuedJob<AppContext, S>;

export function defineJob<S extends z.ZodObject>(job: Job<S>): Job<S> {
  return job;
}
