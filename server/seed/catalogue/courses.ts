// All courses of the demo school, oldest first.
import type { SeedCourse } from './catalogue-types.ts';
import { BALLET_COURSE } from './course-ballet.ts';
import { RHYTHM_COURSE } from './course-rhythm.ts';
import { INCLUSIVE_COURSE, SAFE_COURSE } from './courses-care.ts';
import { BALLROOM_COURSE, FLAMENCO_COURSE } from './courses-social.ts';
import { CREATIVE_COURSE, FIRST_COURSE } from './courses-story.ts';
import { BREAKING_COURSE, HIP_HOP_COURSE } from './courses-street.ts';
import { IMPROVISATION_COURSE, TAP_COURSE } from './courses-studio.ts';

const ALL: readonly SeedCourse[] = [
  BALLET_COURSE,
  HIP_HOP_COURSE,
  CREATIVE_COURSE,
  INCLUSIVE_COURSE,
  SAFE_COURSE,
  FIRST_COURSE,
  BREAKING_COURSE,
  RHYTHM_COURSE,
  FLAMENCO_COURSE,
  BALLROOM_COURSE,
  IMPROVISATION_COURSE,
  TAP_COURSE,
];

export const COURSES: readonly SeedCourse[] = ALL.toSorted((a, b) => b.published - a.published);
