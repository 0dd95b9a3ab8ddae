// Accounts as staff see them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { heldDecision } from '#shared/features/site/decision.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { ROLES, type Permission } from '#shared/roles.ts';
import { auditEntrySchema } from '#shared/features/site/staff.contract.ts';
import { ACCOUNT_STATES } from '#shared/features/account/account.states.ts';
import { APPLICATION_KINDS, APPLICATION_STATES } from '#shared/features/application/application.states.ts';
import { PEOPLE_ACTIONS, PEOPLE_SORTS, reasonBody, reasonField, setRolesBody } from './user-admin.schema.ts';
import { applicationSchema } from '#shared/features/profile/profile.contract.ts';
import { sessionSchema } from '#shared/features/account/security.contract.ts';

const filters = {
  q: z.string().trim().max(100).optional(),
  role: z.enum(ROLES).optional(),
  state: z.enum([...ACCOUNT_STATES, 'unverified']).optional(),
  sort: z.enum(PEOPLE_SORTS).default('newest'),
};

export const personRowSchema = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(ROLES),
  roles: z.array(z.enum(ROLES)),
  state: z.enum(ACCOUNT_STATES),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
});
export type PersonRow = z.output<typeof personRowSchema>;

export const listUsers = defineContract({
  method: 'GET',
  path: '/api/users',
  summary: 'Accounts: search, filter, sort, page; counts for each state tab',
  access: { permission: 'people.view' },
  query: z.object({ ...filters, ...pageQuery }),
  response: pageOf(personRowSchema).extend({
    /** How many there are in each state, under the same search and role. */
    counts: z.object({
      all: z.int(),
      active: z.int(),
      suspended: z.int(),
      unverified: z.int(),
      deleted: z.int(),
    }),
  }),
});

export const exportUsers = defineContract({
  method: 'GET',
  path: '/api/admin/users.csv',
  summary: 'The same list as CSV, whole',
  access: { permission: 'people.view' },
  query: z.object(filters),
  download: 'text/csv',
});

export const getPerson = defineContract({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'One account, whole',
  access: { permission: 'people.view' },
  params: idParams,
  response: personRowSchema.extend({
    suspendedReason: z.string().nullable(),
    hasTwoFactor: z.boolean(),
    bio: z.string(),
    sessions: z.array(sessionSchema),
    applications: z.array(applicationSchema),
    audit: z.array(auditEntrySchema),
  }),
  errors: ['not_found'],
});

export const setRoles = defineContract({
  method: 'PUT',
  path: '/api/admin/users/:id/roles',
  summary: 'Give and take roles. Nobody changes their own, and one admin always remains',
  access: { permission: 'roles.grant' },
  params: idParams,
  body: setRolesBody,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const suspendUser = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/suspend',
  summary: 'Sign someone out everywhere and keep them out; they are told why by mail',
  access: { permission: 'people.manage' },
  params: idParams,
  body: reasonBody,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const restoreUser = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/restore',
  summary: 'Let someone in again',
  access: { permission: 'people.manage' },
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const endUserSessions = defineContract({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'Sign someone out everywhere',
  access: { permission: 'people.manage' },
  params: idParams,
  errors: ['not_found'],
});

export const sendResetLink = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/reset-link',
  summary: 'Mail someone a link to choose a new password; staff never see it',
  access: { permission: 'people.manage' },
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const removeTwoFactor = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/two-factor/off',
  summary:
    'For someone who lost telephone and recovery codes: their account asks for the password alone again',
  access: { permission: 'people.manage' },
  params: idParams,
  body: reasonBody,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const changeUsers = defineContract({
  method: 'POST',
  path: '/api/admin/users/bulk',
  summary: 'One act on up to 100 accounts; each is done or says why not',
  access: { permission: 'people.manage' },
  body: z.object({
    ids: z.array(z.int().min(1)).min(1).max(100),
    action: z.enum(PEOPLE_ACTIONS),
    reason: reasonField.optional(),
  }),
  response: z.object({
    done: z.array(z.int()),
    refused: z.array(z.object({ id: z.int(), message: z.string() })),
  }),
});

export const listRoles = defineContract({
  method: 'GET',
  path: '/api/admin/roles',
  summary: 'Who may do what: the table the server uses',
  access: { permission: 'people.view' },
  response: z.object({
    permissions: z.array(z.object({ name: z.string(), label: z.string() })),
    roles: z.array(
      z.object({
        name: z.enum(ROLES),
        label: z.string(),
        people: z.int(),
        permissions: z.array(z.string() as z.ZodType<Permission>),
      }),
    ),
  }),
});

export const staffApplicationSchema = applicationSchema.extend({
  user: personRowSchema.pick({
    id: true,
    username: true,
    firstName: true,
    lastName: true,
    email: true,
    isEmailVerified: true,
    profileImageUrl: true,
  }),
  decidedBy: z.string().nullable(),
});

export const listApplications = defineContract({
  method: 'GET',
  path: '/api/admin/applications',
  summary:
    'Applications to sell or teach, who waits longest first, decided ones newest first; officers see those to sell',
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
  summary: 'Give the role that was asked for, ten seconds from now; then the applicant is mailed',
  access: { permission: 'applications.view' },
  params: idParams,
  response: z.object({ decision: heldDecision }),
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const declineApplication = defineContract({
  method: 'POST',
  path: '/api/admin/applications/:id/decline',
  summary: 'Say no, with a reason; in ten seconds the applicant is mailed',
  access: { permission: 'applications.view' },
  params: idParams,
  body: reasonBody,
  response: z.object({ decision: heldDecision }),
  errors: ['not_found', 'conflict', 'forbidden'],
});
