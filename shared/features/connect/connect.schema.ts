// The directory of instructors and an instructor's public page, as endpoints take and return them.
import { z } from 'zod';
import {
  CANCELLATION_POLICIES,
  LANGUAGE_CODES,
  MEETING_PLACES,
  SESSION_KINDS,
} from '#shared/features/instructor/instructor.rules.ts';
import { liveBadgeSchema } from '#shared/features/certificate/certificate.schema.ts';
import { resourceFilters, understoodSchema } from '#shared/features/catalogue/catalogue.schema.ts';
import { resourceCardSchema } from '#shared/features/resource/resource.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { DISTANCES, HALF_HOUR_BAND_NAMES, INSTRUCTOR_SORTS, RATING_FLOORS } from './connect.rules.ts';

const several = <T extends z.ZodType>(value: T) =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).max(20),
    )
    .optional();

export const instructorFilters = {
  q: resourceFilters.q,
  style: resourceFilters.style,
  level: resourceFilters.level,
  ageGroup: resourceFilters.ageGroup,
  language: several(z.enum(LANGUAGE_CODES)),
  place: several(z.enum(MEETING_PLACES)),
  /** As instructors typed it. */
  city: several(z.string().max(80)),
  /** A US ZIP code: in person within so many miles of it. */
  near: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
  within: z.enum(DISTANCES).optional(),
  price: z.enum(HALF_HOUR_BAND_NAMES).optional(),
  rating: z.enum(RATING_FLOORS).optional(),
  /** Holds a valid certificate of the platform. */
  certified: z.enum(['yes']).optional(),
  /** Has a free time within seven days. */
  when: z.enum(['week']).optional(),
};

export const instructorListQuery = z.object({
  ...instructorFilters,
  sort: z.enum(INSTRUCTOR_SORTS).default('soonest'),
  ...pageQuery,
});
export type InstructorFilters = Omit<z.output<typeof instructorListQuery>, 'sort' | 'page'>;

export const instructorCardSchema = z.object({
  id: z.int(),
  name: z.string(),
  profileImageUrl: z.string().nullable(),
  headline: z.string(),
  styles: z.array(z.string()),
  languages: z.array(z.string()),
  city: z.string().nullable(),
  places: z.array(z.enum(MEETING_PLACES)),
  /** From the ZIP code that was searched near; null without one. */
  miles: z.int().nullable(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  /** Of their first session that isn't free: for one time, or one seat of a group. */
  price: z.object({ amount: wireMoney, durationMinutes: z.int(), kind: z.enum(SESSION_KINDS) }).nullable(),
  /** The next free times, soonest first, in UTC, and the session they are for. */
  nextStarts: z.array(z.string()),
  nextSessionTypeId: z.int().nullable(),
  /** What valid certificates are in: “Hip Hop”. */
  certifiedIn: z.array(z.string()),
});
export type InstructorCard = z.output<typeof instructorCardSchema>;

export const instructorPageSchema = pageOf(instructorCardSchema).extend({
  /** The part of the search that is answered, if not all of it. */
  correctedQuery: z.string().nullable(),
  understood: understoodSchema,
});

const facetSchema = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }));
export const instructorFacetsSchema = z.object({
  total: z.int(),
  style: facetSchema,
  level: facetSchema,
  ageGroup: facetSchema,
  language: facetSchema,
  place: facetSchema,
  city: facetSchema,
  price: facetSchema,
  rating: facetSchema,
  certified: facetSchema,
  when: facetSchema,
  /** Where the ZIP code is: “Chicago, IL”; null if none was given, or none like it exists. */
  nearLabel: z.string().nullable(),
});
export type InstructorFacets = z.output<typeof instructorFacetsSchema>;

export const publicSessionTypeSchema = z.object({
  id: z.int(),
  kind: z.enum(SESSION_KINDS),
  title: z.string(),
  description: z.string(),
  durationMinutes: z.int(),
  price: wireMoney,
  capacity: z.int(),
  sessionCount: z.int(),
  validDays: z.int().nullable(),
  place: z.enum(MEETING_PLACES),
  isOnRequest: z.boolean(),
  cancellation: z.enum(CANCELLATION_POLICIES),
  minNoticeMinutes: z.int(),
  windowDays: z.int(),
});
export type PublicSessionType = z.output<typeof publicSessionTypeSchema>;

const reviewSchema = z.object({
  id: z.int(),
  author: z.string(),
  stars: z.int(),
  text: z.string(),
  reply: z.string().nullable(),
  sessionTitle: z.string(),
  createdAt: z.string(),
});
export type InstructorReview = z.output<typeof reviewSchema>;

export const instructorDetailSchema = instructorCardSchema.omit({ miles: true }).extend({
  about: z.string(),
  helpsWith: z.array(z.string()),
  videoUrl: z.string().nullable(),
  levels: z.array(z.string()),
  ageGroups: z.array(z.string()),
  timeZone: z.string(),
  /** Sessions that took place. */
  completedCount: z.int(),
  sessionTypes: z.array(publicSessionTypeSchema),
  certificates: z.array(liveBadgeSchema),
  /** The latest, up to ten. */
  reviews: z.array(reviewSchema),
  /** Null: they have no store. */
  seller: z.object({ id: z.int(), name: z.string(), itemCount: z.int() }).nullable(),
  /** From their store. */
  resources: z.array(resourceCardSchema),
  courses: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type InstructorDetail = z.output<typeof instructorDetailSchema>;
