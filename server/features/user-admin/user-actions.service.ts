// What staff do to someone else's account. Each act is one transaction, written down in the audit log.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import type { PeopleAction } from '#shared/features/user-admin/user-admin.schema.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { keepOneAdmin } from './admin-guard.service.ts';
import { queuePasswordReset, queueVerification } from '#server/features/account/mail-link.service.ts';
import { queueNotice, TWO_FACTOR_OFF } from '#server/features/account/notice.service.ts';
import { lockAccount, updateSuspension } from './user-admin.queries.ts';
import { noSuchAccount } from './user-admin.service.ts';
import { deleteSessionsOf } from '#server/platform/session.queries.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { deleteTwoFactor } from '#server/features/account/two-factor.queries.ts';
import { hasTwoFactor } from '#server/features/account/two-factor.service.ts';

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** Runs with the account locked: what is checked still holds when it is changed. */
async function withAccount(
  ctx: AppContext,
  id: number,
  act: (tx: Tx, account: Account) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const account = await lockAccount(tx, { id });
    if (!account) throw noSuchAccount();
    await act(tx, account);
  });
}

/** With the reason, where the act asks for one. */
async function noteAct(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { action, id, reason }: { action: AuditAction; id: number; reason?: string },
): Promise<void> {
  const details = reason === undefined ? {} : { reason };
  await recordAudit(ctx, tx, { actor: viewer, action, subject: ['user', id], userId: id, details });
}

function refuseDeleted({ state }: Account): void {
  if (state === 'deleted') throw new AppError('conflict', 'This account was deleted by its owner.');
}

function refuseInactive(account: Account): void {
  refuseDeleted(account);
  if (account.state === 'suspended') {
    throw new AppError('conflict', 'This account is suspended. Restore it first.');
  }
}

export async function suspendAccount(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  if (id === viewer.id) {
    throw new AppError('forbidden', 'You cannot suspend yourself. Ask another admin.');
  }
  const { siteName, supportEmail } = await getSettings(ctx);
  await withAccount(ctx, id, async (tx, account) => {
    refuseDeleted(account);
    if (account.state === 'suspended') throw new AppError('conflict', 'This account is suspended already.');
    await updateSuspension(tx, { id, reason });
    if (account.roles.includes('admin')) await keepOneAdmin(tx);
    await deleteSessionsOf(tx, { userId: id });
    await queueMail(ctx, tx, {
      to: account.email,
      subject: `Your account at ${siteName} is suspended`,
      text: [
        'Hello,',
        `we have suspended your account at ${siteName}. You cannot sign in for now. The reason:`,
        reason,
        `If you think this is a mistake, write to ${supportEmail}.`,
      ].join('\n\n'),
    });
    await noteAct(ctx, tx, viewer, { action: 'account.suspend', id, reason });
  });
}

export async function restoreAccount(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const { siteName } = await getSettings(ctx);
  await withAccount(ctx, id, async (tx, account) => {
    refuseDeleted(account);
    if (account.state !== 'suspended') throw new AppError('conflict', 'This account is not suspended.');
    await updateSuspension(tx, { id, reason: null });
    await queueMail(ctx, tx, {
      to: account.email,
      subject: `Your account at ${siteName} is open again`,
      text: [
        'Hello,',
        `your account at ${siteName} is no longer suspended. You can sign in as before:\n${ctx.config.publicUrl}/auth`,
      ].join('\n\n'),
    });
    await noteAct(ctx, tx, viewer, { action: 'account.restore', id });
  });
}

export async function endSessionsOf(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await withAccount(ctx, id, async (tx) => {
    await deleteSessionsOf(tx, { userId: id });
    await noteAct(ctx, tx, viewer, { action: 'account.end-sessions', id });
  });
}

/** The link goes to the person alone; nobody else ever sees it. */
export async function mailResetLink(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await withAccount(ctx, id, async (tx, account) => {
    refuseInactive(account);
    if (!(await queuePasswordReset(ctx, tx, account))) throw enoughMails();
    await noteAct(ctx, tx, viewer, { action: 'account.reset-link', id });
  });
}

function enoughMails(): AppError {
  return new AppError(
    'conflict',
    'This address was sent several mails of this kind already. The last link still works; try again in an hour.',
  );
}

/** Whoever lost both telephone and codes has no other way back in; so this is asked for by name and told by mail. */
export async function removeTwoFactorOf(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  if (id === viewer.id) {
    throw new AppError(
      'forbidden',
      'Switch your own off on the Security page of your profile, or ask another admin.',
    );
  }
  await withAccount(ctx, id, async (tx, account) => {
    refuseInactive(account);
    if (!(await hasTwoFactor({ db: tx }, id)))
      throw new AppError('conflict', 'Two-factor sign-in is off already.');
    await deleteTwoFactor(tx, { userId: id });
    await deleteSessionsOf(tx, { userId: id });
    await queueNotice(ctx, tx, account, TWO_FACTOR_OFF);
    await noteAct(ctx, tx, viewer, { action: 'account.two-factor-off', id, reason });
  });
}

async function mailVerification(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await withAccount(ctx, id, async (tx, account) => {
    refuseInactive(account);
    if (account.isEmailVerified) throw new AppError('conflict', 'This address is confirmed already.');
    if (!(await queueVerification(ctx, tx, account))) throw enoughMails();
    await noteAct(ctx, tx, viewer, { action: 'account.resend-verification', id });
  });
}

type BulkChange = { ids: number[]; action: PeopleAction; reason?: string | undefined };

type Act = (ctx: AppContext, viewer: Viewer, target: { id: number; reason: string }) => Promise<void>;

const ACTS: Record<PeopleAction, Act> = {
  suspend: suspendAccount,
  restore: (ctx, viewer, { id }) => restoreAccount(ctx, viewer, id),
  'end-sessions': (ctx, viewer, { id }) => endSessionsOf(ctx, viewer, id),
  'resend-verification': (ctx, viewer, { id }) => mailVerification(ctx, viewer, id),
};

/** Each on its own: one that is refused says why and leaves the others done. */
export async function changeAccounts(
  ctx: AppContext,
  viewer: Viewer,
  { ids, action, reason = '' }: BulkChange,
): Promise<{ done: number[]; refused: { id: number; message: string }[] }> {
  if (action === 'suspend' && !reason) {
    const message = 'Say why, in a few words';
    throw new AppError('validation_failed', message, [{ path: 'reason', message }]);
  }
  const done: number[] = [];
  const refused: { id: number; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await ACTS[action](ctx, viewer, { id, reason });
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, message: error.message });
    }
  }
  return { done, refused };
}
