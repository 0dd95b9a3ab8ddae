// Staff's yes or no to applications. Of two who decide at once, one is told who was quicker.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { openShop } from '#server/features/seller/seller-opening.service.ts';
import { recordAudit } from '#server/features/site/audit.service.ts';
import { queueMail } from '#server/features/site/mail.service.ts';
import { getSettings } from '#server/features/site/site.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  APPLICATION_KINDS,
  ROLE_OF_APPLICATION,
  type ApplicationKind,
  type ApplicationState,
} from '#shared/features/account/application.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { hasPermission, withRole, type Permission } from '#shared/roles.ts';
import {
  countApplications,
  decideWaiting,
  findApplication,
  listApplicationRows,
} from './application.queries.ts';
import { toApplication } from './application.service.ts';
import { lockAccount, updateRoles } from './people.queries.ts';
import type { Viewer } from './session.service.ts';

/** Officers decide who sells; who teaches is not part of curriculum work. */
const PERMISSION_TO_DECIDE: Record<ApplicationKind, Permission> = {
  sell: 'sellers.approve',
  teach: 'instructors.approve',
};

function kindsFor(viewer: Viewer): ApplicationKind[] {
  return APPLICATION_KINDS.filter((kind) => hasPermission(viewer.roles, PERMISSION_TO_DECIDE[kind]));
}

function refuseKind(viewer: Viewer, kind: ApplicationKind): void {
  if (kindsFor(viewer).includes(kind)) return;
  throw new AppError('forbidden', `Your account does not decide applications to ${kind}.`);
}

export async function listApplicationPage(
  ctx: AppContext,
  viewer: Viewer,
  { state, kind, page }: { state: ApplicationState; kind?: ApplicationKind | undefined; page: number },
) {
  if (kind) refuseKind(viewer, kind);
  const kinds = kind ? [kind] : kindsFor(viewer);
  const [counts, rows] = await Promise.all([
    countApplications(ctx.db, { kinds }),
    listApplicationRows(ctx.db, { state, kinds }, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map(({ decider, ...row }) => ({
    ...toApplication(row),
    decidedBy: decider && fullNameOf(decider),
  }));
  return { items, total: counts[state], page, pageSize: PAGE_SIZE, counts };
}

type Waiting = {
  id: number;
  kind: ApplicationKind;
  account: NonNullable<Awaited<ReturnType<typeof lockAccount>>>;
};

/** Checks that this person may decide this application, then decides it with the applicant's account locked. */
async function decide(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  decision: { state: 'approved' } | { state: 'declined'; reason: string },
  follow: (tx: Tx, waiting: Waiting) => Promise<void>,
): Promise<void> {
  const found = await findApplication(ctx.db, { id });
  if (!found) throw new AppError('not_found', 'There is no application with this number.');
  const { kind, userId } = found;
  refuseKind(viewer, kind);
  if (userId === viewer.id) {
    throw new AppError('forbidden', 'Someone else must decide your own application.');
  }
  await inTransaction(ctx.db, async (tx) => {
    const account = await lockAccount(tx, { id: userId });
    if (!account) throw new AppError('not_found', 'There is no application with this number.');
    const decided = { ...decision, decidedAt: ctx.clock.now(), decidedBy: viewer.id };
    if (!(await decideWaiting(tx, { id, userId }, decided))) throw await decidedAlready(tx, id);
    await follow(tx, { id, kind, account });
  });
}

async function decidedAlready(tx: Tx, id: number): Promise<AppError> {
  const found = await findApplication(tx, { id });
  if (found?.state === 'withdrawn') {
    return new AppError('conflict', 'The applicant took this application back.');
  }
  const name = found?.decider ? fullNameOf(found.decider) : 'Someone else';
  const verb = found?.state === 'declined' ? 'declined' : 'approved';
  return new AppError('conflict', `${name} has already ${verb} this application.`);
}

export async function approveApplicationOf(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const { siteName } = await getSettings(ctx);
  await decide(ctx, viewer, id, { state: 'approved' }, async (tx, { kind, account }) => {
    if (account.state !== 'active') {
      throw new AppError('conflict', 'This account is suspended. Restore it before you approve.');
    }
    const role = ROLE_OF_APPLICATION[kind];
    await updateRoles(tx, {
      id: account.id,
      roles: withRole(account.roles, role),
      role: account.role === 'user' ? role : account.role,
    });
    if (kind === 'sell') await openShop(ctx, tx, { userId: account.id, name: fullNameOf(account) });
    await queueMail(ctx, tx, {
      to: account.email,
      subject: `You can ${kind} at ${siteName} now`,
      text: [
        'Hello,',
        `your application to ${kind} is approved. Welcome. Everything you need is in your dashboard:\n${ctx.config.publicUrl}/dashboard`,
      ].join('\n\n'),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'application.approve',
      subject: ['application', id],
      userId: account.id,
      details: { kind },
    });
  });
}

export async function declineApplicationOf(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings(ctx);
  await decide(ctx, viewer, id, { state: 'declined', reason }, async (tx, { kind, account }) => {
    await queueMail(ctx, tx, {
      to: account.email,
      subject: `Your application to ${kind} at ${siteName}`,
      text: [
        'Hello,',
        `thank you for your application to ${kind}. We have decided not to approve it. The reason:`,
        reason,
        `You are welcome to apply again. If you have a question, write to ${supportEmail}.`,
      ].join('\n\n'),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'application.decline',
      subject: ['application', id],
      userId: account.id,
      details: { kind, reason },
    });
  });
}
