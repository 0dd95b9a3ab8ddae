// The sandbox tells its events to our own webhook, as Stripe would: soon after they happen, and what was not heard then
// by a job.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { defineJob } from '#server/jobs/job.ts';

export const deliverSandboxEventsJob = defineJob({
  name: 'sandbox.deliver',
  data: z.object({}),
  // For those that were not heard, and those whose process died before it could tell them.
  cron: '* * * * *',
  retryLimit: 0,
  async run(ctx) {
    if (ctx.sandbox && ctx.localUrl !== null) await ctx.sandbox.tellEvents(ctx.localUrl);
  },
});

/** Many payments in a moment are told together. */
const REST_MS = 100;
const woken = new WeakSet<AppContext>();

export function startSandboxDelivery(ctx: AppContext): void {
  if (!ctx.sandbox || ctx.localUrl === null || woken.has(ctx)) return;
  woken.add(ctx);
  setTimeout(() => {
    woken.delete(ctx);
    // Not by a job: writing, fetching and ending one costs the database as much as the checkout itself.
    deliverSandboxEventsJob.run(ctx, {}).catch((error: unknown) => {
      // The job of the next minute finds them.
      ctx.log.warn({ err: error }, 'The sandbox could not tell its events');
    });
  }, REST_MS).unref();
}
