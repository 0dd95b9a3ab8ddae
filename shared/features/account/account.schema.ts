// The shapes of the account contract. In a file of their own because the sign-in form validates with one of them:
// whatever shares a module with a schema the browser uses brings zod to every page that loads it.
import { z } from 'zod';
import { ROLES } from '#shared/roles.ts';

export const userSchema = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(ROLES),
  roles: z.array(z.enum(ROLES)).optional(),
});

export type User = z.output<typeof userSchema>;

/** Also the rules of the sign-in form. */
export const loginBody = z.object({
  username: z.string().trim().min(1, 'Enter your username').max(100, 'A username has at most 100 characters'),
  password: z.string().min(1, 'Enter your password').max(1000, 'A password has at most 1000 characters'),
});

export type LoginBody = z.input<typeof loginBody>;
