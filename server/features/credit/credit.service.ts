// Credit hours: those a certificate is worth, and those earned elsewhere with evidence that staff have read.
import { createHash } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import type { ByteRange } from '#server/integrations/storage.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { lockUser } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import {
  canDeleteCredit,
  findDayProblem,
  MAX_CREDIT_FILES,
  MAX_OPEN_CREDITS,
} from '#shared/features/credit/credit.rules.ts';
import type {
  CreditHours,
  CreditHoursFields,
  UpdateCreditHoursBody,
} from '#shared/features/credit/credit.schema.ts';
import { hasPermission } from '#shared/roles.ts';
import { deleteCreditFileJob } from './credit.jobs.ts';
import {
  countCreditFiles,
  countOpenCredits,
  type CreditRow,
  deleteCredit,
  deleteCreditFiles,
  findCreditFile,
  insertCreditFiles,
  insertEarnedHours,
  insertOutsideHours,
  listCreditRows,
  lockCredit,
  setEarnedState,
  updateReturnedHours,
} from './credit.queries.ts';

type Worth = {
  id: number;
  userId: number;
  courseTitle: string;
  creditHours: number | null;
  issuedOn: string;
  now: Date;
};

export async function countCertificateHours(
  tx: Tx,
  { id, userId, courseTitle, creditHours, issuedOn, now }: Worth,
): Promise<void> {
  if (!creditHours) return;
  const earnedWith = certificateRef(id);
  await insertEarnedHours(tx, {
    userId,
    earnedWith,
    title: courseTitle,
    doneOn: issuedOn,
    hours: creditHours,
    now,
  });
}

/** A revoked certificate is worth nothing; one that is reinstated counts again. */
export async function setCertificateHours(
  tx: Tx,
  { id, isCounted }: { id: number; isCounted: boolean },
): Promise<void> {
  await setEarnedState(tx, { earnedWith: certificateRef(id), state: isCounted ? 'counted' : 'withdrawn' });
}

const certificateRef = (id: number) => `certificate:${id}`;
const certificateIdOf = (earnedWith: string | null) => Number(earnedWith?.split(':')[1]) || null;

export async function listCreditHours(ctx: AppContext, { id }: { id: number }): Promise<CreditHours[]> {
  return (await listCreditRows(ctx.db, { userId: id })).map(toCreditHours);
}

function toCreditHours({
  earnedWith,
  createdAt: _created,
  decidedAt: _decided,
  ...row
}: CreditRow): CreditHours {
  return { ...row, certificateId: certificateIdOf(earnedWith) };
}

async function getCreditHours(ctx: AppContext, viewer: Viewer, id: number): Promise<CreditHours> {
  const [row] = await listCreditRows(ctx.db, { userId: viewer.id, id });
  if (!row) throw noSuchHours();
  return toCreditHours(row);
}

const noSuchHours = () => new AppError('not_found', 'These hours don’t exist, or they aren’t yours.');

export async function addCreditHours(
  ctx: AppContext,
  viewer: Viewer,
  { uploadIds, ...fields }: CreditHoursFields & { uploadIds: string[] },
): Promise<CreditHours> {
  requireDay(ctx, fields);
  const id = await inTransaction(ctx.db, async (tx) => {
    // Locked, so that entries added at the same time count each other.
    const user = await lockUser(tx, viewer);
    if (user?.state !== 'active') throw new AppError('unauthenticated', 'Please sign in to continue.');
    if ((await countOpenCredits(tx, { userId: viewer.id })) >= MAX_OPEN_CREDITS) {
      throw new AppError(
        'conflict',
        `${MAX_OPEN_CREDITS} of your entries are waiting already. Add more once some of them are decided.`,
      );
    }
    const creditId = await insertOutsideHours(tx, { ...fields, userId: viewer.id, now: ctx.clock.now() });
    await attachEvidence(tx, { creditId, userId: viewer.id, uploadIds });
    return creditId;
  });
  return getCreditHours(ctx, viewer, id);
}

/** What staff returned goes back into their queue. */
export async function updateCreditHours(
  ctx: AppContext,
  viewer: Viewer,
  { id, fileIds, uploadIds, ...fields }: UpdateCreditHoursBody & { id: number },
): Promise<CreditHours> {
  requireDay(ctx, fields);
  await inTransaction(ctx.db, async (tx) => {
    const found = await lockCredit(tx, { id, userId: viewer.id });
    if (!found) throw noSuchHours();
    if (found.state !== 'returned') {
      throw new AppError('conflict', 'You can change hours only after they were returned to you.');
    }
    await updateReturnedHours(tx, { ...fields, id });
    await discardFiles(ctx, tx, { creditId: id, keepIds: fileIds });
    await attachEvidence(tx, { creditId: id, userId: viewer.id, uploadIds });
  });
  return getCreditHours(ctx, viewer, id);
}

function requireDay(ctx: AppContext, { doneOn }: CreditHoursFields): void {
  const problem = findDayProblem(doneOn, ctx.clock.now());
  if (problem) throw new AppError('unprocessable', problem, [{ path: 'doneOn', message: problem }]);
}

async function attachEvidence(
  tx: Tx,
  { creditId, userId, uploadIds }: { creditId: number; userId: number; uploadIds: string[] },
): Promise<void> {
  const files = [];
  for (const uploadId of new Set(uploadIds)) {
    const file = await attachUpload(tx, { userId, uploadId, purpose: 'credit-evidence' });
    const { name, bytes, contentType, sha256, storageKey } = file;
    files.push({ creditId, name, bytes, contentType, sha256, storageKey });
  }
  await insertCreditFiles(tx, files);
  const total = await countCreditFiles(tx, { creditId });
  if (total === 0) throw new AppError('unprocessable', 'Add at least one file that shows what you did.');
  if (total > MAX_CREDIT_FILES) {
    throw new AppError('unprocessable', `You can send up to ${MAX_CREDIT_FILES} files. Remove some of them.`);
  }
}

async function discardFiles(
  ctx: AppContext,
  tx: Tx,
  files: { creditId: number; keepIds?: number[] },
): Promise<void> {
  for (const storageKey of await deleteCreditFiles(tx, files)) {
    await ctx.jobs.send(tx, deleteCreditFileJob, { storageKey });
  }
}

export async function deleteCreditHours(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const found = await lockCredit(tx, { id, userId: viewer.id });
    if (!found) throw noSuchHours();
    if (!canDeleteCredit(found)) {
      throw new AppError('conflict', 'These hours are decided, so they stay in your passport.');
    }
    await discardFiles(ctx, tx, { creditId: id });
    await deleteCredit(tx, { id });
  });
}

/** What a browser may show by itself; everything else is saved to disk. */
const SHOWN_TYPES = /^image\/(png|jpeg|webp)$/;

/** For the learner who sent it, and for staff who read evidence. */
export async function downloadCreditFile(ctx: AppContext, viewer: Viewer, id: number) {
  const canReview = hasPermission(viewer.roles, 'credits.review');
  const file = await findCreditFile(ctx.db, { id, viewerId: viewer.id, canReview });
  if (!file) throw new AppError('not_found', 'This file doesn’t exist, or it isn’t yours.');
  const { name, bytes, contentType, storageKey } = file;
  return {
    name,
    bytes,
    contentType,
    isShown: SHOWN_TYPES.test(contentType),
    etag: `"${createHash('sha256').update(storageKey).digest('base64url').slice(0, 22)}"`,
    open: (range: ByteRange) => ctx.storage.get(storageKey, range),
  };
}

export { sumCountedHours } from './credit.queries.ts';
