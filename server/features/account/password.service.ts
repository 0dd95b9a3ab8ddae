// Choosing a new password while signed in.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { deleteTakeoverLinks, setPassword } from './credential.queries.ts';
import { PASSWORD_CHANGED, queueNotice } from './notice.service.ts';
import { lockProven, provePassword } from './own-password.service.ts';
import { refuseWeakPassword } from './password-check.ts';
import { hashPassword } from './password.ts';
import { deleteSessionsOf } from '#server/platform/session.queries.ts';
import type { Viewer } from '#server/platform/session.service.ts';

/** Every other session ends, and so do links that could undo it. */
export async function changePassword(
  ctx: AppContext,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const proof = await provePassword(ctx, viewer, currentPassword, 'currentPassword');
  const { username, email, firstName, lastName } = viewer;
  refuseSame(currentPassword, newPassword);
  refuseWeakPassword(newPassword, [username, email, firstName, lastName], 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(ctx.db, async (tx) => {
    const person = await lockProven(tx, proof);
    await setPassword(tx, { userId: person.id, passwordHash });
    await deleteSessionsOf(tx, { userId: person.id, exceptId: viewer.sessionId });
    await deleteTakeoverLinks(tx, { userId: person.id });
    await queueNotice(ctx, tx, person, PASSWORD_CHANGED);
  });
}

function refuseSame(currentPassword: string, newPassword: string): void {
  if (currentPassword.normalize('NFKC') !== newPassword.normalize('NFKC')) return;
  const message = 'This is your password already. Choose another one.';
  throw new AppError('validation_failed', message, [{ path: 'newPassword', message }]);
}
