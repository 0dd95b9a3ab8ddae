// Delivers the sandbox's events to our own webhook, as Stripe would: right away, and by a job for those that
// failed.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { defineJob } from '#server/jobs/job.ts';

export const deliverSandboxEventsJob = defineJob({
  name: 'sandbox.deliver',
  data: z.object({}),
  // For failed deliveries, and for those whose process died first.
  cron: '* * * * *',
  retryLimit: 0,
  async run(ctx) {
    if (ctx.sandbox && ctx.localUrl !== null) await ctx.sandbox.tellEvents(ctx.localUrl);
  },
});

/** Batches the payments of a moment. */
const REST_MS = 100;
const woken = new WeakSet<AppContext>();

export function startSandboxDelivery(ctx: AppContext): void {
  if (!ctx.sandbox || ctx.localUrl === null || woken.has(ctx)) return;
  woken.add(ctx);
  setTimeout(() => {
    woken.delete(ctx);
    // Not a job: creating, fetching and completing one costs the database as much as the checkout itself.
    deliverSandboxEventsJob.run(ctx, {}).catch((error: unknown) => {
      // The next run of the job delivers them.
      ctx.log.warn({ err: error }, 'could not deliver sandbox events');
    });
  }, REST_MS).unref();
}
