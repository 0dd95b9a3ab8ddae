// Signing in and out, and who is signed in.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
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

export const getUser = defineContract({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in person; 401 means guest',
  access: 'signed-in',
  response: userSchema,
});

export const login = defineContract({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in with username and password',
  access: 'public',
  body: z.object({
    username: z.string().trim().min(1, 'Enter your username').max(100, 'A username has at most 100 characters'),
    password: z.string().min(1, 'Enter your password').max(1000, 'A password has at most 1000 characters'),
  }),
  response: userSchema,
  errors: ['unauthenticated', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 300 },
});

export const logout = defineContract({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session',
  access: 'public',
});
