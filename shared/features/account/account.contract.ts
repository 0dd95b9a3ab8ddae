// Signing in, up and out, and who is signed in (spec §7).
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import {
  loginBody,
  registerBody,
  requestSignInLinkBody,
  signInByLinkBody,
  userSchema,
} from './account.schema.ts';

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
  summary: 'Sign in with username or e-mail address and password',
  access: 'public',
  body: loginBody,
  response: userSchema,
  errors: ['unauthenticated', 'forbidden', 'second_factor_required', 'too_many_requests'],
  // A whole school may stand behind one address.
  rateLimit: { points: 100, seconds: 300 },
});

export const requestSignInLink = defineContract({
  method: 'POST',
  path: '/api/login/link',
  summary:
    'Mail a link that signs in without the password; the answer is the same whether or not anyone has the name',
  access: 'public',
  body: requestSignInLinkBody,
  status: 202,
  response: z.object({ message: z.string() }),
  errors: ['too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const signInByLink = defineContract({
  method: 'POST',
  path: '/api/login/link/open',
  summary: 'Sign in with the link from the mail, once; the second factor is asked for as after a password',
  access: 'public',
  body: signInByLinkBody,
  response: userSchema,
  errors: ['gone', 'second_factor_required', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 600 },
});

export const register = defineContract({
  method: 'POST',
  path: '/api/register',
  summary: 'Open an account and sign in; wanting to sell or teach files an application and grants nothing',
  access: 'public',
  body: registerBody,
  response: userSchema,
  errors: ['conflict', 'forbidden', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 3600 },
});

export const logout = defineContract({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session',
  access: 'public',
});
