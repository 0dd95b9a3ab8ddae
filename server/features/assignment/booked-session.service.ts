// Live assessments that are booked through Connect: which sessions assessors offer, and the submission a booking makes.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { violatedConstraint } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/assignment/assignment.contract.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { insertSubmission } from './assignment.queries.ts';
import { openAssignment } from './assignment.service.ts';
import {
  attachToRequest,
  deleteUnbookedSubmission,
  listAssessmentSessionRows,
  reservationOf,
} from './booked-session.queries.ts';

export async function listAssessmentSessions(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ContractResult<typeof contract.listAssessmentSessions>> {
  const { lesson } = await openAssignment(ctx, viewer, id);
  const { courseId, title, settings } = lesson;
  if (!settings.assessment?.isLiveOffered) return { courseId, title, sessions: [] };
  const rows = await listAssessmentSessionRows(ctx.db, { courseId, userId: viewer.id });
  return {
    courseId,
    title,
    sessions: rows.map(({ instructorId, session, priceCents, profileImageUrl, ...name }) => ({
      instructorId,
      name: fullNameOf(name),
      profileImageUrl,
      session: { ...session, price: centsToDecimal(priceCents) },
    })),
  };
}

type Wanted = { lessonId: number; sessionTypeId: number };

/** Before a time is taken, so that nobody pays for a session that can't be assessed. */
export async function requireAssessmentSession(
  ctx: AppContext,
  viewer: Viewer,
  { lessonId, sessionTypeId }: Wanted,
): Promise<void> {
  const { role } = await openAssignment(ctx, viewer, lessonId);
  if (role !== 'learner') {
    throw new AppError('forbidden', 'You teach or manage this course, so there is nothing to hand in.');
  }
  const { sessions } = await listAssessmentSessions(ctx, viewer, lessonId);
  if (sessions.some(({ session }) => session.id === sessionTypeId)) return;
  throw new AppError(
    'unprocessable',
    'This session isn’t offered for your assessment. Go back to it and choose another one.',
  );
}

type Booked = { bookingId: number; lessonId: number; userId: number };

/** In the transaction that takes the time. The unique index submissions_one_live decides between two at once. */
export async function attachBookedSession(
  ctx: AppContext,
  tx: Tx,
  { bookingId, ...scope }: Booked,
): Promise<void> {
  const now = ctx.clock.now();
  await deleteUnbookedSubmission(tx, { ...scope, now });
  if (await attachToRequest(tx, { ...scope, bookingId })) return;
  const booked = { ...scope, text: '', isLive: true, reservationId: reservationOf(bookingId), now };
  await insertSubmission(tx, booked).catch((error: unknown) => {
    const constraint = violatedConstraint(error);
    if (constraint !== 'submissions_one_live' && constraint !== 'submissions_number') throw error;
    throw new AppError(
      'conflict',
      'You have already handed this in or booked a session for it. Cancel that session to book another one.',
    );
  });
}
