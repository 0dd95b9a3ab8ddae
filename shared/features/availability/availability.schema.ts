// When an instructor can be booked, as endpoints take and return it.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import { MAX_CALENDARS, MAX_DATE_HOURS, MAX_TIME_OFF, MAX_WEEKLY_HOURS } from './availability.rules.ts';

/** Minutes since midnight on the instructor's clock; 1440 is the end of the day. */
const hours = {
  startMinute: z.int().min(0).max(1439),
  endMinute: z.int().min(1).max(1440),
};
const isForward = ({ startMinute, endMinute }: { startMinute: number; endMinute: number }) =>
  startMinute < endMinute;
const forwardMessage = { message: 'The end must be after the start.', path: ['endMinute'] };

export const weeklyHoursSchema = z
  .object({
    /** ISO: 1 is Monday. */
    weekday: z.int().min(1).max(7),
    ...hours,
  })
  .refine(isForward, forwardMessage);

export const dateHoursSchema = z.object({ date: z.iso.date(), ...hours }).refine(isForward, forwardMessage);

export const timeOffSchema = z
  .object({
    startsOn: z.iso.date(),
    /** The last day off. */
    endsOn: z.iso.date(),
    label: z.string().trim().max(80).default(''),
    /** On the same dates every year, such as a holiday. */
    isYearly: z.boolean().default(false),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
    message: 'The last day must not be before the first.',
    path: ['endsOn'],
  });

export const externalCalendarSchema = z.object({
  id: idSchema,
  label: z.string(),
  /** The address itself is a secret of the calendar, so only where it leads is shown. */
  host: z.string(),
  readAt: z.iso.datetime().nullable(),
  /** What went wrong the last time, in words the instructor can act on. */
  problem: z.string().nullable(),
  /** Busy times found in it. */
  busyCount: z.int(),
});
export type ExternalCalendar = z.output<typeof externalCalendarSchema>;

const hoursSchema = {
  weeklyHours: z.array(weeklyHoursSchema).max(MAX_WEEKLY_HOURS),
  dateHours: z.array(dateHoursSchema).max(MAX_DATE_HOURS),
  timeOff: z.array(timeOffSchema).max(MAX_TIME_OFF),
};

export const availabilitySchema = z.object({
  /** Of the instructor's profile; hours and dates are in it. */
  timeZone: z.string(),
  /** Changes with the hours; send back the one you read. */
  revision: z.string(),
  ...hoursSchema,
  calendars: z.array(externalCalendarSchema).max(MAX_CALENDARS),
  /** Null: the instructor has no feed. Its address is shown only once. */
  feed: z.object({ createdAt: z.iso.datetime() }).nullable(),
});
export type Availability = z.output<typeof availabilitySchema>;

export const updateAvailabilityBody = z.object({ revision: z.string().max(100), ...hoursSchema });

export const addCalendarBody = z.object({
  label: z.string().trim().min(1, 'Enter a name for this calendar.').max(80),
  url: z
    .string()
    .trim()
    .max(2000)
    .transform((url) => url.replace(/^webcal:/i, 'https:'))
    .pipe(z.url({ protocol: /^https?$/, message: 'Enter the address of a calendar, such as https://….' })),
});
