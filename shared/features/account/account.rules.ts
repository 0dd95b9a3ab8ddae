// Account rules both sides share: how names are compared, password limits, link lifetimes, and the texts for failed
// sign-ins and registrations (spec §8).
import { EMPTY_BODY, HTML_BODY } from '#shared/errors.ts';

/** Suspended users can't sign in. A deleted user keeps only the row, because orders and certificates refer to it. */
export const ACCOUNT_STATES = ['active', 'suspended', 'deleted'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Usernames and email addresses are compared in this form: those that look the same are the same. */
export function identityKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

export const PASSWORD_MIN = 10;
/** Keeps hashing cheap. */
export const PASSWORD_MAX = 200;

/** How long a sign-in link works, and for how long no new one is sent while one is unused. */
export const SIGN_IN_LINK_MINUTES = 15;
export const SIGN_IN_LINK_PAUSE_MINUTES = 10;

export const LOGIN_REFUSED = 'Invalid username or password. Please check your credentials and try again.';
export const LOGIN_BROKEN = 'A server error occurred. Please try again later.';
export const LOGIN_UNREACHED = 'Login failed. Please check your connection and try again.';

/** Where the sign-in form is posted while no script runs, and how /auth hears of the result. */
export const SIGN_IN_FORM_PATH = '/api/login/form';
export const SIGN_IN_FORM_OUTCOMES = [
  'signed-in',
  'refused',
  'code',
  'throttled',
  'suspended',
  'broken',
] as const;
export type SignInFormOutcome = (typeof SIGN_IN_FORM_OUTCOMES)[number];

/** What /auth says of a form that was refused. */
export const SIGN_IN_FORM_TEXTS: Readonly<Record<Exclude<SignInFormOutcome, 'signed-in'>, string>> = {
  refused: LOGIN_REFUSED,
  code: 'Enter your password again, with the code from your authenticator app.',
  throttled: 'Too many attempts. Wait a few minutes, then try again, or use a sign-in link.',
  suspended: 'You can’t sign in with this account at the moment. Write to us if you think this is a mistake.',
  broken: LOGIN_BROKEN,
};

type Failure = { status?: unknown; statusText?: string; message?: unknown };

/** Network failures and responses without a message get a fixed text; any other response explains itself. */
export function loginFailureText(failure: unknown): string {
  const { status, statusText = '', message } = (failure ?? {}) as Failure;
  if (status === 401 || message === 'Unauthorized') return LOGIN_REFUSED;
  if (typeof status !== 'number') return LOGIN_UNREACHED;
  if (status >= 500) return LOGIN_BROKEN;
  return serverMessage({ status, statusText, message }) || LOGIN_UNREACHED;
}

/** The server's message about a failure; '' if it sent none, and the client had to find words itself. */
function serverMessage(failure: unknown): string {
  const { status, statusText = '', message } = (failure ?? {}) as Failure;
  if (typeof status !== 'number' || typeof message !== 'string') return '';
  const trimmed = message.trim();
  const isOurs = trimmed === EMPTY_BODY || trimmed === `${status} ${statusText}`.trim();
  return isOurs ? '' : trimmed;
}

export const LOGOUT_FAILED = 'There was an error logging you out. Please try again.';

/** Spec §8, both variants: the server's message if it sent one, else the fixed text. */
export function logoutFailureText(failure: unknown): string {
  const message = serverMessage(failure);
  return message === HTML_BODY ? LOGOUT_FAILED : message || LOGOUT_FAILED;
}

/** The server's text; pages show a friendlier one. */
export const USERNAME_TAKEN = 'Username already exists';

export const REGISTRATION_FAILED = 'Registration failed. Please check your information and try again.';

const USERNAME_TAKEN_FRIENDLY = 'This username is already taken. Please try another one.';

/** For the toast: the server's message with the one replacement the spec asks for, or a fixed text. */
export function registrationFailureText(failure: unknown): string {
  return friendlyMessage(serverMessage(failure)) || REGISTRATION_FAILED;
}

/** For the text next to a field. */
export function friendlyMessage(message: string): string {
  return message === USERNAME_TAKEN ? USERNAME_TAKEN_FRIENDLY : message;
}
