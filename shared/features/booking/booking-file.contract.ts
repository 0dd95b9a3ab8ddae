// Files of bookings, and what instructors note about clients for themselves.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_BOOKING } from '#shared/staff-access.ts';
import { idParams } from '#shared/id.schema.ts';
import { CLIENT_NOTE_MAX, MAX_BOOKING_FILES } from './booking.rules.ts';
import { bookingFileSchema, clientNoteSchema, uploadIdsSchema } from './booking.schema.ts';

export const listBookingFiles = defineContract({
  method: 'GET',
  path: '/api/bookings/:id/files',
  summary: 'List the files of a booking, for its client, its instructor and staff',
  access: 'signed-in',
  further: EVERY_BOOKING,
  params: idParams,
  response: z.array(bookingFileSchema),
  errors: ['not_found'],
});

export const addBookingFiles = defineContract({
  method: 'POST',
  path: '/api/bookings/:id/files',
  summary: 'Share uploaded files with the other side of a booking',
  access: 'signed-in',
  params: idParams,
  body: z.object({ uploadIds: uploadIdsSchema.min(1).max(MAX_BOOKING_FILES) }),
  response: z.array(bookingFileSchema),
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable', 'forbidden'],
});

export const deleteBookingFile = defineContract({
  method: 'DELETE',
  path: '/api/booking-files/:id',
  summary: 'Delete a file the viewer shared',
  access: 'signed-in',
  params: idParams,
  response: z.array(bookingFileSchema),
  errors: ['not_found'],
});

export const getClientNote = defineContract({
  method: 'GET',
  path: '/api/instructor/clients/:id/note',
  summary: 'Get the viewer’s private note about a client',
  access: 'signed-in',
  params: idParams,
  response: clientNoteSchema,
  errors: ['not_found'],
});

export const updateClientNote = defineContract({
  method: 'PUT',
  path: '/api/instructor/clients/:id/note',
  summary: 'Save the viewer’s private note about a client; an empty one is deleted',
  access: 'signed-in',
  params: idParams,
  body: z.object({ text: z.string().trim().max(CLIENT_NOTE_MAX) }),
  response: clientNoteSchema,
  errors: ['not_found'],
});
