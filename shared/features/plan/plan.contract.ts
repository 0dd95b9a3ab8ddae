// The membership plans on sale.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { planSchema } from './plan.schema.ts';

export const listPlans = defineContract({
  method: 'GET',
  path: '/api/subscription-plans',
  summary: 'List the membership plans on sale',
  access: 'public',
  response: z.array(planSchema),
});
