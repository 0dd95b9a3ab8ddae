// Schemas of the user administration forms, and the choices of its list.
import { z } from 'zod';
import { GRANTABLE_ROLES } from '#shared/roles.ts';

export const USER_SORTS = ['newest', 'oldest', 'name', 'last-seen'] as const;
export const USER_ACTIONS = ['suspend', 'restore', 'end-sessions', 'resend-verification'] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

const grantableRole = z.enum(GRANTABLE_ROLES, 'This role can’t be assigned');

export const setUserRolesBody = z.object({
  roles: z.array(grantableRole).min(1, 'Choose at least one role').max(GRANTABLE_ROLES.length),
  primary: grantableRole,
});
export type SetUserRolesBody = z.input<typeof setUserRolesBody>;
