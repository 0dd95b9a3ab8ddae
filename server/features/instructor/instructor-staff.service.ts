// Staff actions on instructors. A suspended one can't be found or booked; sessions already booked stay.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import type { StaffInstructor, StaffInstructorRow } from '#shared/features/instructor/instructor.contract.ts';
import { percentOf, pointsOf } from '#shared/features/payout/payout.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  countStaffInstructors,
  findStaffInstructor,
  type InstructorFilter,
  listStaffInstructorRows,
  type StaffInstructorListRow,
} from './instructor-staff.queries.ts';
import { listInstructorStyles, updateInstructorFee, updateInstructorState } from './instructor.queries.ts';
import { listMissingSteps } from './instructor.service.ts';

export async function listStaffInstructors(
  ctx: AppContext,
  { page, ...filter }: InstructorFilter & { page: number },
) {
  const [counts, rows] = await Promise.all([
    countStaffInstructors(ctx.db, filter),
    listStaffInstructorRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return {
    items: rows.map(toRow),
    total: counts[filter.state ?? 'all'],
    page,
    pageSize: PAGE_SIZE,
    counts,
  };
}

function toRow(row: StaffInstructorListRow): StaffInstructorRow {
  const { id, email, profileImageUrl, state, headline, timeZone, rating, reviewCount } = row;
  return {
    id,
    name: fullNameOf(row),
    email,
    profileImageUrl,
    state,
    isAccountSuspended: row.accountState === 'suspended',
    headline,
    timeZone,
    sessionTypeCount: row.sessionTypeCount,
    bookingCount: row.bookingCount,
    rating,
    reviewCount,
    feePercent: row.feePoints === null ? null : percentOf(row.feePoints),
    since: row.createdAt.toISOString(),
  };
}

const noSuchInstructor = () => new AppError('not_found', 'No instructor has this id.');

export async function getStaffInstructor(
  ctx: AppContext,
  viewer: Viewer,
  { id, db = ctx.db }: { id: number; db?: DbOrTx },
): Promise<StaffInstructor> {
  const row = await findStaffInstructor(db, { id, now: ctx.clock.now() });
  if (!row) throw noSuchInstructor();
  return {
    ...toRow(row),
    city: row.city,
    languages: row.languages,
    styles: await listInstructorStyles(db, { instructorId: id }),
    suspendedReason: row.suspendedReason,
    upcomingBookingCount: row.upcomingBookingCount,
    isOwn: id === viewer.id,
  };
}

type Change = (
  tx: Tx,
  instructor: { name: string; email: string; feePoints: number | null },
) => Promise<void>;

/** Nobody decides about themselves. */
async function changeInstructor(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  change: Change,
): Promise<StaffInstructor> {
  if (id === viewer.id) {
    throw new AppError('forbidden', 'You can’t do this to your own profile. Ask a colleague.');
  }
  return inTransaction(ctx.db, async (tx) => {
    const row = await findStaffInstructor(tx, { id, now: ctx.clock.now() });
    if (!row) throw noSuchInstructor();
    await change(tx, { name: fullNameOf(row), email: row.email, feePoints: row.feePoints });
    return getStaffInstructor(ctx, viewer, { id, db: tx });
  });
}

export const suspendInstructor = (
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
) =>
  changeInstructor(ctx, viewer, id, async (tx, { name, email }) => {
    const isMoved = await updateInstructorState(
      tx,
      { instructorId: id, from: ['draft', 'listed'] },
      { state: 'suspended', suspendedReason: reason },
    );
    if (!isMoved) throw new AppError('conflict', 'This instructor is already suspended.');
    const { siteName, supportEmail } = await getSettings({ db: tx });
    await queueMail(ctx, tx, {
      kind: 'instructor-state',
      to: email,
      link: '/connect/profile',
      subject: `Your Connect profile at ${siteName} is suspended`,
      text: [
        'Hi,',
        'we’ve suspended your Connect profile. Nobody can find or book you for now; sessions that are already booked stay. The reason:',
        lineForMail(reason),
        `Something wrong? Email ${supportEmail}.`,
      ].join('\n\n'),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'instructor.suspend',
      subject: ['instructor', id],
      userId: id,
      details: { name, reason },
    });
  });

/** Listed again if nothing is missing; otherwise a draft. */
export const restoreInstructor = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeInstructor(ctx, viewer, id, async (tx, { name, email }) => {
    const missing = await listMissingSteps(tx, { instructorId: id });
    const isMoved = await updateInstructorState(
      tx,
      { instructorId: id, from: ['suspended'] },
      { state: missing.length === 0 ? 'listed' : 'draft', suspendedReason: null },
    );
    if (!isMoved) throw new AppError('conflict', 'This instructor isn’t suspended.');
    const { siteName } = await getSettings({ db: tx });
    await queueMail(ctx, tx, {
      kind: 'instructor-state',
      to: email,
      link: '/connect/profile',
      subject: `Your Connect profile at ${siteName} is open again`,
      text: [
        'Hi,',
        `your Connect profile is no longer suspended. Check it here:\n${ctx.config.publicUrl}/connect/profile`,
      ].join('\n\n'),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'instructor.restore',
      subject: ['instructor', id],
      userId: id,
      details: { name },
    });
  });

export const setInstructorFee = (
  ctx: AppContext,
  viewer: Viewer,
  { id, percent }: { id: number; percent: string | null },
) =>
  changeInstructor(ctx, viewer, id, async (tx, { name, feePoints: before }) => {
    const feePoints = percent === null ? null : pointsOf(percent);
    await updateInstructorFee(tx, { instructorId: id, feePoints });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'instructor.fee',
      subject: ['instructor', id],
      userId: id,
      details: { name, before: before === null ? null : percentOf(before), after: percent },
    });
  });
