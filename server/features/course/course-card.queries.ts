// What a card of a course is made of, in SQL.
import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { categories } from '#server/db/schema/category.ts';
import { courses } from '#server/db/schema/course.ts';

/** Enough for the lines a card shows. */
const DESCRIPTION_SHOWN = 240;

/** `toCourseCard` in course-card.ts makes the card from them. */
export const courseCardColumns = {
  id: courses.id,
  kind: courses.kind,
  title: courses.title,
  shortName: courses.shortName,
  tagline: courses.tagline,
  description: sql<string>`left(${courses.description}, ${sql.raw(String(DESCRIPTION_SHOWN))})`,
  priceCents: courses.priceCents,
  danceStyle: courses.danceStyle,
  ageGroups: courses.ageGroups,
  level: courses.level,
  categoryId: courses.categoryId,
  categoryName: categories.name,
  instructorId: courses.instructorId,
  firstName: users.firstName,
  lastName: users.lastName,
  rating: courses.rating,
  ratingCount: courses.ratingCount,
  minutes: courses.minutes,
  lessonCount: courses.lessonCount,
  creditHours: courses.creditHours,
  validMonths: courses.validMonths,
  createdAt: courses.createdAt,
  updatedAt: courses.updatedAt,
};

/** Every state: whoever selects says which may be seen. */
export function selectCourseCards(db: DbOrTx) {
  return db
    .select(courseCardColumns)
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .leftJoin(categories, eq(categories.id, courses.categoryId));
}

export type CourseCardRow = Awaited<ReturnType<typeof selectCourseCards>>[number];
