// What proves who someone is: address, password, sessions, authenticator app. Every entry is about the caller alone.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import {
  changeEmailBody,
  changePasswordBody,
  forgotPasswordBody,
  passwordBody,
  resetPasswordBody,
  twoFactorCodeBody,
  twoFactorOffBody,
} from './account.schema.ts';

const token = z.string().min(1).max(200);

export const verifyEmail = defineContract({
  method: 'POST',
  path: '/api/account/verify-email',
  summary: 'Confirm an address with the link mailed to it; using it again is no error',
  access: 'public',
  body: z.object({ token }),
  response: z.object({ email: z.string() }),
  errors: ['gone', 'conflict', 'too_many_requests'],
  rateLimit: { points: 60, seconds: 600 },
});

export const resendVerification = defineContract({
  method: 'POST',
  path: '/api/account/verify-email/resend',
  summary: 'Mail the link again',
  access: 'signed-in',
  status: 202,
  response: z.object({ email: z.string() }),
  errors: ['conflict', 'too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const changeEmail = defineContract({
  method: 'POST',
  path: '/api/account/email',
  summary: 'Ask for another address; it counts once the link mailed to it is opened',
  access: 'signed-in',
  body: changeEmailBody,
  status: 202,
  response: z.object({ email: z.string() }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const forgotPassword = defineContract({
  method: 'POST',
  path: '/api/account/forgot-password',
  summary:
    'Mail a link to choose a new password; the answer is the same whether or not anyone has the address',
  access: 'public',
  body: forgotPasswordBody,
  status: 202,
  response: z.object({ message: z.string() }),
  errors: ['too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const resetPassword = defineContract({
  method: 'POST',
  path: '/api/account/reset-password',
  summary: 'Choose a new password with the link from the mail; ends every session',
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

export const sessionSchema = z.object({
  id: z.int(),
  /** "Chrome on Android"; unknown browsers say so. */
  device: z.string(),
  address: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});
export type SessionInfo = z.output<typeof sessionSchema>;

export const listSessions = defineContract({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where I am signed in',
  access: 'signed-in',
  response: z.array(sessionSchema),
});

export const endSession = defineContract({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Sign one of my devices out',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const endOtherSessions = defineContract({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Sign every other device of mine out',
  access: 'signed-in',
});

export const failedSignInsSchema = z.object({
  /** Of the calendar, in UTC. */
  day: z.string(),
  /** From addresses and browsers I never signed in from. */
  tries: z.int(),
  /** Of these: turned away without looking at the password. */
  refused: z.int(),
  /** Roughly from how many. */
  addresses: z.int(),
  /** From addresses and browsers I have signed in from. */
  fromKnown: z.int(),
  lastAt: z.string(),
});
export type FailedSignIns = z.output<typeof failedSignInsSchema>;

export const listFailedSignIns = defineContract({
  method: 'GET',
  path: '/api/account/failed-sign-ins',
  summary: 'Failed tries to sign in to my account, by day, newest first',
  access: 'signed-in',
  response: z.array(failedSignInsSchema),
});

export const getTwoFactor = defineContract({
  method: 'GET',
  path: '/api/account/two-factor',
  summary: 'Whether my account asks for an authenticator app',
  access: 'signed-in',
  response: z.object({
    isOn: z.boolean(),
    /** The settings ask it of my role. */
    isRequired: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});

export const startTwoFactor = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/start',
  summary: 'A new secret for an authenticator app; nothing changes until a code of it is confirmed',
  access: 'signed-in',
  body: passwordBody,
  response: z.object({
    secret: z.string(),
    uri: z.string(),
    /** The link as a QR code: a data URL of an SVG drawing. */
    qrImage: z.string(),
  }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});

export const confirmTwoFactor = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/confirm',
  summary: 'Switch it on with a code of the app; answers recovery codes, shown this once',
  access: 'signed-in',
  body: twoFactorCodeBody,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['unprocessable', 'conflict', 'too_many_requests'],
});

export const renewRecoveryCodes = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  summary: 'New recovery codes; the old ones are worth nothing from then on',
  access: 'signed-in',
  body: passwordBody,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});

export const stopTwoFactor = defineContract({
  method: 'POST',
  path: '/api/account/two-factor/off',
  summary: 'Switch it off',
  access: 'signed-in',
  body: twoFactorOffBody,
  errors: ['forbidden', 'conflict', 'unprocessable', 'too_many_requests'],
});
