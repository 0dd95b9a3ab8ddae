// The passport: certificates and the hours that count toward them, as a document, and the decision that makes hours count.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { CREDIT_STATES } from '#shared/features/credit/credit.rules.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { reasonField } from '#shared/reason.schema.ts';

export const downloadPassport = defineContract({
  method: 'GET',
  path: '/api/passport.pdf',
  summary: 'The viewer’s certificates and counted hours as PDF, for employers',
  access: 'signed-in',
  download: 'application/pdf',
  rateLimit: { points: 30, seconds: 60 },
});

export const decideCreditHours = defineContract({
  method: 'POST',
  path: '/api/admin/credit-hours/:id/decision',
  summary:
    'Count outside hours, return them with what is missing, or decline them with a reason; emails the learner',
  access: { permission: 'credits.review' },
  params: idParams,
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('count') }),
    z.object({ decision: z.enum(['return', 'decline']), reason: reasonField }),
  ]),
  response: z.object({ id: idSchema, state: z.enum(CREDIT_STATES) }),
  errors: ['not_found', 'conflict', 'forbidden'],
});
