// The sandbox tells its events to our own webhook, as Stripe would. One job tells all that wait.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { defineJob } from '#server/jobs/job.ts';

export const deliverSandboxEventsJob = defineJob({
  name: 'sandbox.deliver',
  data: z.object({}),
  // For those that were not heard, and those whose process died before it could wake us.
  cron: '* * * * *',
  retryLimit: 0,
  async run(ctx) {
    if (ctx.sandbox && ctx.localUrl !== null) await ctx.sandbox.tellEvents(ctx.localUrl);
  },
});

/** Many payments in a moment are one job. */
const REST_MS = 100;
const woken = new WeakSet<AppContext>();

export function wakeSandbox(ctx: AppContext): void {
  if (!ctx.sandbox || ctx.localUrl === null || woken.has(ctx)) return;
  woken.add(ctx);
  setTimeout(() => {
    woken.delete(ctx);
    ctx.jobs.send(ctx.db, deliverSandboxEventsJob, {}, { singletonKey: 'all' }).catch((error: unknown) => {
      // The job of the next minute finds them.
      ctx.log.warn({ err: error }, 'The sandbox could not be woken');
    });
  }, REST_MS).unref();
}
