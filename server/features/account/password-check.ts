// Refuses passwords that are easy to guess, beside the field they were typed in.
import { AppError } from '#shared/errors.ts';
import { judgePassword } from '#shared/features/account/password-strength.ts';

export function refuseWeakPassword(password: string, about: readonly string[], path: string): void {
  const { problem } = judgePassword(password, about);
  if (problem) throw new AppError('validation_failed', problem, [{ path, message: problem }]);
}
