// Makes the gateway forget cards of users who are gone.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { defineJob } from '#server/jobs/job.ts';
import { GATEWAYS } from '#shared/features/payment/payment.states.ts';

export const removeCardJob = defineJob({
  name: 'payment.remove-card',
  data: z.object({ gateway: z.enum(GATEWAYS), methodId: z.string() }),
  async run(ctx: AppContext, { gateway, methodId }) {
    // Another gateway's cards can't be reached from here.
    if (gateway === ctx.gateway.name) await ctx.gateway.removeCard(methodId);
  },
});
