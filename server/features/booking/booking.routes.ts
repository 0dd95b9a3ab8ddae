// Binds bookings, their files, group dates and calendar feeds.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { attachmentNamed, sendFile } from '#server/http/send-file.ts';
import { requireViewer } from '#server/http/viewer.ts';
import { AppError } from '#shared/errors.ts';
import * as fileContract from '#shared/features/booking/booking-file.contract.ts';
import * as contract from '#shared/features/booking/booking.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import * as appointments from './appointment.service.ts';
import { quoteCancellation, updateBooking } from './booking-change.service.ts';
import { downloadCalendarFile, readCalendarFeed } from './booking-calendar.service.ts';
import * as files from './booking-file.service.ts';
import * as service from './booking.service.ts';
import { updateAppointmentPlace, updateBookedPlaces } from './place.service.ts';

export function registerBookingRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listBookings, ({ viewer, query }) =>
    service.listBookings(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.createBooking, ({ viewer, body }) =>
    service.createBooking(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getBooking, ({ viewer, params }) =>
    service.getBooking(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.updateBooking, ({ viewer, params, body }) =>
    updateBooking(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.quoteCancellation, ({ viewer, params }) =>
    quoteCancellation(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.downloadCalendarFile, ({ viewer, params }) =>
    downloadCalendarFile(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listPackages, ({ viewer }) => service.listPackages(ctx, viewer));
  bindContract(app, ctx, contract.listTaughtBookings, ({ viewer, query }) =>
    service.listTaughtBookings(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.listAppointments, ({ viewer, query }) =>
    appointments.listAppointments(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.scheduleAppointment, ({ viewer, body }) =>
    appointments.scheduleAppointment(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.cancelAppointment, ({ viewer, params, body }) =>
    appointments.cancelAppointment(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.updateAppointmentPlace, ({ viewer, params, body }) =>
    updateAppointmentPlace(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.updateBookedPlaces, ({ viewer, params, body }) =>
    updateBookedPlaces(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.listStaffBookings, ({ viewer, query }) =>
    service.listStaffBookings(ctx, viewer, query),
  );
  bindContract(app, ctx, fileContract.listBookingFiles, ({ viewer, params }) =>
    files.listBookingFiles(ctx, viewer, params.id),
  );
  bindContract(app, ctx, fileContract.addBookingFiles, ({ viewer, params, body }) =>
    files.addBookingFiles(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, fileContract.deleteBookingFile, ({ viewer, params }) =>
    files.deleteBookingFile(ctx, viewer, params.id),
  );
  bindContract(app, ctx, fileContract.getClientNote, ({ viewer, params }) =>
    files.getClientNote(ctx, viewer, params.id),
  );
  bindContract(app, ctx, fileContract.updateClientNote, ({ viewer, params, body }) =>
    files.updateClientNote(ctx, viewer, { ...params, ...body }),
  );
  registerBookingFiles(app, ctx);
  registerCalendarFeed(app, ctx);
}

function registerBookingFiles(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof idParams> }>(
    '/api/booking-files/:id',
    { config: { access: 'signed-in' }, schema: { params: idParams, hide: true }, compress: false },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const file = await files.downloadBookingFile(ctx, viewer, request.params.id);
      reply.header('cache-control', 'private, no-cache');
      if (!file.isShown) reply.header('content-disposition', attachmentNamed(file.name));
      return sendFile(request, reply, file);
    },
  );
}

const feedParams = z.object({ token: z.string().regex(/^[\w-]{20,100}\.ics$/) });

/** For calendar programs, which have no session: anyone with the address may read it. */
function registerCalendarFeed(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof feedParams> }>(
    '/api/calendar-feeds/:token',
    { config: { access: 'public' }, schema: { params: feedParams, hide: true } },
    async (request, reply) => {
      const feed = await readCalendarFeed(ctx, request.params.token.replace(/\.ics$/, ''));
      if (feed === null) throw new AppError('not_found', 'This calendar doesn’t exist anymore.');
      reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
      return reply.type('text/calendar; charset=utf-8').send(feed);
    },
  );
}
