// Public shapes of a course, and the filters of the course list.
import { z } from 'zod';
import { resourceFilters, understoodSchema } from '#shared/features/catalogue/catalogue.schema.ts';
import { histogramSchema } from '#shared/features/resource/resource.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { AGE_GROUPS, COURSE_KINDS, LEVELS } from '#shared/vocabulary.ts';
import {
  COURSE_SORTS,
  COURSE_STATES,
  LENGTH_BAND_NAMES,
  LESSON_KINDS,
  PREREQUISITE_STANDINGS,
} from './course.rules.ts';

const { q, style, ageGroup, level, category, price } = resourceFilters;

export const courseFilters = {
  q,
  style,
  ageGroup,
  level,
  category,
  price,
  kind: z.enum(COURSE_KINDS).optional(),
  length: z.enum(LENGTH_BAND_NAMES).optional(),
};

export const courseListQuery = z.object({
  ...courseFilters,
  sort: z.enum(COURSE_SORTS).default('relevance'),
  ...pageQuery,
});
export type CourseListQuery = z.output<typeof courseListQuery>;
export type CourseFilters = Omit<CourseListQuery, 'sort' | 'page'>;

const namedPart = z.object({ id: z.int(), name: z.string() });

export const courseCardSchema = z.object({
  id: z.int(),
  kind: z.enum(COURSE_KINDS),
  title: z.string(),
  shortName: z.string(),
  tagline: z.string(),
  /** An excerpt in lists, complete on its page. */
  description: z.string(),
  price: z.string(),
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  danceStyle: z.string(),
  ageGroups: z.array(z.enum(AGE_GROUPS)),
  level: z.enum(LEVELS),
  category: namedPart.nullable(),
  instructor: namedPart,
  rating: z.number().nullable(),
  reviewCount: z.int(),
  minutes: z.int(),
  lessonCount: z.int(),
  creditHours: z.number().nullable(),
  /** Null: the certificate never expires. */
  validMonths: z.int().nullable(),
  createdAt: z.string(),
});
export type CourseCard = z.output<typeof courseCardSchema>;

export const coursePageSchema = pageOf(courseCardSchema).extend({
  /** The corrected search, if the typed one found nothing. */
  correctedQuery: z.string().nullable(),
  understood: understoodSchema,
});

const facetSchema = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }));

export const courseFacetsSchema = z.object({
  total: z.int(),
  kind: facetSchema,
  style: facetSchema,
  ageGroup: facetSchema,
  level: facetSchema,
  category: facetSchema,
  /** Requested categories that were merged, and into which: `{ "5": "7" }`. */
  mergedCategories: z.record(z.string(), z.string()),
  price: facetSchema,
  length: facetSchema,
});
export type CourseFacets = z.output<typeof courseFacetsSchema>;

/** A course to finish before the lessons of another open. */
export const prerequisiteSchema = z.object({
  id: z.int(),
  title: z.string(),
  kind: z.enum(COURSE_KINDS),
  price: z.string(),
  standing: z.enum(PREREQUISITE_STANDINGS),
});
export type Prerequisite = z.output<typeof prerequisiteSchema>;

export const courseDetailSchema = courseCardSchema.extend({
  state: z.enum(COURSE_STATES),
  outcomes: z.array(z.string()),
  requirements: z.array(z.string()),
  /** Courses to finish first. */
  prerequisites: z.array(prerequisiteSchema.omit({ standing: true }).extend({ isListed: z.boolean() })),
  weeks: z.int().nullable(),
  hoursPerWeek: z.int().nullable(),
  updatedAt: z.string(),
  instructor: namedPart.extend({
    bio: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    courseCount: z.int(),
  }),
  modules: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      summary: z.string(),
      minutes: z.int(),
      lessons: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          kind: z.enum(LESSON_KINDS),
          minutes: z.int(),
          isPreview: z.boolean(),
        }),
      ),
      quizzes: z.array(z.object({ id: z.int(), title: z.string(), questionCount: z.int() })),
    }),
  ),
  histogram: histogramSchema,
  /** Members can use it without buying it. */
  isInLibrary: z.boolean(),
});
export type CourseDetail = z.output<typeof courseDetailSchema>;
