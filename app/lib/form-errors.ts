// Shows the server's errors next to their fields, or above the form.
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-client.ts';

export const UNREACHED = 'We couldn’t reach the site. Check your connection and try again.';

/** The server's message, or a hint to check the connection. */
export function failureTextOf(error: unknown): string {
  return error instanceof ApiError ? error.message : UNREACHED;
}

/**
 * Shows each message at its field and focuses the first, in the order of `fields`. Messages without a field
 * become the form's error (`errors.root`), which the next submit clears.
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly FieldPath<Values>[],
  format: (message: string) => string = (message) => message,
): void {
  const details = error instanceof ApiError ? error.details : [];
  const placed = fields.flatMap((field) => details.find(({ path }) => path === field) ?? []);
  for (const [at, { path, message }] of placed.entries()) {
    form.setError(path as FieldPath<Values>, { message: format(message) }, { shouldFocus: at === 0 });
  }
  if (placed.length === 0) form.setError('root', { message: format(failureTextOf(error)) });
}
