// Request and response schemas of accounts. Forms validate with them, so they are separate from the contract: a module
// that uses zod in the browser brings zod to every page that loads it.
import { z } from 'zod';
import { nameOfSomeone, noDomain } from '#shared/line-of-text.schema.ts';
import { ROLES } from '#shared/roles.ts';
import { APPLICATION_KINDS } from '#shared/features/application/application.states.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './account.rules.ts';

export const userSchema = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(ROLES),
  roles: z.array(z.enum(ROLES)).optional(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** Their role requires an authenticator app that isn't set up; until then they have no permissions. */
  needsTwoFactor: z.boolean(),
});

export type User = z.output<typeof userSchema>;

export const loginBody = z.object({
  username: z.string().trim().min(1, 'Enter your username').max(254, 'A username has at most 254 characters'),
  password: z.string().min(1, 'Enter your password').max(1000, 'A password has at most 1000 characters'),
  /** Six digits from an authenticator app, or a recovery code; requested with `second_factor_required`. */
  code: z.string().trim().max(40).optional(),
});

export type LoginBody = z.input<typeof loginBody>;

export const requestSignInLinkBody = loginBody.pick({ username: true });
export const signInByLinkBody = z.object({
  token: z.string().min(1).max(200),
  code: z.string().trim().max(40).optional(),
});
export type SignInByLinkBody = z.input<typeof signInByLinkBody>;

export const nameField = (label: string) =>
  nameOfSomeone.min(1, `Enter your ${label}`).max(80, `A ${label} has at most 80 characters`);

export const usernameField = z
  .string()
  .trim()
  .min(3, 'A username has at least 3 characters')
  .max(30, 'A username has at most 30 characters')
  .regex(
    /^(?:[\p{L}\p{N}\p{M}\p{So}._-]|\u200D|\uFE0F)+$/u,
    'Use letters, digits, dots, dashes and underscores, without spaces',
  )
  .refine(noDomain.check, noDomain.message);

export const emailField = z
  .string()
  .trim()
  .min(1, 'Enter your email address')
  .max(254, 'An email address has at most 254 characters')
  .pipe(z.email({ pattern: z.regexes.unicodeEmail, error: 'This doesn’t look like an email address' }));

/** Checks only the length; password-strength.ts checks how easy it is to guess. */
export const newPasswordField = z
  .string()
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`);

export const startLinkBody = z.object({ token: z.string().min(1).max(200) });
export const openStartLinkBody = signInByLinkBody.extend({ password: newPasswordField.optional() });
export type OpenStartLinkBody = z.input<typeof openStartLinkBody>;

export const currentPasswordField = z.string().min(1, 'Enter your password').max(1000);

export const registerBody = z.object({
  firstName: nameField('first name'),
  lastName: nameField('last name'),
  username: usernameField,
  email: emailField,
  password: newPasswordField,
  /** Why they register; selling and teaching file an application. */
  reasons: z
    .array(z.enum(['learn', ...APPLICATION_KINDS]))
    .max(3)
    .default([]),
});

export type RegisterBody = z.input<typeof registerBody>;

export const requestPasswordResetBody = z.object({ email: emailField });
export const passwordResetLinkBody = z.object({ token: z.string().min(1).max(200) });
export const resetPasswordBody = z.object({
  token: z.string().min(1).max(200),
  password: newPasswordField,
});
export const changePasswordBody = z.object({
  currentPassword: currentPasswordField,
  newPassword: newPasswordField,
});
export const changeEmailBody = z.object({ email: emailField, password: currentPasswordField });
export const passwordBody = z.object({ password: currentPasswordField });
export const twoFactorCode = z.string().trim().min(6, 'Enter the six digits').max(40);
export const twoFactorOffBody = z.object({ password: currentPasswordField, code: twoFactorCode });
export const twoFactorCodeBody = z.object({ code: twoFactorCode });

export const sessionSchema = z.object({
  id: z.int(),
  /** "Chrome on Android", or "Unknown browser". */
  device: z.string(),
  address: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});

export type SessionInfo = z.output<typeof sessionSchema>;

export const failedSignInsSchema = z.object({
  /** A calendar day in UTC. */
  day: z.string(),
  /** Attempts from devices I have never signed in from. */
  tries: z.int(),
  /** How many of these were rejected without checking the password. */
  refused: z.int(),
  /** Approximate number of addresses they came from. */
  addresses: z.int(),
  /** Attempts from devices I have signed in from. */
  fromKnown: z.int(),
  lastAt: z.string(),
});

export type FailedSignIns = z.output<typeof failedSignInsSchema>;
