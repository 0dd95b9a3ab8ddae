// Applications to sell or teach: users file and withdraw them, staff approve or decline them.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createSeller } from '#server/features/seller/seller-own.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { decisionJob, holdDecision } from '#server/platform/decision.service.ts';
import { publishStaffQueueEvent } from '#server/platform/live-event.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lockUser, updateUser, type LockedUser } from '#server/platform/user.queries.ts';
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
  insertApplication,
  listApplicationRows,
  listOwnApplicationRows,
  type ApplicationRow,
} from './application.queries.ts';

export async function listOwnApplications(ctx: AppContext, { id }: { id: number }) {
  return (await listOwnApplicationRows(ctx.db, { userId: id })).map(toApplication);
}

function toApplication<Row extends ApplicationRow>({ createdAt, decidedAt, ...row }: Row) {
  return { ...row, createdAt: createdAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
}

/** For a user who has just registered. */
export async function createApplications(
  ctx: AppContext,
  tx: Tx,
  { userId, kinds }: { userId: number; kinds: readonly ApplicationKind[] },
): Promise<void> {
  const createdAt = ctx.clock.now();
  for (const kind of kinds) await insertApplication(tx, { userId, kind, createdAt });
}

export async function createApplication(
  ctx: AppContext,
  viewer: Viewer,
  { kind, note }: { kind: ApplicationKind; note: string },
) {
  return inTransaction(ctx.db, async (tx) => {
    // Locked, so that a simultaneous approval comes either before or after.
    const user = await lockUser(tx, { id: viewer.id });
    // Deleted or suspended since the request started.
    if (user?.state !== 'active') throw new AppError('unauthenticated', 'Please sign in to continue.');
    if (user.roles.includes(ROLE_OF_APPLICATION[kind])) {
      throw new AppError('conflict', `You can already ${kind} here.`);
    }
    const createdAt = ctx.clock.now();
    const row = await insertApplication(tx, { userId: viewer.id, kind, note, createdAt });
    if (!row) {
      throw new AppError(
        'conflict',
        `You have already applied to ${kind}. We’ll email you as soon as it is decided.`,
      );
    }
    await publishStaffQueueEvent(ctx, tx);
    return toApplication(row);
  });
}

export async function withdrawApplication(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const isWithdrawn = await decideWaiting(
    ctx.db,
    { id, userId: viewer.id },
    { state: 'withdrawn', decidedAt: ctx.clock.now() },
  );
  if (!isWithdrawn)
    throw new AppError('not_found', 'You have no application of this kind waiting for a decision.');
}

/** Officers decide who sells; who teaches isn't part of curriculum work. */
const PERMISSION_TO_DECIDE: Record<ApplicationKind, Permission> = {
  sell: 'sellers.approve',
  teach: 'instructors.approve',
};

function decidableKinds(viewer: Viewer): ApplicationKind[] {
  return APPLICATION_KINDS.filter((kind) => hasPermission(viewer.roles, PERMISSION_TO_DECIDE[kind]));
}

function requireDecidable(viewer: Viewer, kind: ApplicationKind): void {
  if (decidableKinds(viewer).includes(kind)) return;
  throw new AppError('forbidden', `You don’t have permission to decide applications to ${kind}.`);
}

export async function listApplications(
  ctx: AppContext,
  viewer: Viewer,
  { state, kind, page }: { state: ApplicationState; kind?: ApplicationKind | undefined; page: number },
) {
  if (kind) requireDecidable(viewer, kind);
  const kinds = kind ? [kind] : decidableKinds(viewer);
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

export function approveApplication(ctx: AppContext, viewer: Viewer, id: number) {
  return decide(ctx, viewer, id, { state: 'approved' });
}

export function declineApplication(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
) {
  return decide(ctx, viewer, id, { state: 'declined', reason });
}

type Decision = { state: 'approved' } | { state: 'declined'; reason: string };

/** Takes effect in ten seconds unless it is undone. Reasons to refuse it are reported now. */
async function decide(ctx: AppContext, viewer: Viewer, id: number, decision: Decision) {
  const found = await findApplication(ctx.db, { id });
  if (!found) throw applicationNotFound();
  requireDecidable(viewer, found.kind);
  if (found.userId === viewer.id) {
    throw new AppError('forbidden', 'You can’t decide your own application. Ask a colleague.');
  }
  const held = await holdDecision(ctx, viewer, {
    kind: 'application',
    subjectId: id,
    action: decision.state === 'approved' ? 'application.approve' : 'application.decline',
    input: decision,
    job: applyApplicationDecisionJob,
    rehearse: (tx) => applyDecision(ctx, tx, viewer, { id, decision }),
  });
  return { decision: held.decision };
}

export const applyApplicationDecisionJob = decisionJob(
  'application',
  z.object({ state: z.enum(['approved', 'declined']), reason: z.string().optional() }),
  (ctx, tx, { actor, subjectId, input: { state, reason = '' } }) =>
    applyDecision(ctx, tx, actor, {
      id: subjectId,
      decision: state === 'approved' ? { state } : { state, reason },
    }),
);

const applicationNotFound = () => new AppError('not_found', 'There’s no application with this number.');

async function applyDecision(
  ctx: AppContext,
  tx: Tx,
  actor: { id: number },
  { id, decision }: { id: number; decision: Decision },
): Promise<void> {
  const found = await findApplication(tx, { id });
  const applicant = found && (await lockUser(tx, { id: found.userId }));
  if (!applicant) throw applicationNotFound();
  const { kind, userId } = found;
  const decided = { ...decision, decidedAt: ctx.clock.now(), decidedBy: actor.id };
  if (!(await decideWaiting(tx, { id, userId }, decided))) throw await alreadyDecided(tx, id);
  if (decision.state === 'approved') await grantRole(ctx, tx, { kind, applicant });
  else await queueDeclined(ctx, tx, { kind, applicant, reason: decision.reason });
  await recordAudit(ctx, tx, {
    actor,
    action: decision.state === 'approved' ? 'application.approve' : 'application.decline',
    subject: ['application', id],
    userId,
    details: decision.state === 'approved' ? { kind } : { kind, reason: decision.reason },
  });
}

async function alreadyDecided(tx: Tx, id: number): Promise<AppError> {
  const found = await findApplication(tx, { id });
  if (found?.state === 'withdrawn') {
    return new AppError('conflict', 'The applicant has withdrawn this application.');
  }
  const name = found?.decider ? fullNameOf(found.decider) : 'Someone else';
  const verb = found?.state === 'declined' ? 'declined' : 'approved';
  return new AppError('conflict', `${name} has already ${verb} this application.`);
}

type Decided = { kind: ApplicationKind; applicant: LockedUser };

async function grantRole(ctx: AppContext, tx: Tx, { kind, applicant }: Decided): Promise<void> {
  if (applicant.state !== 'active') {
    throw new AppError('conflict', 'This user is suspended. Restore them before you approve.');
  }
  const { siteName } = await getSettings({ db: tx });
  const { id, role: mainRole, roles, email } = applicant;
  const role = ROLE_OF_APPLICATION[kind];
  await updateUser(tx, {
    id,
    roles: withRole(roles, role),
    role: mainRole === 'user' ? role : mainRole,
  });
  if (kind === 'sell') await createSeller(ctx, tx, { userId: id, name: fullNameOf(applicant) });
  await queueMail(ctx, tx, {
    kind: 'application-decision',
    to: email,
    link: '/dashboard',
    subject: `You can ${kind} at ${siteName} now`,
    text: [
      'Hi,',
      `Your application to ${kind} has been approved. Your dashboard has everything you need to get started:\n${ctx.config.publicUrl}/dashboard`,
    ].join('\n\n'),
  });
}

async function queueDeclined(
  ctx: AppContext,
  tx: Tx,
  { kind, applicant, reason }: Decided & { reason: string },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'application-decision',
    to: applicant.email,
    link: '/dashboard',
    subject: `Your application to ${kind} at ${siteName}`,
    text: [
      'Hi,',
      `Thank you for applying to ${kind}. We have decided not to approve your application for this reason:`,
      reason,
      `You’re welcome to apply again. Questions? Email ${supportEmail}.`,
    ].join('\n\n'),
  });
}
