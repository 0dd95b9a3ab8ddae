// What the server refuses in a form: beside the field it speaks of, or above the form when it speaks of none.
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-client.ts';

export const UNREACHED = 'We could not reach the site. Check your connection and try again.';

/** The server's words; where none came, that the connection is to be looked at. */
export function failureTextOf(error: unknown): string {
  return error instanceof ApiError ? error.message : UNREACHED;
}

/**
 * Puts each message beside its field and the focus on the first of them, in the order of `fields`. What belongs to
 * no field becomes the form's own error (`errors.root`), which the next submit clears.
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly FieldPath<Values>[],
  words: (message: string) => string = (message) => message,
): void {
  const details = error instanceof ApiError ? error.details : [];
  const placed = fields.flatMap((field) => details.find(({ path }) => path === field) ?? []);
  for (const [at, { path, message }] of placed.entries()) {
    form.setError(path as FieldPath<Values>, { message: words(message) }, { shouldFocus: at === 0 });
  }
  if (placed.length === 0) form.setError('root', { message: words(failureTextOf(error)) });
}
