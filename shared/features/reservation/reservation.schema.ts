// Slots, reservations and bookings as endpoints return them. Times are in UTC.
import { z } from 'zod';
import {
  CANCELLATION_POLICIES,
  MEETING_PLACES,
  SESSION_KINDS,
} from '#shared/features/instructor/instructor.rules.ts';
import { idSchema } from '#shared/id.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { isTimeZone } from '#shared/time-zone.ts';
import { BOOKING_ACTIONS, BOOKING_STATES, CANCELERS, RESERVATION_STATES } from './reservation.states.ts';

export const slotSchema = z.object({
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  /** 1 unless it is a group. */
  seatsLeft: z.int(),
});
export type Slot = z.output<typeof slotSchema>;

export const startSchema = z.iso.datetime({ offset: true });

export const timeZoneSchema = z
  .string()
  .max(60)
  .refine(isTimeZone, 'This time zone isn’t known. Use a name such as Europe/London.');

const personSchema = z.object({ id: idSchema, name: z.string(), imageUrl: z.string().nullable() });

export const bookingSchema = z.object({
  id: idSchema,
  reservationId: idSchema,
  appointmentId: idSchema,
  state: z.enum(BOOKING_STATES),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  /** The client's when they booked. */
  timeZone: z.string(),
  notes: z.string(),
  /** This session's share of the price. */
  price: wireMoney,
  sessionType: z.object({
    id: idSchema,
    title: z.string(),
    kind: z.enum(SESSION_KINDS),
    durationMinutes: z.int(),
    place: z.enum(MEETING_PLACES),
    cancellation: z.enum(CANCELLATION_POLICIES),
  }),
  instructor: personSchema.extend({ timeZone: z.string() }),
  client: personSchema,
  /** The address or meeting link; null unless the viewer may see it and there is one. */
  where: z.string().nullable(),
  /** While held or requested: when it lapses. */
  expiresAt: z.iso.datetime().nullable(),
  cancelledBy: z.enum(CANCELERS).nullable(),
  reason: z.string().nullable(),
  /** What the client gets back after a cancellation. */
  refund: wireMoney.nullable(),
  rescheduledFromId: idSchema.nullable(),
  /** The booking that replaced this one. */
  rescheduledToId: idSchema.nullable(),
  /** What the viewer can do with it now. */
  actions: z.array(z.enum(BOOKING_ACTIONS)),
});
export type Booking = z.output<typeof bookingSchema>;

export const reservationSchema = z.object({
  id: idSchema,
  state: z.enum(RESERVATION_STATES),
  sessionTypeId: idSchema,
  instructorId: idSchema,
  price: wireMoney,
  sessionCount: z.int(),
  isPackage: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  validUntil: z.iso.datetime().nullable(),
});
export type Reservation = z.output<typeof reservationSchema>;
