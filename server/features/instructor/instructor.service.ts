// An instructor's own Connect profile and session types. The profile is created when it is first saved.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { holdStyles } from '#server/features/style/style.service.ts';
import { findZip } from '#server/integrations/zip-codes.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  LISTING_STEP_LABELS,
  LISTING_STEPS,
  type ListingStep,
} from '#shared/features/instructor/instructor.rules.ts';
import {
  type InstructorBody,
  MOST_SESSION_TYPES,
  type OwnInstructor,
  type OwnSessionType,
  type SessionTypeBody,
} from '#shared/features/instructor/instructor.schema.ts';
import { centsToDecimal, decimalToCents } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  findInstructorRow,
  findInstructorUser,
  hasWeeklyHours,
  insertInstructorIfMissing,
  insertSessionType,
  listInstructorStyles,
  listSessionTypeRows,
  lockInstructor,
  type SessionTypeRow,
  setInstructorStyles,
  setSessionTypePositions,
  updateInstructorState,
  updateSessionTypeRow,
  upsertInstructor,
} from './instructor.queries.ts';

export async function getOwnInstructor(
  ctx: AppContext,
  viewer: Viewer,
  db: DbOrTx = ctx.db,
): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const instructorId = viewer.id;
  // One after the other: inside a transaction they share a connection.
  const user = await findInstructorUser(db, { instructorId });
  const row = await findInstructorRow(db, { instructorId });
  const styles = await listInstructorStyles(db, { instructorId });
  const types = await listSessionTypeRows(db, { instructorId });
  const missingSteps = await listMissingSteps(db, { instructorId });
  return {
    id: viewer.id,
    name: fullNameOf(user),
    profileImageUrl: user?.profileImageUrl ?? null,
    state: row?.state ?? 'draft',
    headline: row?.headline ?? '',
    about: row?.about ?? '',
    helpsWith: row?.helpsWith ?? [],
    videoUrl: row?.videoUrl ?? null,
    languages: row?.languages ?? [],
    levels: row?.levels ?? [],
    ageGroups: row?.ageGroups ?? [],
    styles,
    timeZone: row?.timeZone ?? null,
    city: row?.city ?? null,
    zip: row?.zip ?? null,
    suspendedReason: row?.suspendedReason ?? null,
    missingSteps,
    sessionTypes: types.map(toOwnSessionType),
  };
}

function toOwnSessionType({
  priceCents,
  archivedAt,
  instructorId: _owner,
  createdAt: _created,
  ...row
}: SessionTypeRow): OwnSessionType {
  return { ...row, price: centsToDecimal(priceCents), isArchived: archivedAt !== null };
}

/** Roles come from an approved application to teach. */
function requireInstructor(viewer: Viewer): void {
  if (!viewer.roles.includes('instructor')) {
    throw new AppError('forbidden', 'Only instructors can offer sessions. Apply to teach first.');
  }
}

export async function updateOwnInstructor(
  ctx: AppContext,
  viewer: Viewer,
  { styles, ...profile }: InstructorBody,
): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const position = await findPosition(profile.zip);
  return inTransaction(ctx.db, async (tx) => {
    const known = await requireKnownStyles(tx, styles);
    const before = await lockInstructor(tx, { instructorId: viewer.id });
    if (before?.state === 'listed' && profile.headline === '') {
      const message = 'Your profile is public and needs a headline. Unpublish it first to leave this empty.';
      throw new AppError('validation_failed', message, [{ path: 'headline', message }]);
    }
    await upsertInstructor(tx, {
      ...profile,
      userId: viewer.id,
      about: toPlainText(profile.about),
      city: profile.city === '' ? null : profile.city,
      ...position,
      languages: [...new Set(profile.languages)],
      levels: [...new Set(profile.levels)],
      ageGroups: [...new Set(profile.ageGroups)],
      createdAt: before?.createdAt ?? ctx.clock.now(),
    });
    await setInstructorStyles(tx, { instructorId: viewer.id, styles: known });
    return getOwnInstructor(ctx, viewer, tx);
  });
}

/** Of the ZIP code they teach at. */
async function findPosition(zip: string | null) {
  if (!zip) return { zip: null, latitude: null, longitude: null };
  const place = await findZip(zip);
  if (!place) {
    const message = 'We couldn’t find this ZIP code. Check its five digits.';
    throw new AppError('validation_failed', message, [{ path: 'zip', message }]);
  }
  return { zip, latitude: place.latitude, longitude: place.longitude };
}

async function requireKnownStyles(tx: Tx, styles: readonly string[]): Promise<string[]> {
  const known = await holdStyles(tx, styles);
  const at = styles.findIndex((style) => !known.includes(style));
  if (at === -1) return known;
  const message = 'This dance style doesn’t exist. Choose one from the list.';
  throw new AppError('validation_failed', message, [{ path: `styles.${at}`, message }]);
}

export async function listMissingSteps(
  db: DbOrTx,
  { instructorId }: { instructorId: number },
): Promise<ListingStep[]> {
  const row = await findInstructorRow(db, { instructorId });
  const types = await listSessionTypeRows(db, { instructorId });
  const hasHours = await hasWeeklyHours(db, { instructorId });
  const isDone: Record<ListingStep, boolean> = {
    headline: Boolean(row?.headline),
    session_type: types.some(({ archivedAt }) => archivedAt === null),
    hours: hasHours,
  };
  return LISTING_STEPS.filter((step) => !isDone[step]);
}

export async function publishOwnInstructor(ctx: AppContext, viewer: Viewer): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const instructorId = viewer.id;
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockInstructor(tx, { instructorId });
    refuseSuspended(row);
    const missing = await listMissingSteps(tx, { instructorId });
    if (missing.length > 0) {
      throw new AppError(
        'unprocessable',
        `Before people can find you: ${missing.map((step) => LISTING_STEP_LABELS[step].toLowerCase()).join(', ')}.`,
        missing.map((path) => ({ path, message: LISTING_STEP_LABELS[path] })),
      );
    }
    await updateInstructorState(
      tx,
      { instructorId, from: ['draft', 'listed'] },
      { state: 'listed', suspendedReason: null },
    );
    return getOwnInstructor(ctx, viewer, tx);
  });
}

export async function unpublishOwnInstructor(ctx: AppContext, viewer: Viewer): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const instructorId = viewer.id;
  return inTransaction(ctx.db, async (tx) => {
    refuseSuspended(await lockInstructor(tx, { instructorId }));
    await updateInstructorState(
      tx,
      { instructorId, from: ['draft', 'listed'] },
      { state: 'draft', suspendedReason: null },
    );
    return getOwnInstructor(ctx, viewer, tx);
  });
}

function refuseSuspended(row: { state: string; suspendedReason: string | null } | null): void {
  if (row?.state === 'suspended') {
    throw new AppError('conflict', `Your profile is suspended: ${row.suspendedReason ?? ''}`);
  }
}

function toColumns({ price, ...body }: SessionTypeBody) {
  return {
    ...body,
    description: toPlainText(body.description),
    whereText: toPlainText(body.whereText),
    priceCents: decimalToCents(price),
    reminderHours: [...new Set(body.reminderHours)].toSorted((a, b) => b - a),
  };
}

export async function createSessionType(
  ctx: AppContext,
  viewer: Viewer,
  body: SessionTypeBody,
): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const [instructorId, now] = [viewer.id, ctx.clock.now()];
  return inTransaction(ctx.db, async (tx) => {
    await insertInstructorIfMissing(tx, { instructorId, now });
    // Locked, so that sessions added at the same time count each other.
    await lockInstructor(tx, { instructorId });
    const types = await listSessionTypeRows(tx, { instructorId });
    const offered = types.filter(({ archivedAt }) => archivedAt === null);
    requireRoom(offered.length);
    await insertSessionType(tx, {
      ...toColumns(body),
      instructorId,
      position: Math.max(-1, ...offered.map(({ position }) => position)) + 1,
      createdAt: now,
    });
    return getOwnInstructor(ctx, viewer, tx);
  });
}

function requireRoom(offered: number): void {
  if (offered >= MOST_SESSION_TYPES) {
    throw new AppError(
      'conflict',
      `You can offer up to ${MOST_SESSION_TYPES} sessions. Stop offering one first.`,
    );
  }
}

const noSuchSession = () => new AppError('not_found', 'This session doesn’t exist, or it isn’t yours.');

/** The kind stays: bookings of a group and of a single session can't turn into each other. */
export async function updateSessionType(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...body }: SessionTypeBody & { id: number },
): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const instructorId = viewer.id;
  return inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId });
    const found = (await listSessionTypeRows(tx, { instructorId })).find((type) => type.id === id);
    if (!found) throw noSuchSession();
    if (found.kind !== body.kind) {
      const message = 'The kind of a session can’t change. Add a new session instead.';
      throw new AppError('conflict', message, [{ path: 'kind', message }]);
    }
    await updateSessionTypeRow(tx, { id, instructorId }, toColumns(body));
    return getOwnInstructor(ctx, viewer, tx);
  });
}

export async function setSessionTypeArchived(
  ctx: AppContext,
  viewer: Viewer,
  { id, isArchived }: { id: number; isArchived: boolean },
): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const instructorId = viewer.id;
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockInstructor(tx, { instructorId });
    const offered = (await listSessionTypeRows(tx, { instructorId })).filter((type) => !type.archivedAt);
    if (!isArchived) requireRoom(offered.length);
    if (isArchived && row?.state === 'listed' && offered.every((type) => type.id === id)) {
      throw new AppError(
        'conflict',
        'This is the only session you offer. Add another first, or unpublish your profile.',
      );
    }
    const archivedAt = isArchived ? ctx.clock.now() : null;
    if (!(await updateSessionTypeRow(tx, { id, instructorId }, { archivedAt }))) throw noSuchSession();
    return getOwnInstructor(ctx, viewer, tx);
  });
}

export async function setSessionTypeOrder(
  ctx: AppContext,
  viewer: Viewer,
  { ids }: { ids: number[] },
): Promise<OwnInstructor> {
  requireInstructor(viewer);
  const instructorId = viewer.id;
  return inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId });
    const types = await listSessionTypeRows(tx, { instructorId });
    const offered = types.filter(({ archivedAt }) => archivedAt === null).map((type) => type.id);
    if (
      new Set(ids).size !== ids.length ||
      offered.length !== ids.length ||
      !offered.every((id) => ids.includes(id))
    ) {
      throw new AppError('conflict', 'Your sessions have changed meanwhile. Reload to see them.');
    }
    await setSessionTypePositions(tx, { instructorId, ids });
    return getOwnInstructor(ctx, viewer, tx);
  });
}
