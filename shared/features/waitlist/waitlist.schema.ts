// Waitlists as endpoints take and return them. Times are in UTC.
import { z } from 'zod';
import {
  bookingSchema,
  reservationSchema,
  startSchema,
  timeZoneSchema,
} from '#shared/features/reservation/reservation.schema.ts';
import { idSchema } from '#shared/id.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { WAITLIST_STATES } from './waitlist.rules.ts';

const periodSchema = z
  .object({ firstDate: z.iso.date(), lastDate: z.iso.date() })
  .refine(({ firstDate, lastDate }) => firstDate <= lastDate, {
    message: 'The last day can’t be before the first.',
    path: ['lastDate'],
  });

export const joinWaitlistBody = z
  .object({
    sessionTypeId: idSchema,
    /** For a group: the date that is full. */
    start: startSchema.optional(),
    /** For other sessions: any time on these days, both included, in the given zone. */
    period: periodSchema.optional(),
    /** The client's; emails use it too. */
    timeZone: timeZoneSchema,
  })
  .refine(({ start, period }) => (start === undefined) !== (period === undefined), {
    message: 'Choose a date or a period.',
    path: ['start'],
  });

export const waitlistEntrySchema = z.object({
  id: idSchema,
  state: z.enum(WAITLIST_STATES),
  sessionType: z.object({
    id: idSchema,
    title: z.string(),
    durationMinutes: z.int(),
    price: wireMoney,
    isOnRequest: z.boolean(),
  }),
  instructor: z.object({ id: idSchema, name: z.string() }),
  /** Of a group: its date. Of others: null until a time is offered. */
  start: z.iso.datetime().nullable(),
  /** The period they wait for; null for a group. */
  period: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
  timeZone: z.string(),
  /** 1: the next one. Null once it is offered. */
  position: z.int().nullable(),
  offeredUntil: z.iso.datetime().nullable(),
});
export type WaitlistEntry = z.output<typeof waitlistEntrySchema>;

export const acceptOfferResponse = z.object({ booking: bookingSchema, reservation: reservationSchema });
