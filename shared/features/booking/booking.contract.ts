// What clients, instructors and staff do with bookings.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_BOOKING } from '#shared/staff-access.ts';
import { bookingSchema } from '#shared/features/reservation/reservation.schema.ts';
import { BOOKING_STATES } from '#shared/features/reservation/reservation.states.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import {
  appointmentSchema,
  cancellationQuoteSchema,
  createBookingBody,
  createBookingResponse,
  packageSchema,
  placeBody,
  placeChangeSchema,
  scheduleAppointmentBody,
  staffBookingSchema,
  updateBookingBody,
} from './booking.schema.ts';

const listFilters = {
  /** upcoming: live and not over, soonest first · past: everything else, latest first. */
  when: z.enum(['upcoming', 'past']).default('upcoming'),
  ...pageQuery,
};

export const listBookings = defineContract({
  method: 'GET',
  path: '/api/bookings',
  summary: 'List the viewer’s own bookings',
  access: 'signed-in',
  query: z.object(listFilters),
  response: pageOf(bookingSchema),
});

export const createBooking = defineContract({
  method: 'POST',
  path: '/api/bookings',
  summary: 'Book a free time: held for payment, requested or confirmed at once',
  access: 'signed-in',
  body: createBookingBody,
  response: createBookingResponse,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: { points: 60, seconds: 3600 },
});

export const getBooking = defineContract({
  method: 'GET',
  path: '/api/bookings/:id',
  summary: 'Get a booking as its client, its instructor or staff',
  access: 'signed-in',
  further: EVERY_BOOKING,
  params: idParams,
  response: bookingSchema,
  errors: ['not_found'],
});

export const updateBooking = defineContract({
  method: 'PATCH',
  path: '/api/bookings/:id',
  summary: 'Reschedule, cancel, confirm or decline a booking, or record that the client didn’t come',
  access: 'signed-in',
  further: EVERY_BOOKING,
  params: idParams,
  body: updateBookingBody,
  response: bookingSchema,
  errors: ['not_found', 'conflict', 'unprocessable', 'forbidden'],
});

export const quoteCancellation = defineContract({
  method: 'GET',
  path: '/api/bookings/:id/cancellation',
  summary: 'Show what the client would get back if the booking were canceled now',
  access: 'signed-in',
  further: EVERY_BOOKING,
  params: idParams,
  response: cancellationQuoteSchema,
  errors: ['not_found', 'conflict'],
});

export const downloadCalendarFile = defineContract({
  method: 'GET',
  path: '/api/bookings/:id/calendar',
  summary: 'Download a booking as a calendar file',
  access: 'signed-in',
  further: EVERY_BOOKING,
  params: idParams,
  download: 'text/calendar',
  errors: ['not_found'],
});

export const listPackages = defineContract({
  method: 'GET',
  path: '/api/booking-packages',
  summary: 'List the viewer’s paid packages and how many sessions are left',
  access: 'signed-in',
  response: z.array(packageSchema),
});

export const listTaughtBookings = defineContract({
  method: 'GET',
  path: '/api/instructor/bookings',
  summary: 'List bookings of the viewer’s sessions as an instructor',
  access: 'signed-in',
  query: z.object({
    ...listFilters,
    state: z.enum(BOOKING_STATES).optional(),
    q: z.string().trim().max(100).optional(),
  }),
  response: pageOf(bookingSchema).extend({
    /** Requests that wait for an answer. */
    requested: z.int(),
  }),
});

export const listAppointments = defineContract({
  method: 'GET',
  path: '/api/instructor/appointments',
  summary: 'List the viewer’s scheduled group dates and how many seats are taken',
  access: 'signed-in',
  query: z.object({ when: z.enum(['upcoming', 'past']).default('upcoming') }),
  response: z.array(appointmentSchema),
});

export const scheduleAppointment = defineContract({
  method: 'POST',
  path: '/api/instructor/appointments',
  summary: 'Schedule a date of a group session',
  access: 'signed-in',
  body: scheduleAppointmentBody,
  response: appointmentSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const cancelAppointment = defineContract({
  method: 'POST',
  path: '/api/instructor/appointments/:id/cancel',
  summary: 'Cancel a date of a group session and refund everyone in full',
  access: 'signed-in',
  params: idParams,
  body: z.object({ reason: z.string().trim().max(1000).default('') }),
  response: appointmentSchema,
  errors: ['not_found', 'conflict'],
});

export const updateAppointmentPlace = defineContract({
  method: 'PUT',
  path: '/api/instructor/appointments/:id/place',
  summary: 'Change the address or meeting link of one booked time, and tell its clients',
  access: 'signed-in',
  params: idParams,
  body: placeBody,
  response: placeChangeSchema,
  errors: ['not_found', 'conflict'],
});

export const updateBookedPlaces = defineContract({
  method: 'PUT',
  path: '/api/my/session-types/:id/booked-place',
  summary: 'Change the address or meeting link of all upcoming sessions of a type, and tell their clients',
  access: 'signed-in',
  params: idParams,
  body: placeBody,
  response: placeChangeSchema,
  errors: ['not_found'],
});

export const listStaffBookings = defineContract({
  method: 'GET',
  path: '/api/admin/bookings',
  summary: 'List all bookings with client, instructor and order',
  access: { permission: 'bookings.manage' },
  query: z.object({
    q: z.string().trim().max(100).optional(),
    state: z.enum(BOOKING_STATES).optional(),
    when: z.enum(['upcoming', 'past', 'all']).default('all'),
    ...pageQuery,
  }),
  response: pageOf(staffBookingSchema),
});
