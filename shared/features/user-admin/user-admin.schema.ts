// What staff may ask of the list of accounts and do with its entries; the forms validate with it.
import { z } from 'zod';
import { ROLES } from '#shared/roles.ts';

export const PEOPLE_SORTS = ['newest', 'oldest', 'name', 'last-seen'] as const;
export const PEOPLE_ACTIONS = ['suspend', 'restore', 'end-sessions', 'resend-verification'] as const;
export type PeopleAction = (typeof PEOPLE_ACTIONS)[number];

export const reasonField = z
  .string()
  .trim()
  .min(3, 'Say why, in a few words')
  .max(500, 'At most 500 characters');
export const reasonBody = z.object({ reason: reasonField });
export type ReasonBody = z.input<typeof reasonBody>;

export const setRolesBody = z.object({
  roles: z.array(z.enum(ROLES)).min(1, 'Choose at least one role').max(ROLES.length),
  primary: z.enum(ROLES),
});
export type SetRolesBody = z.input<typeof setRolesBody>;
