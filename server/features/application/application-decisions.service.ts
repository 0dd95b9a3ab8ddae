// Staff's yes or no to applications. Of two who decide at once, one is told who was quicker.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { openShop } from '#server/features/seller/seller-own.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { decisionJob, holdDecision } from '#server/platform/decision.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  APPLICATION_KINDS,
  ROLE_OF_APPLICATION,
  type ApplicationKind,
  type ApplicationState,
} from '#shared/features/application/application.states.ts';
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
import { lockAccount, updateRoles } from '#server/features/user-admin/user-admin.queries.ts';
import type { Viewer } from '#server/platform/session.service.ts';

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

type Decision = { state: 'approved' } | { state: 'declined'; reason: string };

/** Takes effect in ten seconds, unless it is undone; what it would be refused for is told now. */
async function decide(ctx: AppContext, viewer: Viewer, id: number, decision: Decision) {
  const found = await findApplication(ctx.db, { id });
  if (!found) throw noSuchApplication();
  refuseKind(viewer, found.kind);
  if (found.userId === viewer.id) {
    throw new AppError('forbidden', 'Someone else must decide your own application.');
  }
  const held = await holdDecision(ctx, viewer, {
    kind: 'application',
    subjectId: id,
    action: decision.state === 'approved' ? 'application.approve' : 'application.decline',
    input: decision,
    job: decideApplicationJob,
    rehearse: (tx) => perform(ctx, tx, viewer, { id, decision }),
  });
  return { decision: held.decision };
}

export const approveApplicationOf = (ctx: AppContext, viewer: Viewer, id: number) =>
  decide(ctx, viewer, id, { state: 'approved' });

export const declineApplicationOf = (
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
) => decide(ctx, viewer, id, { state: 'declined', reason });

export const decideApplicationJob = decisionJob(
  'application',
  z.object({ state: z.enum(['approved', 'declined']), reason: z.string().optional() }),
  (ctx, tx, { actor, subjectId, input: { state, reason = '' } }) =>
    perform(ctx, tx, actor, {
      id: subjectId,
      decision: state === 'approved' ? { state } : { state, reason },
    }),
);

const noSuchApplication = () => new AppError('not_found', 'There is no application with this number.');

type Waiting = {
  id: number;
  kind: ApplicationKind;
  account: NonNullable<Awaited<ReturnType<typeof lockAccount>>>;
};

/** With the applicant's account locked. */
async function perform(
  ctx: AppContext,
  tx: Tx,
  actor: { id: number },
  { id, decision }: { id: number; decision: Decision },
): Promise<void> {
  const found = await findApplication(tx, { id });
  const account = found && (await lockAccount(tx, { id: found.userId }));
  if (!account) throw noSuchApplication();
  const decided = { ...decision, decidedAt: ctx.clock.now(), decidedBy: actor.id };
  if (!(await decideWaiting(tx, { id, userId: found.userId }, decided))) throw await decidedAlready(tx, id);
  const waiting = { id, kind: found.kind, account };
  await (decision.state === 'approved'
    ? approve(ctx, tx, actor, waiting)
    : decline(ctx, tx, actor, { ...waiting, reason: decision.reason }));
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

async function approve(
  ctx: AppContext,
  tx: Tx,
  actor: { id: number },
  { id, kind, account }: Waiting,
): Promise<void> {
  if (account.state !== 'active') {
    throw new AppError('conflict', 'This account is suspended. Restore it before you approve.');
  }
  const { siteName } = await getSettings({ db: tx });
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
    actor,
    action: 'application.approve',
    subject: ['application', id],
    userId: account.id,
    details: { kind },
  });
}

async function decline(
  ctx: AppContext,
  tx: Tx,
  actor: { id: number },
  { id, kind, account, reason }: Waiting & { reason: string },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
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
    actor,
    action: 'application.decline',
    subject: ['application', id],
    userId: account.id,
    details: { kind, reason },
  });
}
