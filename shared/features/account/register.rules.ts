// What a failed registration is told as (spec §8).
import { saidByServer } from './login.rules.ts';

/** As the server says it; pages put it in kinder words. */
export const USERNAME_TAKEN = 'Username already exists';

export const REGISTRATION_FAILED = 'Registration failed. Please check your information and try again.';

const USERNAME_TAKEN_KINDLY = 'This username is already taken. Please try another one.';

/** For the toast: the server's words, with the one exchange the spec asks for; the fixed text where it had none. */
export function registrationFailureText(failure: unknown): string {
  return inKinderWords(saidByServer(failure)) || REGISTRATION_FAILED;
}

/** For the text beside a field. */
export function inKinderWords(message: string): string {
  return message === USERNAME_TAKEN ? USERNAME_TAKEN_KINDLY : message;
}
