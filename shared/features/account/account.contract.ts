// Signing in and out, and who is signed in.
import { defineContract } from '#shared/contract.ts';
import { loginBody, userSchema } from './account.schema.ts';

export type { User } from './account.schema.ts';

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
  body: loginBody,
  response: userSchema,
  errors: ['unauthenticated', 'too_many_requests'],
  // A whole school may stand behind one address.
  rateLimit: { points: 100, seconds: 300 },
});

export const logout = defineContract({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session',
  access: 'public',
});
