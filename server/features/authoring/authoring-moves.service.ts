// A seller moves a resource on: to review and back, off sale and on again; one, or several at once.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnBulkAction, OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { submissionProblems } from '#shared/features/authoring/authoring.rules.ts';
import {
  RESOURCE_MOVES,
  RESOURCE_STATE_LABELS,
  type ResourceEventKind,
  type SELLER_MOVES,
} from '#shared/features/resource/resource.states.ts';
import { listFilesOf } from './authoring-files.queries.ts';
import { lockMine, requireMineAndOpen } from './authoring-guard.ts';
import { throwAway } from './authoring.service.ts';
import { insertResourceEvent } from '#server/features/resource/resource-events.queries.ts';
import { findOwnResource, moveOwnResource, type OwnChange, type OwnRow } from './own-resources.queries.ts';
import { getOwn } from './own-resources.service.ts';

export type SellerMove = (typeof SELLER_MOVES)[number];

const EVENTS = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  archive: 'archived',
  restore: 'restored',
} as const satisfies Record<SellerMove, ResourceEventKind>;

const REFUSALS: Readonly<Record<SellerMove, string>> = {
  submit: 'cannot be sent for review',
  withdraw: 'cannot be taken back from review',
  archive: 'cannot be archived',
  restore: 'cannot be put back on sale',
};

export async function moveOwn(
  ctx: AppContext,
  viewer: Viewer,
  { id, move }: { id: number; move: SellerMove },
): Promise<OwnResource> {
  await moveInTransaction(ctx, viewer, id, move);
  return getOwn(ctx, viewer, id);
}

function moveInTransaction(ctx: AppContext, viewer: Viewer, id: number, move: SellerMove): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (move === 'submit' || move === 'restore') await requireMineAndOpen(tx, viewer, id);
    const row = await lockMine(tx, viewer, id);
    const { from, to } = RESOURCE_MOVES[move];
    if (!(from as readonly string[]).includes(row.state)) throw notFrom(row, move);
    if (move === 'submit') await requireReady(tx, row);
    if (move === 'restore' && row.takenDownAt) throw takenDown();
    const now = ctx.clock.now();
    const change: OwnChange = { ...(move === 'submit' && { submittedAt: now, stateReason: null }) };
    const isMoved = await moveOwnResource(
      tx,
      { id, sellerId: viewer.id, from },
      { ...change, state: to, updatedAt: now },
    );
    if (!isMoved) throw notFrom(row, move);
    await insertResourceEvent(tx, {
      resourceId: id,
      actorId: viewer.id,
      kind: EVENTS[move],
      createdAt: now,
    });
  });
}

async function requireReady(tx: Tx, row: OwnRow): Promise<void> {
  const files = await listFilesOf(tx, { resourceId: row.id, version: row.version });
  const problems = submissionProblems({ ...row, fileCount: files.length });
  if (problems.length === 0) return;
  const message = `Before it can be reviewed: ${problems.map((problem) => problem.message).join(' ')}`;
  throw new AppError('unprocessable', message, problems);
}

function notFrom({ state }: OwnRow, move: SellerMove): AppError {
  return new AppError(
    'conflict',
    `This is ${RESOURCE_STATE_LABELS[state].toLowerCase()} now, so it ${REFUSALS[move]}. Load the page again to see how it stands.`,
  );
}

function takenDown(): AppError {
  return new AppError(
    'conflict',
    'This was taken down after a rights notice. Answer the notice; until it is settled it cannot be put back on sale.',
  );
}

/** Each by itself: one that is refused leaves the others done. */
export async function changeSeveral(
  ctx: AppContext,
  viewer: Viewer,
  { ids, action }: { ids: number[]; action: OwnBulkAction },
) {
  const done: number[] = [];
  const refused: { id: number; title: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    const row = await findOwnResource(ctx.db, { id, sellerId: viewer.id });
    try {
      await (action === 'delete' ? throwAway(ctx, viewer, id) : moveInTransaction(ctx, viewer, id, action));
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, title: row?.title ?? '', message: error.message });
    }
  }
  return { done, refused };
}
