// Files of bookings: what clients send along and instructors share afterwards. Only the two of them fetch them, in a
// group also the others what the instructor shared; staff can, on record. Notes about clients are the instructor's alone.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { BookingRow } from '#server/features/reservation/booking-view.service.ts';
import type { ByteRange } from '#server/integrations/storage.ts';
import { defineJob } from '#server/jobs/job.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/booking/booking-file.contract.ts';
import type { BookingFile } from '#shared/features/booking/booking.schema.ts';
import type { BookingState } from '#shared/features/reservation/reservation.states.ts';
import { hasPermission } from '#shared/roles.ts';
import { attachFiles } from './attach-files.service.ts';
import {
  deleteFile,
  deleteNote,
  findFile,
  findNote,
  findOwnFile,
  isClientOf,
  listFileRows,
  upsertNote,
} from './booking-file.queries.ts';
import { requireBooking } from './booking.service.ts';

export async function listBookingFiles(ctx: AppContext, viewer: Viewer, id: number): Promise<BookingFile[]> {
  const { row } = await requireBooking(ctx, viewer, id);
  return listFilesOf(ctx, viewer, row);
}

async function listFilesOf(
  ctx: AppContext,
  viewer: Viewer,
  { booking, appointment }: BookingRow,
): Promise<BookingFile[]> {
  const rows = await listFileRows(ctx.db, { bookingId: booking.id, appointmentId: appointment.id });
  return rows.map(({ id, name, contentType, bytes, addedBy, createdAt }) => ({
    id,
    name,
    contentType,
    bytes,
    isByClient: addedBy === booking.userId,
    isOwn: addedBy === viewer.id,
    createdAt: createdAt.toISOString(),
  }));
}

const OVER = new Set<BookingState>(['declined', 'expired', 'cancelled']);

export async function addBookingFiles(
  ctx: AppContext,
  viewer: Viewer,
  { id, uploadIds }: { id: number; uploadIds: string[] },
): Promise<BookingFile[]> {
  const { row, side } = await requireBooking(ctx, viewer, id);
  if (side === 'staff')
    throw new AppError('forbidden', 'Only the client and the instructor can share files.');
  if (OVER.has(row.booking.state)) {
    throw new AppError('conflict', 'This booking isn’t taking place, so files can’t be added to it.');
  }
  await inTransaction(ctx.db, (tx) => attachFiles(ctx, tx, { bookingId: id, userId: viewer.id, uploadIds }));
  return listFilesOf(ctx, viewer, row);
}

const noSuchFile = () => new AppError('not_found', 'This file doesn’t exist, or it wasn’t shared with you.');

export async function deleteBookingFile(ctx: AppContext, viewer: Viewer, id: number): Promise<BookingFile[]> {
  const bookingId = await inTransaction(ctx.db, async (tx) => {
    const deleted = await deleteFile(tx, { id, userId: viewer.id });
    if (!deleted) throw noSuchFile();
    await ctx.jobs.send(tx, deleteBookingFileJob, { storageKey: deleted.storageKey });
    return deleted.bookingId;
  });
  return listBookingFiles(ctx, viewer, bookingId);
}

/** After the transaction, so that one that is rolled back loses no file. */
export const deleteBookingFileJob = defineJob({
  name: 'booking.delete-file',
  data: z.object({ storageKey: z.string() }),
  retryLimit: 8,
  async run(ctx, { storageKey }) {
    await ctx.storage.delete(storageKey);
  },
});

/** What a browser may show by itself; everything else is saved to disk. */
const SHOWN_TYPES = /^(image\/(png|jpeg|webp)|audio\/.+|video\/.+)$/;

export async function downloadBookingFile(ctx: AppContext, viewer: Viewer, id: number) {
  const file = (await findOwnFile(ctx.db, { id, userId: viewer.id })) ?? (await openAsStaff(ctx, viewer, id));
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

async function openAsStaff(ctx: AppContext, viewer: Viewer, id: number) {
  const file = hasPermission(viewer.roles, 'bookings.manage') ? await findFile(ctx.db, { id }) : null;
  if (!file) throw noSuchFile();
  // Before anything is read: what can't be recorded isn't shown.
  await recordAudit(ctx, ctx.db, {
    actor: viewer,
    action: 'booking.open-file',
    subject: ['booking', file.bookingId],
    details: { fileId: id, name: file.name },
  });
  return file;
}

type Note = ContractResult<typeof contract.getClientNote>;

export async function getClientNote(ctx: AppContext, viewer: Viewer, clientId: number): Promise<Note> {
  await requireClient(ctx, viewer, clientId);
  const note = await findNote(ctx.db, { instructorId: viewer.id, clientId });
  return { text: note?.text ?? '', updatedAt: note?.updatedAt.toISOString() ?? null };
}

export async function updateClientNote(
  ctx: AppContext,
  viewer: Viewer,
  { id: clientId, text }: { id: number; text: string },
): Promise<Note> {
  await requireClient(ctx, viewer, clientId);
  const key = { instructorId: viewer.id, clientId };
  if (text === '') await deleteNote(ctx.db, key);
  else await upsertNote(ctx.db, { ...key, text, updatedAt: ctx.clock.now() });
  return getClientNote(ctx, viewer, clientId);
}

async function requireClient(ctx: AppContext, viewer: Viewer, clientId: number): Promise<void> {
  if (await isClientOf(ctx.db, { instructorId: viewer.id, clientId })) return;
  throw new AppError('not_found', 'This user hasn’t booked a session with you.');
}
