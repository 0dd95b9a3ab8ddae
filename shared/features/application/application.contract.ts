// Applications to sell or teach, for applicants and for staff.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { DECIDING_APPLICATIONS } from '#shared/staff-access.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { reasonBody } from '#shared/reason.schema.ts';
import { heldDecisionSchema } from '#shared/features/site/site.schema.ts';
import { createApplicationBody } from './application.schema.ts';
import { APPLICATION_KINDS, APPLICATION_STATES } from './application.states.ts';

export const applicationSchema = z.object({
  id: z.int(),
  kind: z.enum(APPLICATION_KINDS),
  state: z.enum(APPLICATION_STATES),
  note: z.string(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});

export const listOwnApplications = defineContract({
  method: 'GET',
  path: '/api/applications',
  summary: 'List my applications to sell or teach',
  access: 'signed-in',
  response: z.array(applicationSchema),
});

export const createApplication = defineContract({
  method: 'POST',
  path: '/api/applications',
  summary: 'Apply to sell or teach; grants nothing until staff approve it',
  access: 'signed-in',
  body: createApplicationBody,
  response: applicationSchema,
  status: 201,
  errors: ['conflict'],
});

export const withdrawApplication = defineContract({
  method: 'DELETE',
  path: '/api/applications/:id',
  summary: 'Withdraw an application that is waiting',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const staffApplicationSchema = applicationSchema.extend({
  user: z.object({
    id: z.int(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    isEmailVerified: z.boolean(),
    profileImageUrl: z.string().nullable(),
  }),
  decidedBy: z.string().nullable(),
});

export const listApplications = defineContract({
  method: 'GET',
  path: '/api/admin/applications',
  summary:
    'List applications: waiting ones oldest first, decided ones newest first; officers see only those to sell',
  access: { permission: 'applications.view' },
  query: z.object({
    state: z.enum(APPLICATION_STATES).default('waiting'),
    kind: z.enum(APPLICATION_KINDS).optional(),
    ...pageQuery,
  }),
  response: pageOf(staffApplicationSchema).extend({
    counts: z.object({ waiting: z.int(), approved: z.int(), declined: z.int(), withdrawn: z.int() }),
  }),
});

export const approveApplication = defineContract({
  method: 'POST',
  path: '/api/admin/applications/:id/approve',
  summary: 'Grant the role and email the applicant, after ten seconds to undo',
  access: { permission: 'applications.view' },
  further: DECIDING_APPLICATIONS,
  params: idParams,
  response: z.object({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const declineApplication = defineContract({
  method: 'POST',
  path: '/api/admin/applications/:id/decline',
  summary: 'Decline with a reason and email the applicant, after ten seconds to undo',
  access: { permission: 'applications.view' },
  further: DECIDING_APPLICATIONS,
  params: idParams,
  body: reasonBody,
  response: z.object({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
});
