// The card of a course as lists show it, made from its row.
import { courseImageUrls } from '#shared/features/cover/item-images.ts';
import type { CourseCard } from '#shared/features/course/course.schema.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import type { CourseCardRow } from './course-card.queries.ts';

export function toCourseCard(row: CourseCardRow): CourseCard {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    shortName: row.shortName,
    tagline: row.tagline,
    description: row.description,
    price: centsToDecimal(row.priceCents),
    ...courseImageUrls(row),
    danceStyle: row.danceStyle,
    ageGroups: row.ageGroups,
    level: row.level,
    category: row.categoryId === null ? null : { id: row.categoryId, name: row.categoryName ?? '' },
    instructor: { id: row.instructorId, name: fullNameOf(row) },
    rating: row.rating,
    reviewCount: row.ratingCount,
    minutes: row.minutes,
    lessonCount: row.lessonCount,
    creditHours: row.creditHours,
    validMonths: row.validMonths,
    createdAt: row.createdAt.toISOString(),
  };
}
