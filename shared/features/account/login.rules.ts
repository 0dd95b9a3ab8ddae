// What a failed signing-in is told as (spec §8).

/** How long a sign-in link works, and how long a new one is not sent while one is unused. */
export const SIGN_IN_LINK_MINUTES = 15;
export const SIGN_IN_LINK_PAUSE_MINUTES = 10;

export const LOGIN_REFUSED = 'Invalid username or password. Please check your credentials and try again.';
export const LOGIN_BROKEN = 'A server error occurred. Please try again later.';
export const LOGIN_UNREACHED = 'Login failed. Please check your connection and try again.';

type Failure = { status?: unknown; statusText?: string; message?: unknown };

/**
 * A failure that is no answer of the server (the network broke), or an answer without a word of its own, counts as
 * an empty message. Any other answer speaks for itself: "too many tries, wait a minute".
 */
export function loginFailureText(failure: unknown): string {
  const { status, statusText = '', message } = (failure ?? {}) as Failure;
  if (status === 401 || message === 'Unauthorized') return LOGIN_REFUSED;
  if (typeof status !== 'number') return LOGIN_UNREACHED;
  if (status >= 500) return LOGIN_BROKEN;
  return saidByServer({ status, statusText, message }) || LOGIN_UNREACHED;
}

/** The server's own words about a failure; '' when it had none, or when nothing of it answered. */
export function saidByServer(failure: unknown): string {
  const { status, statusText = '', message } = (failure ?? {}) as Failure;
  if (typeof status !== 'number' || typeof message !== 'string') return '';
  const said = message.trim();
  return said === `${status} ${statusText}`.trim() ? '' : said;
}

export const LOGOUT_FAILED = 'There was an error logging you out. Please try again.';

/** Spec §8, both variants: what the server says of a refusal; the fixed text for everything else. */
export function logoutFailureText(failure: unknown): string {
  const { status, message } = (failure ?? {}) as Failure;
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500;
  return isRefusal && typeof message === 'string' && message !== '' ? message : LOGOUT_FAILED;
}
