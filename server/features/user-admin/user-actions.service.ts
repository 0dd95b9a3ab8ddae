// What staff do to other users. Each action is one transaction and is recorded in the audit log.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  queuePasswordReset,
  queueSecurityNotice,
  queueVerification,
  TWO_FACTOR_OFF,
} from '#server/features/account/account-mail.service.ts';
import { deleteTwoFactor, hasTwoFactor } from '#server/features/account/two-factor.service.ts';
import { createSeller } from '#server/features/seller/seller-own.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { deleteSessions } from '#server/platform/session.queries.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import {
  countActiveAdmins,
  lockAdmins,
  lockUser,
  makeUserAdmin,
  updateUser,
  type LockedUser,
} from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import type { UserAction } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { withRole, type Role } from '#shared/roles.ts';
import { userNotFound } from './user-admin.service.ts';

/** Runs with the user locked, so that what is checked still holds when it is changed. */
async function withUser(
  ctx: AppContext,
  id: number,
  action: (tx: Tx, user: LockedUser) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, { id });
    if (!user) throw userNotFound();
    await action(tx, user);
  });
}

async function recordUserAudit(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { action, id, details = {} }: { action: AuditAction; id: number; details?: Record<string, unknown> },
): Promise<void> {
  await recordAudit(ctx, tx, { actor: viewer, action, subject: ['user', id], userId: id, details });
}

function requireNotDeleted({ state }: LockedUser): void {
  if (state === 'deleted') throw new AppError('conflict', 'This user has deleted their account.');
}

function requireActive(user: LockedUser): void {
  requireNotDeleted(user);
  if (user.state === 'suspended') {
    throw new AppError('conflict', 'This user is suspended. Restore them first.');
  }
}

/**
 * Call it after removing an admin, in the same transaction: throws, and so rolls back, if no active admin is left. If two
 * transactions remove the last two admins at once, the second waits for the first and then counts none.
 */
export async function requireAnotherAdmin(tx: Tx): Promise<void> {
  await lockAdmins(tx);
  if ((await countActiveAdmins(tx)) === 0) {
    throw new AppError('conflict', 'There must be at least one admin. Make someone else an admin first.');
  }
}

/** Makes ADMIN_USERNAME an admin if the site has none. Returns whether it did. */
export async function ensureFirstAdmin(ctx: AppContext, username: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    await lockAdmins(tx);
    if ((await countActiveAdmins(tx)) > 0) return false;
    const userId = await makeUserAdmin(tx, { usernameKey: identityKey(username) });
    if (userId === null) return false;
    await recordAudit(ctx, tx, {
      actor: null,
      action: 'account.roles',
      subject: ['user', userId],
      userId,
      details: { roles: ['admin'], why: 'first admin' },
    });
    return true;
  });
}

export async function setUserRoles(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...input }: { id: number; roles: Role[]; primary: Role },
): Promise<void> {
  if (id === viewer.id) {
    throw new AppError('forbidden', 'You can’t change your own roles. Ask another admin.');
  }
  const roles = input.roles.reduce<Role[]>(withRole, []);
  const role = input.primary;
  if (!roles.includes(role)) {
    const message = 'The main role must be one of their roles';
    throw new AppError('validation_failed', message, [{ path: 'primary', message }]);
  }
  await withUser(ctx, id, async (tx, user) => {
    requireNotDeleted(user);
    await updateUser(tx, { id, role, roles });
    if (roles.includes('seller')) await createSeller(ctx, tx, { userId: id, name: fullNameOf(user) });
    if (user.roles.includes('admin') && !roles.includes('admin')) await requireAnotherAdmin(tx);
    const details = { before: { role: user.role, roles: user.roles }, after: { role, roles } };
    await recordUserAudit(ctx, tx, viewer, { action: 'account.roles', id, details });
  });
}

export async function suspendUser(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  if (id === viewer.id) {
    throw new AppError('forbidden', 'You can’t suspend yourself. Ask another admin.');
  }
  const { siteName, supportEmail } = await getSettings(ctx);
  await withUser(ctx, id, async (tx, user) => {
    requireNotDeleted(user);
    if (user.state === 'suspended') throw new AppError('conflict', 'This user is already suspended.');
    await updateUser(tx, { id, state: 'suspended', suspendedReason: reason });
    if (user.roles.includes('admin')) await requireAnotherAdmin(tx);
    await deleteSessions(tx, { userId: id });
    await queueMail(ctx, tx, {
      kind: 'account-state',
      to: user.email,
      subject: `Your account at ${siteName} is suspended`,
      text: [
        'Hi,',
        `We have suspended your account at ${siteName}. You can’t sign in for now. The reason:`,
        reason,
        `If you think this is a mistake, email ${supportEmail}.`,
      ].join('\n\n'),
    });
    await recordUserAudit(ctx, tx, viewer, { action: 'account.suspend', id, details: { reason } });
  });
}

export async function restoreUser(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const { siteName } = await getSettings(ctx);
  await withUser(ctx, id, async (tx, user) => {
    requireNotDeleted(user);
    if (user.state !== 'suspended') throw new AppError('conflict', 'This user isn’t suspended.');
    await updateUser(tx, { id, state: 'active', suspendedReason: null });
    await queueMail(ctx, tx, {
      kind: 'account-state',
      to: user.email,
      subject: `Your account at ${siteName} is open again`,
      text: [
        'Hi,',
        `Your account at ${siteName} is no longer suspended. You can sign in again:\n${ctx.config.publicUrl}/auth`,
      ].join('\n\n'),
    });
    await recordUserAudit(ctx, tx, viewer, { action: 'account.restore', id });
  });
}

export async function setUserMinor(
  ctx: AppContext,
  viewer: Viewer,
  { id, isMinor, reason }: { id: number; isMinor: boolean; reason: string },
): Promise<void> {
  await withUser(ctx, id, async (tx, user) => {
    requireNotDeleted(user);
    await updateUser(tx, { id, isMinor });
    const action = isMinor ? 'account.minor' : 'account.not-minor';
    await recordUserAudit(ctx, tx, viewer, { action, id, details: { reason } });
  });
}

export async function endUserSessions(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await withUser(ctx, id, async (tx) => {
    await deleteSessions(tx, { userId: id });
    await recordUserAudit(ctx, tx, viewer, { action: 'account.end-sessions', id });
  });
}

/** Staff never see the link. */
export async function sendPasswordResetLink(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await withUser(ctx, id, async (tx, user) => {
    requireActive(user);
    if (!(await queuePasswordReset(ctx, tx, user))) throw tooManyMails();
    await recordUserAudit(ctx, tx, viewer, { action: 'account.reset-link', id });
  });
}

function tooManyMails(): AppError {
  return new AppError(
    'conflict',
    'We have already sent several of these emails to this address. The last link still works; try again in an hour.',
  );
}

/** The only way back in for users who have lost both phone and recovery codes. They are notified by email. */
export async function resetUserTwoFactor(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  if (id === viewer.id) {
    throw new AppError(
      'forbidden',
      'Turn off your own two-factor sign-in on the Security page of your profile, or ask another admin.',
    );
  }
  await withUser(ctx, id, async (tx, user) => {
    requireActive(user);
    if (!(await hasTwoFactor({ db: tx }, id))) {
      throw new AppError('conflict', 'Two-factor sign-in is already off.');
    }
    await deleteTwoFactor(tx, { userId: id });
    await deleteSessions(tx, { userId: id });
    await queueSecurityNotice(ctx, tx, user, TWO_FACTOR_OFF);
    await recordUserAudit(ctx, tx, viewer, { action: 'account.two-factor-off', id, details: { reason } });
  });
}

async function resendUserVerification(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await withUser(ctx, id, async (tx, user) => {
    requireActive(user);
    if (user.isEmailVerified) throw new AppError('conflict', 'This email address is already confirmed.');
    if (!(await queueVerification(ctx, tx, user))) throw tooManyMails();
    await recordUserAudit(ctx, tx, viewer, { action: 'account.resend-verification', id });
  });
}

type BulkAction = (ctx: AppContext, viewer: Viewer, input: { id: number; reason: string }) => Promise<void>;

const BULK_ACTIONS: Record<UserAction, BulkAction> = {
  suspend: suspendUser,
  restore: (ctx, viewer, { id }) => restoreUser(ctx, viewer, id),
  'end-sessions': (ctx, viewer, { id }) => endUserSessions(ctx, viewer, id),
  'resend-verification': (ctx, viewer, { id }) => resendUserVerification(ctx, viewer, id),
};

/** Each user separately: if one is refused, the others are still done. */
export async function updateUsers(
  ctx: AppContext,
  viewer: Viewer,
  { ids, action, reason = '' }: { ids: number[]; action: UserAction; reason?: string | undefined },
): Promise<{ done: number[]; refused: { id: number; message: string }[] }> {
  if (action === 'suspend' && !reason) {
    const message = 'Say why, in a few words';
    throw new AppError('validation_failed', message, [{ path: 'reason', message }]);
  }
  const done: number[] = [];
  const refused: { id: number; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await BULK_ACTIONS[action](ctx, viewer, { id, reason });
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, message: error.message });
    }
  }
  return { done, refused };
}
