// Personal data of courses: who teaches them, by id only. Courses stay for the learners who have them.
import { courses } from '#server/db/schema/course.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const coursePersonalData: PersonalData = { tables: [courses] };
