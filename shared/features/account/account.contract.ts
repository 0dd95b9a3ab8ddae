// Registration, sign-in, passwords, sessions and two-factor sign-in (spec §7).
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import {
  changeEmailBody,
  changePasswordBody,
  loginBody,
  openStartLinkBody,
  startLinkBody,
  passwordBody,
  registerBody,
  passwordResetLinkBody,
  requestPasswordResetBody,
  requestSignInLinkBody,
  resetPasswordBody,
  signInByLinkBody,
  twoFactorCodeBody,
  twoFactorOffBody,
  userSchema,
  sessionSchema,
  failedSignInsSchema,
} from './account.schema.ts';

export type { User } from './account.schema.ts';

export const getUser = defineContract({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user; 401 for guests',
  access: 'signed-in',
  response: userSchema,
});

export const login = defineContract({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in with username or email address and password',
  access: 'public',
  body: loginBody,
  response: userSchema,
  errors: ['unauthenticated', 'forbidden', 'second_factor_required', 'too_many_requests'],
  // A whole school may share one IP address.
  rateLimit: { points: 100, seconds: 300 },
});

export const requestSignInLink = defineContract({
  method: 'POST',
  path: '/api/login/link',
  summary: 'Email a sign-in link; the response is the same whether or not the account exists',
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
  summary: 'Sign in with an emailed link, once; two-factor codes are required as with a password',
  access: 'public',
  body: signInByLinkBody,
  response: userSchema,
  errors: ['gone', 'second_factor_required', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 600 },
});

export const getStartLink = defineContract({
  method: 'POST',
  path: '/api/login/start',
  summary: 'What the link mailed with a guest’s course will do; the link isn’t used up',
  access: 'public',
  body: startLinkBody,
  response: z.object({
    /** new: an account is created. unconfirmed: the account with this address needs a new password. */
    kind: z.enum(['new', 'account', 'unconfirmed']),
    email: z.string(),
    courseTitle: z.string().nullable(),
  }),
  errors: ['gone', 'too_many_requests'],
  rateLimit: { points: 60, seconds: 600 },
});

export const openStartLink = defineContract({
  method: 'POST',
  path: '/api/login/start/open',
  summary:
    'Confirm the address, create the account or sign in, once; two-factor codes are required as with a password',
  access: 'public',
  body: openStartLinkBody,
  /** `courseId`: the course of the order to start with. */
  response: z.object({ user: userSchema, courseId: z.int().nullable() }),
  errors: ['gone', 'conflict', 'forbidden', 'second_factor_required', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 600 },
});

export const register = defineContract({
  method: 'POST',
  path: '/api/register',
  summary: 'Create an account and sign in; choosing to sell or teach files an application',
  access: 'public',
  body: registerBody,
  response: userSchema,
  errors: ['conflict', 'forbidden', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 3600 },
});

export const logout = defineContract({
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out',
  access: 'public',
});

const token = z.string().min(1).max(200);

export const verifyEmail = defineContract({
  method: 'POST',
  path: '/api/account/verify-email',
  summary: 'Confirm an email address with the link sent to it; safe to repeat',
  access: 'public',
  body: z.object({ token }),
  response: z.object({ email: z.string() }),
  errors: ['gone', 'conflict', 'too_many_requests'],
  rateLimit: { points: 60, seconds: 600 },
});

export const resendVerification = defineContract({
  method: 'POST',
  path: '/api/account/verify-email/resend',
  summary: 'Send the confirmation link again',
  access: 'signed-in',
  status: 202,
  response: z.object({ email: z.string() }),
  errors: ['conflict', 'too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const changeEmail = defineContract({
  method: 'POST',
  path: '/api/account/email',
  summary: 'Change the email address; takes effect once the link sent to it is opened',
  access: 'signed-in',
  body: changeEmailBody,
  status: 202,
  response: z.object({ email: z.string() }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const requestPasswordReset = defineContract({
  method: 'POST',
  path: '/api/account/forgot-password',
  summary: 'Email a password reset link; the response is the same whether or not the account exists',
  access: 'public',
  body: requestPasswordResetBody,
  status: 202,
  response: z.object({ message: z.string() }),
  errors: ['too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const checkPasswordResetLink = defineContract({
  method: 'POST',
  path: '/api/account/reset-password/check',
  summary: 'Check that an emailed reset link still works, without using it',
  access: 'public',
  body: passwordResetLinkBody,
  errors: ['gone', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 600 },
});

export const resetPassword = defineContract({
  method: 'POST',
  path: '/api/account/reset-password',
  summary: 'Choose a new password with an emailed link; ends every session',
  access: 'public',
  body: resetPasswordBody,
  errors: ['gone', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 600 },
});

export const changePassword = defineContract({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Choose a new password; ends every other session',
  access: 'signed-in',
  body: changePasswordBody,
  errors: ['forbidden', 'too_many_requests'],
});

export const listSessions = defineContract({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'List the devices I am signed in on',
  access: 'signed-in',
  response: z.array(sessionSchema),
});

export const endSession = defineContract({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Sign out one of my devices',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const endOtherSessions = defineContract({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Sign out all my other devices',
  access: 'signed-in',
});

export const listFailedSignIns = defineContract({
  method: 'GET',
  path: '/api/account/failed-sign-ins',
  summary: 'List failed attempts to sign in to my account by day, newest first',
  access: 'signed-in',
  response: z.array(failedSignInsSchema),
});

export const getTwoFactor = defineContract({
  method: 'GET',
  path: '/api/account/two-factor',
  summary: 'Get the state of my two-factor sign-in',
  access: 'signed-in',
  response: z.object({
    isOn: z.boolean(),
    /** The site settings require it for my role. */
    isRequired: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});

export const startTwoFactor = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/start',
  summary: 'Start setting up an authenticator app; nothing changes until a code is confirmed',
  access: 'signed-in',
  body: passwordBody,
  response: z.object({
    secret: z.string(),
    uri: z.string(),
    /** The URI as a QR code: a data URL of an SVG image. */
    qrImage: z.string(),
  }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});

export const confirmTwoFactor = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/confirm',
  summary: 'Turn two-factor sign-in on with a code from the app; returns recovery codes, shown only once',
  access: 'signed-in',
  body: twoFactorCodeBody,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['unprocessable', 'conflict', 'too_many_requests'],
});

export const renewRecoveryCodes = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  summary: 'Replace the recovery codes; the old ones stop working',
  access: 'signed-in',
  body: passwordBody,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});

export const disableTwoFactor = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/off',
  summary: 'Turn two-factor sign-in off',
  access: 'signed-in',
  body: twoFactorOffBody,
  errors: ['forbidden', 'conflict', 'unprocessable', 'too_many_requests'],
});
