// Credit hours: a learner's own, with evidence for those earned elsewhere, and the queue in which staff read it.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { REVIEWED_STATES } from './credit.rules.ts';
import {
  addCreditHoursBody,
  creditCountsSchema,
  creditHoursSchema,
  creditReviewSchema,
  updateCreditHoursBody,
} from './credit.schema.ts';

export const listCreditHours = defineContract({
  method: 'GET',
  path: '/api/credit-hours',
  summary: 'List the viewer’s credit hours, the latest first',
  access: 'signed-in',
  response: z.array(creditHoursSchema),
});

export const addCreditHours = defineContract({
  method: 'POST',
  path: '/api/credit-hours',
  summary: 'Add hours earned elsewhere, with one to five uploaded files as evidence; staff read it',
  access: 'signed-in',
  body: addCreditHoursBody,
  response: creditHoursSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const updateCreditHours = defineContract({
  method: 'PUT',
  path: '/api/credit-hours/:id',
  summary: 'Correct hours that staff returned and send them in again',
  access: 'signed-in',
  params: idParams,
  body: updateCreditHoursBody,
  response: creditHoursSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const deleteCreditHours = defineContract({
  method: 'DELETE',
  path: '/api/credit-hours/:id',
  summary: 'Delete outside hours that are in review or were returned, with their files',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const listCreditReviews = defineContract({
  method: 'GET',
  path: '/api/admin/credit-hours',
  summary: 'List outside hours: those in review oldest first, decided ones newest first',
  access: { permission: 'credits.review' },
  query: z.object({
    state: z.enum(REVIEWED_STATES).default('in_review'),
    q: z.string().trim().max(100).optional(),
    ...pageQuery,
  }),
  response: pageOf(creditReviewSchema).extend({ counts: creditCountsSchema }),
});
