// User administration.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { ROLES, type Permission } from '#shared/roles.ts';
import { ACCOUNT_STATES } from '#shared/features/account/account.rules.ts';
import { reasonBody, reasonField } from '#shared/reason.schema.ts';
import { auditEntrySchema } from '#shared/features/site/site.schema.ts';
import { sessionSchema } from '#shared/features/account/account.schema.ts';
import { setUserRolesBody, USER_ACTIONS, USER_SORTS } from './user-admin.schema.ts';
import { applicationSchema } from '#shared/features/application/application.contract.ts';

const filters = {
  q: z.string().trim().max(100).optional(),
  role: z.enum(ROLES).optional(),
  state: z.enum([...ACCOUNT_STATES, 'unverified']).optional(),
  sort: z.enum(USER_SORTS).default('newest'),
};

export const userRowSchema = z.object({
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
export type UserRow = z.output<typeof userRowSchema>;

export const listUsers = defineContract({
  method: 'GET',
  path: '/api/users',
  summary: 'List users: search, filter, sort and page, with a count per state',
  access: { permission: 'people.view' },
  query: z.object({ ...filters, ...pageQuery }),
  response: pageOf(userRowSchema).extend({
    /** The number of users per state, with the same search and role. */
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
  summary: 'Export the whole list as CSV',
  access: { permission: 'people.view' },
  query: z.object(filters),
  download: 'text/csv',
});

export const getStaffUser = defineContract({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'Get one user in detail',
  access: { permission: 'people.view' },
  params: idParams,
  response: userRowSchema.extend({
    suspendedReason: z.string().nullable(),
    hasTwoFactor: z.boolean(),
    isMinor: z.boolean(),
    bio: z.string(),
    sessions: z.array(sessionSchema),
    applications: z.array(applicationSchema),
    audit: z.array(auditEntrySchema),
  }),
  errors: ['not_found'],
});

export const setUserRoles = defineContract({
  method: 'PUT',
  path: '/api/admin/users/:id/roles',
  summary: "Set a user's roles. Nobody can change their own, and at least one admin remains",
  access: { permission: 'roles.grant' },
  params: idParams,
  body: setUserRolesBody,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const suspendUser = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/suspend',
  summary: 'Suspend a user: sign them out everywhere and email them the reason',
  access: { permission: 'people.manage' },
  params: idParams,
  body: reasonBody,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const restoreUser = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/restore',
  summary: 'Restore a suspended user',
  access: { permission: 'people.manage' },
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const setUserMinor = defineContract({
  method: 'PUT',
  path: '/api/admin/users/:id/minor',
  summary: 'Mark a user as under 18, so that strangers can’t write to them, or take it back',
  access: { permission: 'people.manage' },
  params: idParams,
  body: reasonBody.extend({ isMinor: z.boolean() }),
  errors: ['not_found', 'conflict'],
});

export const endUserSessions = defineContract({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'Sign a user out everywhere',
  access: { permission: 'people.manage' },
  params: idParams,
  errors: ['not_found'],
});

export const sendPasswordResetLink = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/reset-link',
  summary: 'Email a user a password reset link; staff never see it',
  access: { permission: 'people.manage' },
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const resetUserTwoFactor = defineContract({
  method: 'POST',
  path: '/api/admin/users/:id/two-factor/off',
  summary: 'Turn off two-factor sign-in for a user who has lost phone and recovery codes',
  access: { permission: 'people.manage' },
  params: idParams,
  body: reasonBody,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const updateUsers = defineContract({
  method: 'POST',
  path: '/api/admin/users/bulk',
  summary: 'Apply one action to up to 100 users; reports for each whether it was done or why not',
  access: { permission: 'people.manage' },
  body: z.object({
    ids: z.array(z.int().min(1)).min(1).max(100),
    action: z.enum(USER_ACTIONS),
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
  summary: 'List roles and their permissions',
  access: { permission: 'people.view' },
  response: z.object({
    permissions: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        /** Everything it opens; see `operationsByPermission`. */
        operations: z.array(z.object({ summary: z.string(), covers: z.string().nullable() })),
      }),
    ),
    roles: z.array(
      z.object({
        name: z.enum(ROLES),
        label: z.string(),
        /** Whether users can get it. */
        isGrantable: z.boolean(),
        people: z.int(),
        permissions: z.array(z.string() as z.ZodType<Permission>),
      }),
    ),
  }),
});
