// Membership plans and the member library, as staff manage them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { ENTITLEMENT_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import {
  libraryItemSchema,
  libraryKeySchema,
  MOST_PLANS,
  planFields,
  staffPlanSchema,
} from './staff-plan.schema.ts';

const access = { permission: 'memberships.manage' } as const;

export const listStaffPlans = defineContract({
  method: 'GET',
  path: '/api/admin/subscription-plans',
  summary: 'List all membership plans in their order, drafts and retired ones included',
  access,
  response: z.object({ items: z.array(staffPlanSchema) }),
});

export const getStaffPlan = defineContract({
  method: 'GET',
  path: '/api/admin/subscription-plans/:id',
  summary: 'Get a membership plan with all its prices',
  access,
  params: idParams,
  response: staffPlanSchema,
  errors: ['not_found'],
});

export const createPlan = defineContract({
  method: 'POST',
  path: '/api/admin/subscription-plans',
  summary: 'Create a membership plan as a draft',
  access,
  body: planFields,
  response: staffPlanSchema,
  status: 201,
  errors: ['conflict'],
});

/** Of a plan that is on sale, this publishes the changes. */
export const updatePlan = defineContract({
  method: 'PUT',
  path: '/api/admin/subscription-plans/:id',
  summary: 'Change a membership plan; a new price is for new members only',
  access,
  params: idParams,
  body: planFields.extend({
    /** The `updatedAt` the editor saw: changes of someone else are a conflict. */
    seen: z.iso.datetime(),
  }),
  response: staffPlanSchema,
  errors: ['not_found', 'conflict'],
});

export const publishPlan = defineContract({
  method: 'POST',
  path: '/api/admin/subscription-plans/:id/publish',
  summary: 'Put a membership plan on sale',
  access,
  params: idParams,
  response: staffPlanSchema,
  errors: ['not_found', 'conflict'],
});

export const retirePlan = defineContract({
  method: 'POST',
  path: '/api/admin/subscription-plans/:id/retire',
  summary: 'Take a membership plan off sale; its members keep it',
  access,
  params: idParams,
  response: staffPlanSchema,
  errors: ['not_found', 'conflict'],
});

export const deletePlan = defineContract({
  method: 'DELETE',
  path: '/api/admin/subscription-plans/:id',
  summary: 'Delete a draft of a membership plan',
  access,
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const reorderPlans = defineContract({
  method: 'PUT',
  path: '/api/admin/subscription-plan-order',
  summary: 'Set the order of all membership plans',
  access,
  body: z.object({ ids: z.array(idSchema).min(1).max(MOST_PLANS) }),
  errors: ['conflict'],
});

export const listLibraryItems = defineContract({
  method: 'GET',
  path: '/api/admin/member-library',
  summary: 'List the resources and courses members use without buying them',
  access,
  query: z.object({
    q: z.string().trim().max(100).optional(),
    type: z.enum(ENTITLEMENT_ITEMS).optional(),
    ...pageQuery,
  }),
  response: pageOf(libraryItemSchema).extend({
    counts: z.object({ all: z.int(), resource: z.int(), course: z.int() }),
  }),
});

export const listLibraryChoices = defineContract({
  method: 'GET',
  path: '/api/admin/member-library/choices',
  summary: 'Search what can be added to the member library',
  access,
  query: z.object({ q: z.string().trim().max(100).default('') }),
  response: z.array(libraryItemSchema),
});

const items = z.object({ items: z.array(libraryKeySchema).min(1).max(100) });

export const addLibraryItems = defineContract({
  method: 'POST',
  path: '/api/admin/member-library',
  summary: 'Add resources and courses on sale to the member library',
  access,
  body: items,
  errors: ['not_found'],
});

export const removeLibraryItems = defineContract({
  method: 'POST',
  path: '/api/admin/member-library/remove',
  summary: 'Remove items from the member library; members who added them keep them',
  access,
  body: items,
});
