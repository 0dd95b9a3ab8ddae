// Dates of group sessions: scheduled by the instructor, and canceled with everyone in them.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { listBookingRows } from '#server/features/reservation/booking-view.service.ts';
import {
  appointmentsAt,
  endAppointment,
  findSessionType,
  insertAppointments,
  lockInstructor,
} from '#server/features/reservation/reservation.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/booking/booking.contract.ts';
import type { Appointment } from '#shared/features/booking/booking.schema.ts';
import { cancelBooking } from './booking-change.service.ts';
import { type AppointmentRow, listAppointmentRows } from './booking.queries.ts';

export async function listAppointments(
  ctx: AppContext,
  viewer: Viewer,
  { when }: ContractParsed<typeof contract.listAppointments>['query'],
): Promise<Appointment[]> {
  const rows = await listAppointmentRows(ctx.db, { instructorId: viewer.id, when, now: ctx.clock.now() });
  return rows.map(toAppointment);
}

const toAppointment = ({ startsAt, endsAt, ...row }: AppointmentRow): Appointment => ({
  ...row,
  start: startsAt.toISOString(),
  end: endsAt.toISOString(),
});

async function getAppointment(ctx: AppContext, viewer: Viewer, id: number): Promise<Appointment> {
  const [row] = await listAppointmentRows(ctx.db, { instructorId: viewer.id, id, now: ctx.clock.now() });
  if (!row) throw noSuchDate();
  return toAppointment(row);
}

const noSuchDate = () => new AppError('not_found', 'This date doesn’t exist, or it isn’t yours.');

/** Instructors know their own time, so a date may be outside of their hours; only overlaps are refused. */
export async function scheduleAppointment(
  ctx: AppContext,
  viewer: Viewer,
  { sessionTypeId, start, where }: ContractParsed<typeof contract.scheduleAppointment>['body'],
): Promise<Appointment> {
  const session = await findSessionType(ctx.db, { id: sessionTypeId });
  const type = session?.type;
  if (!type || type.instructorId !== viewer.id || type.archivedAt) {
    throw new AppError('not_found', 'This session type doesn’t exist, or it isn’t yours.');
  }
  if (type.kind !== 'group') {
    throw new AppError('unprocessable', 'Only group sessions have dates. Clients choose the time of others.');
  }
  const now = ctx.clock.now();
  if (new Date(start) <= now) throw new AppError('unprocessable', 'Choose a time in the future.');
  const rows = appointmentsAt(type, [Date.parse(start)], now);
  const [id = 0] = await inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId: viewer.id });
    return insertAppointments(
      tx,
      rows.map((row) => ({ ...row, whereText: where || row.whereText })),
    );
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'appointments_no_overlap') throw error;
    throw new AppError('conflict', 'You have another session at this time, breaks and travel included.');
  });
  return getAppointment(ctx, viewer, id);
}

/** Nobody can book it from now on; a job cancels the bookings one by one, each with its refund. */
export async function cancelAppointment(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<Appointment> {
  const found = await getAppointment(ctx, viewer, id);
  if (!found.isLive || Date.parse(found.start) <= ctx.clock.now().getTime()) {
    throw new AppError('conflict', 'This date is over or has already been canceled.');
  }
  await inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId: viewer.id });
    const now = ctx.clock.now();
    if (!(await endAppointment(tx, { id, instructorId: viewer.id, now }))) throw noSuchDate();
    await ctx.jobs.send(tx, cancelAppointmentJob, { appointmentId: id, reason });
  });
  return getAppointment(ctx, viewer, id);
}

export const cancelAppointmentJob = defineJob({
  name: 'booking.cancel-appointment',
  data: z.object({ appointmentId: z.int(), reason: z.string() }),
  retryLimit: 10,
  async run(ctx, { appointmentId, reason }) {
    const rows = await listBookingRows(ctx.db, { appointmentId, now: ctx.clock.now() });
    for (const row of rows) {
      if (!['held', 'requested', 'confirmed'].includes(row.booking.state)) continue;
      await cancelBooking(ctx, null, { row, side: 'instructor', reason: reason || null });
    }
  },
});
