// Asking to sell or to teach: filing an application and taking it back.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import {
  ROLE_OF_APPLICATION,
  type ApplicationKind,
} from '#shared/features/application/application.states.ts';
import {
  decideWaiting,
  insertApplication,
  listApplicationRowsOf,
  type ApplicationRow,
} from './application.queries.ts';
import { lockAccount } from '#server/features/user-admin/user-admin.queries.ts';
import type { Viewer } from '#server/platform/session.service.ts';

export async function listApplicationsOf(ctx: AppContext, userId: number) {
  return (await listApplicationRowsOf(ctx.db, { userId })).map(toApplication);
}

export function toApplication<Row extends ApplicationRow>({ createdAt, decidedAt, ...row }: Row) {
  return { ...row, createdAt: createdAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
}

export async function fileApplication(
  ctx: AppContext,
  viewer: Viewer,
  { kind, note }: { kind: ApplicationKind; note: string },
) {
  return inTransaction(ctx.db, async (tx) => {
    // Locked, so that an approval at the same moment has come before or comes after.
    const account = await lockAccount(tx, { id: viewer.id });
    // Deleted or suspended since the call began.
    if (account?.state !== 'active') throw new AppError('unauthenticated', 'Please sign in to continue.');
    if (account.roles.includes(ROLE_OF_APPLICATION[kind])) {
      throw new AppError('conflict', `You can ${kind} here already.`);
    }
    const row = await insertApplication(tx, {
      userId: viewer.id,
      kind,
      note,
      createdAt: ctx.clock.now(),
    });
    if (!row) {
      throw new AppError('conflict', `Your application to ${kind} is already waiting. We answer by mail.`);
    }
    return toApplication(row);
  });
}

export async function takeBackApplication(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const isDone = await decideWaiting(
    ctx.db,
    { id, userId: viewer.id },
    { state: 'withdrawn', decidedAt: ctx.clock.now() },
  );
  if (!isDone) throw new AppError('not_found', 'You have no such application waiting.');
}
