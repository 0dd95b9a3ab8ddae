// Bookings and what belongs to them, as endpoints take and return them.
import { z } from 'zod';
import { publicSessionTypeSchema } from '#shared/features/connect/connect.schema.ts';
import {
  bookingSchema,
  reservationSchema,
  startSchema,
  timeZoneSchema,
} from '#shared/features/reservation/reservation.schema.ts';
import { BOOKING_ACTIONS } from '#shared/features/reservation/reservation.states.ts';
import { idSchema } from '#shared/id.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { MAX_FIRST_FILES } from './booking.rules.ts';

/** Of checked uploads with the purpose booking-file. */
export const uploadIdsSchema = z.array(z.uuid());

export const createBookingBody = z.object({
  sessionTypeId: idSchema,
  /** Left out only to buy a package, whose sessions are booked later. For a series: its first session. */
  start: startSchema.optional(),
  notes: z.string().trim().max(2000).default(''),
  /** For emails; otherwise the one of the account. */
  timeZone: timeZoneSchema.optional(),
  /** The reservation of a package to book this session from. */
  packageId: idSchema.optional(),
  /** The practical assessment it is booked for. */
  lessonId: idSchema.optional(),
  /** Uploads for the instructor; of a series, with its first session. */
  uploadIds: uploadIdsSchema.max(MAX_FIRST_FILES).default([]),
});

export const createBookingResponse = z.object({
  /** The first session; null for a package that was only put into the cart. */
  booking: bookingSchema.nullable(),
  /** All of them: several for a series. */
  bookings: z.array(bookingSchema),
  reservation: reservationSchema,
});

export const updateBookingBody = z
  .object({
    action: z.enum(BOOKING_ACTIONS),
    /** The new time, to reschedule. */
    start: startSchema.optional(),
    /** Shown to the other side. */
    reason: z.string().trim().max(1000).optional(),
  })
  .refine(({ action, start }) => action !== 'reschedule' || start !== undefined, {
    message: 'Choose a new time.',
    path: ['start'],
  });

export const cancellationQuoteSchema = z.object({
  /** Of what was paid for this session. */
  percent: z.int(),
  paid: wireMoney,
  /** Money and credit together. */
  refund: wireMoney,
  /** How much of it comes back as booking credit. */
  credit: wireMoney,
  /** For a session of a package: whether it can be booked again. */
  isCreditReturned: z.boolean(),
  /** In a sentence, for the confirmation. */
  text: z.string(),
});
export type CancellationQuote = z.output<typeof cancellationQuoteSchema>;

export const packageSchema = reservationSchema.extend({
  title: z.string(),
  instructorName: z.string(),
  instructorTimeZone: z.string(),
  durationMinutes: z.int(),
  /** As it was bought; the instructor may no longer offer it. */
  sessionType: publicSessionTypeSchema,
  /** Sessions that can still be booked. */
  creditsLeft: z.int(),
});
export type Package = z.output<typeof packageSchema>;

export const appointmentSchema = z.object({
  id: idSchema,
  sessionTypeId: idSchema,
  title: z.string(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  capacity: z.int(),
  seatsTaken: z.int(),
  where: z.string(),
  isLive: z.boolean(),
});
export type Appointment = z.output<typeof appointmentSchema>;

export const scheduleAppointmentBody = z.object({
  sessionTypeId: idSchema,
  start: startSchema,
  /** For this date alone; otherwise as in the session type. */
  where: z.string().trim().max(500).optional(),
});

/** Where booked sessions take place from now on. */
export const placeBody = z.object({ where: z.string().trim().max(500) });

export const placeChangeSchema = z.object({
  /** Sessions that take place elsewhere now. */
  changed: z.int(),
  /** Emails to clients. */
  notified: z.int(),
});

export const staffBookingSchema = bookingSchema.extend({ orderId: idSchema.nullable() });

export const bookingFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  isByClient: z.boolean(),
  /** The viewer's own, who can delete it. */
  isOwn: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type BookingFile = z.output<typeof bookingFileSchema>;

export const clientNoteSchema = z.object({ text: z.string(), updatedAt: z.iso.datetime().nullable() });
