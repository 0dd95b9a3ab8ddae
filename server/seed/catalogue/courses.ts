// All courses of the demo school, oldest first.
import type { SeedCourse } from './catalogue-types.ts';
import { RHYTHM_COURSE } from './course-rhythm.ts';

const ALL: readonly SeedCourse[] = [RHYTHM_COURSE];

export const COURSES: readonly SeedCourse[] = ALL.toSorted((a, b) => b.published - a.published);
