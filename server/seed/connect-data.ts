// The instructors of the demo school, read from data/instructors.json and checked on first use.
import { z } from 'zod';
import {
  CANCELLATION_POLICIES,
  LANGUAGE_CODES,
  MEETING_PLACES,
  SESSION_KINDS,
} from '#shared/features/instructor/instructor.rules.ts';
import { lazy } from '#shared/lazy.ts';
import { AGE_GROUPS, DANCE_STYLES, LEVELS } from '#shared/vocabulary.ts';
import { load } from './demo-data.ts';

const text = z.string().min(1);
const clock = z.string().regex(/^\d{1,2}:\d{2}$/);
const sessionType = z.strictObject({
  kind: z.enum(SESSION_KINDS),
  title: text,
  description: text,
  minutes: z.int(),
  price: z.number().min(0),
  capacity: z.int().optional(),
  sessionCount: z.int().optional(),
  validDays: z.int().optional(),
  after: z.int().optional(),
  travel: z.int().optional(),
  step: z.int().optional(),
  minNotice: z.int().optional(),
  dailyLimit: z.int().optional(),
  place: z.enum(MEETING_PLACES).optional(),
  isOnRequest: z.boolean().optional(),
  isForAssessments: z.boolean().optional(),
  cancellation: z.enum(CANCELLATION_POLICIES).optional(),
});
const instructor = z.strictObject({
  username: text,
  headline: text,
  about: z.array(text).min(1),
  helpsWith: z.array(text),
  video: z.url().optional(),
  styles: z.array(z.enum(DANCE_STYLES)),
  languages: z.array(z.enum(LANGUAGE_CODES)),
  levels: z.array(z.enum(LEVELS)),
  ageGroups: z.array(z.enum(AGE_GROUPS)),
  timeZone: text,
  city: text,
  /** A US ZIP code and its middle. */
  zip: z.strictObject({ zip: text, latitude: z.number(), longitude: z.number() }).optional(),
  hours: z.array(z.strictObject({ weekday: z.int().min(1).max(7), start: clock, end: clock })),
  sessions: z.array(sessionType).min(1),
  /** One-to-one sessions that took place; the first ones have the reviews. */
  sessionsHeld: z.int(),
  reviews: z.array(
    z.strictObject({
      by: text,
      stars: z.int(),
      session: text,
      text: z.string(),
      reply: text.optional(),
    }),
  ),
});
export type SeedInstructor = z.output<typeof instructor>;
export const demoInstructors = lazy(() => load('instructors.json', z.array(instructor)));
