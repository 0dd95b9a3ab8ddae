// Members for staff: list, CSV, detail, figures; giving, extending, canceling and resuming memberships.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import {
  cancelMembershipBody,
  extendMembershipBody,
  grantMembershipBody,
  memberFilters,
  memberRowSchema,
  memberSchema,
  membershipStatsSchema,
} from './staff-member.schema.ts';

const access = { permission: 'memberships.manage' } as const;

export const listMembers = defineContract({
  method: 'GET',
  path: '/api/admin/members',
  summary: 'List memberships: search, filter, sort and page, with a count per state',
  access,
  query: z.object({ ...memberFilters, ...pageQuery }),
  response: pageOf(memberRowSchema).extend({
    /** With the same search and filters. */
    counts: z.object({
      all: z.int(),
      incomplete: z.int(),
      trialing: z.int(),
      active: z.int(),
      past_due: z.int(),
      paused: z.int(),
      cancelled: z.int(),
    }),
  }),
});

export const exportMembers = defineContract({
  method: 'GET',
  path: '/api/admin/members.csv',
  summary: 'Export the whole list of memberships as CSV',
  access,
  query: z.object(memberFilters),
  download: 'text/csv',
});

export const getMember = defineContract({
  method: 'GET',
  path: '/api/admin/members/:id',
  summary: 'Get a membership with its invoices',
  access,
  params: idParams,
  response: memberSchema,
  errors: ['not_found'],
});

export const grantMembership = defineContract({
  method: 'POST',
  path: '/api/admin/members',
  summary: 'Give someone a membership for some months, free of charge',
  access,
  body: grantMembershipBody,
  response: memberSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
});

export const extendMembership = defineContract({
  method: 'POST',
  path: '/api/admin/members/:id/extend',
  summary: 'Add days to the current period of a membership; its next payment moves',
  access,
  params: idParams,
  body: extendMembershipBody,
  response: memberSchema,
  errors: ['not_found', 'conflict'],
});

export const cancelMembership = defineContract({
  method: 'POST',
  path: '/api/admin/members/:id/cancel',
  summary: 'Cancel a membership with its period, or end it now',
  access,
  params: idParams,
  body: cancelMembershipBody,
  response: memberSchema,
  errors: ['not_found', 'conflict', 'unavailable'],
});

export const resumeMembership = defineContract({
  method: 'POST',
  path: '/api/admin/members/:id/resume',
  summary: 'Let a canceled membership renew again',
  access,
  params: idParams,
  response: memberSchema,
  errors: ['not_found', 'conflict'],
});

export const getMembershipStats = defineContract({
  method: 'GET',
  path: '/api/admin/membership-stats',
  summary: 'Get recurring revenue, members by plan, churn, trial conversion and retention',
  access,
  response: membershipStatsSchema,
});
