// Schemas of the user administration forms, and the choices of its list.
import { z } from 'zod';
import { ROLES } from '#shared/roles.ts';

export const USER_SORTS = ['newest', 'oldest', 'name', 'last-seen'] as const;
export const USER_ACTIONS = ['suspend', 'restore', 'end-sessions', 'resend-verification'] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

export const setUserRolesBody = z.object({
  roles: z.array(z.enum(ROLES)).min(1, 'Choose at least one role').max(ROLES.length),
  primary: z.enum(ROLES),
});
export type SetUserRolesBody = z.input<typeof setUserRolesBody>;
