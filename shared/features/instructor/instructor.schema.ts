// An instructor's profile and session types, as forms send them and endpoints return them.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { typedPrice, wireMoney } from '#shared/money.schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { isTimeZone } from '#shared/time-zone.ts';
import { isEmbeddable, toEmbedUrl } from '#shared/video.ts';
import { AGE_GROUPS, LEVELS } from '#shared/vocabulary.ts';
import {
  CANCELLATION_POLICIES,
  INSTRUCTOR_STATES,
  LANGUAGE_CODES,
  LISTING_STEPS,
  MEETING_PLACES,
  SESSION_KINDS,
} from './instructor.rules.ts';

export const INSTRUCTOR_TEXT_MAX = { headline: 140, about: 5000, helpsWith: 100, city: 80 };
export const MOST_HELPS_WITH = 8;
export const MOST_SESSION_TYPES = 30;

const atMost = (max: number) => `At most ${max} characters`;
const oneLine = (max: number) => lineOfText.max(max, atMost(max));

const timeZoneField = z.string().trim().max(60).refine(isTimeZone, 'Choose a time zone from the list');

export const instructorBody = z.object({
  headline: oneLine(INSTRUCTOR_TEXT_MAX.headline),
  about: z.string().trim().max(INSTRUCTOR_TEXT_MAX.about, atMost(INSTRUCTOR_TEXT_MAX.about)),
  helpsWith: z
    .array(oneLine(INSTRUCTOR_TEXT_MAX.helpsWith).min(1, 'Write something, or remove this line'))
    .max(MOST_HELPS_WITH, `At most ${MOST_HELPS_WITH} lines`),
  videoUrl: z
    .string()
    .trim()
    .max(500, atMost(500))
    .transform((url) => (url === '' ? null : toEmbedUrl(url)))
    .refine(
      (url) => url === null || isEmbeddable(url),
      'Paste the address of a YouTube video, such as https://youtu.be/…',
    )
    .nullable(),
  languages: z.array(z.enum(LANGUAGE_CODES)).max(LANGUAGE_CODES.length),
  levels: z.array(z.enum(LEVELS)).max(LEVELS.length),
  ageGroups: z.array(z.enum(AGE_GROUPS)).max(AGE_GROUPS.length),
  styles: z.array(z.string().max(40)).max(25),
  timeZone: timeZoneField,
  city: oneLine(INSTRUCTOR_TEXT_MAX.city).nullable(),
  /** In the US: clients find them by distance. Never shown. */
  zip: z
    .string()
    .trim()
    .regex(/^(\d{5})?$/, 'Enter the five digits of a US ZIP code')
    .nullable()
    .default(null),
});
export type InstructorBody = z.output<typeof instructorBody>;
export type InstructorForm = z.input<typeof instructorBody>;

function wholeNumber(from: number, to: number) {
  const message = `Enter a whole number from ${from} to ${formatCount(to)}`;
  return z.int(message).min(from, message).max(to, message);
}

const sessionFields = z.object({
  kind: z.enum(SESSION_KINDS),
  title: oneLine(80).min(1, 'Name this session'),
  description: z.string().trim().max(500, atMost(500)),
  durationMinutes: wholeNumber(10, 480),
  /** For one seat of a group, for the whole package or series. */
  price: typedPrice('35.00'),
  capacity: wholeNumber(1, 500),
  sessionCount: wholeNumber(1, 52),
  validDays: wholeNumber(1, 730).nullable(),
  bufferBeforeMinutes: wholeNumber(0, 240),
  bufferAfterMinutes: wholeNumber(0, 240),
  travelMinutes: wholeNumber(0, 240),
  stepMinutes: wholeNumber(5, 240),
  minNoticeMinutes: wholeNumber(0, 43_200),
  windowDays: wholeNumber(1, 365),
  dailyLimit: wholeNumber(1, 100).nullable(),
  weeklyLimit: wholeNumber(1, 500).nullable(),
  place: z.enum(MEETING_PLACES),
  whereText: z.string().trim().max(500, atMost(500)),
  isOnRequest: z.boolean(),
  /** Booked from the practical assessment of a course this instructor assesses, and shown nowhere else. */
  isForAssessments: z.boolean(),
  cancellation: z.enum(CANCELLATION_POLICIES),
  reminderHours: z.array(wholeNumber(1, 336)).max(4, 'At most 4 reminders'),
});

/** What a kind has and the others have not. */
export const sessionTypeBody = sessionFields.superRefine((session, { addIssue }) => {
  const problem = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  const { kind, capacity, sessionCount, validDays } = session;
  if (kind !== 'group' && capacity !== 1) problem('capacity', 'Only groups have more than one seat');
  if (kind === 'group' && capacity < 2) problem('capacity', 'A group has at least 2 seats');
  const isSeveral = kind === 'package' || kind === 'series';
  if (isSeveral && sessionCount < 2) problem('sessionCount', 'Enter at least 2 sessions');
  if (!isSeveral && sessionCount !== 1) {
    problem('sessionCount', 'Only packages and series have several sessions');
  }
  if (kind === 'package' && validDays === null) problem('validDays', 'Say for how many days it is valid');
  if (kind !== 'package' && validDays !== null) problem('validDays', 'Only packages expire');
  if (kind !== 'one_to_one' && session.isForAssessments) {
    problem('isForAssessments', 'A practical assessment is a session of one learner');
  }
  if (kind === 'group' && session.isOnRequest) {
    problem('isOnRequest', 'Seats of a group are booked at once; requests are for single sessions');
  }
});
export type SessionTypeBody = z.output<typeof sessionTypeBody>;

export const ownSessionTypeSchema = sessionFields.extend({
  id: z.int(),
  price: wireMoney,
  title: z.string(),
  position: z.int(),
  isArchived: z.boolean(),
});
export type OwnSessionType = z.output<typeof ownSessionTypeSchema>;

export const ownInstructorSchema = z.object({
  id: z.int(),
  name: z.string(),
  profileImageUrl: z.string().nullable(),
  state: z.enum(INSTRUCTOR_STATES),
  headline: z.string(),
  about: z.string(),
  helpsWith: z.array(z.string()),
  videoUrl: z.string().nullable(),
  languages: z.array(z.string()),
  levels: z.array(z.enum(LEVELS)),
  ageGroups: z.array(z.enum(AGE_GROUPS)),
  styles: z.array(z.string()),
  /** Null: not chosen yet; the browser suggests its own. */
  timeZone: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  suspendedReason: z.string().nullable(),
  /** What is missing for the directory. */
  missingSteps: z.array(z.enum(LISTING_STEPS)),
  sessionTypes: z.array(ownSessionTypeSchema),
});
export type OwnInstructor = z.output<typeof ownInstructorSchema>;

export const sessionTypeOrderBody = z.object({
  ids: z
    .array(idSchema)
    .min(1)
    .max(MOST_SESSION_TYPES * 4),
});
