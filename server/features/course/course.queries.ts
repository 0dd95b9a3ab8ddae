// Courses and their outline, in SQL.
import { and, asc, desc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inLibrary } from '#server/db/library.ts';
import { prepared } from '#server/db/prepared.ts';
import { starCounts } from '#server/db/ratings.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { categories, mergedCategories } from '#server/db/schema/category.ts';
import { courses } from '#server/db/schema/course.ts';
import type { CourseDetail } from '#shared/features/course/course.schema.ts';

/** What lessons say isn't even selected. */
const lessonsOfModule = sql`(
  select coalesce(json_agg(json_build_object(
    'id', l.id, 'title', l.title, 'kind', l.kind, 'minutes', l.minutes, 'isPreview', l.is_preview)
    order by l.position), '[]')
  from lessons l where l.module_id = m.id and l.removed_at is null)`;

const quizzesOfModule = sql`(
  select coalesce(json_agg(json_build_object(
    'id', q.id, 'title', q.title, 'questionCount', q.question_count) order by q.position), '[]')
  from quizzes q where q.module_id = m.id and q.removed_at is null)`;

const modulesOfCourse = sql<CourseDetail['modules']>`(
  select coalesce(json_agg(json_build_object(
    'id', m.id, 'title', m.title, 'summary', m.summary,
    'minutes', (select coalesce(sum(minutes), 0) from lessons where module_id = m.id and removed_at is null),
    'lessons', ${lessonsOfModule}, 'quizzes', ${quizzesOfModule}) order by m.position), '[]')
  from course_modules m where m.course_id = ${courses.id} and m.removed_at is null)`;

type PrerequisiteRow = Omit<CourseDetail['prerequisites'][number], 'price'> & { priceCents: number };

/** Drafts aren't shown as prerequisites. */
const prerequisitesOfCourse = sql<PrerequisiteRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', first.id, 'title', first.title, 'kind', first.kind, 'priceCents', first.price_cents,
    'isListed', first.is_listed) order by first.title, first.id), '[]')
  from course_prerequisites p join courses first on first.id = p.requires_id
  where p.course_id = ${courses.id} and first.state <> 'draft')`;

const courseCountOfInstructor = sql<number>`(
  select count(*)::int from courses other where other.instructor_id = ${courses.instructorId} and other.is_listed)`;

/** One statement for the whole page. */
const selectDetail = prepared((db) =>
  db
    .select({
      ...courseCardColumns,
      description: courses.description,
      state: courses.state,
      isListed: courses.isListed,
      outcomes: courses.outcomes,
      requirements: courses.requirements,
      weeks: courses.weeks,
      hoursPerWeek: courses.hoursPerWeek,
      bio: users.bio,
      profileImageUrl: users.profileImageUrl,
      courseCount: courseCountOfInstructor,
      prerequisites: prerequisitesOfCourse,
      modules: modulesOfCourse,
      histogram: starCounts('course', courses.id),
      isInLibrary: inLibrary('course', courses.id),
    })
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .leftJoin(categories, eq(categories.id, courses.categoryId))
    .where(eq(courses.id, sql.placeholder('id')))
    .prepare('course_detail'),
);

export async function findCourseDetail(db: DbOrTx, { id }: { id: number }) {
  const [row] = await selectDetail(db).execute({ id });
  return row ?? null;
}

export type CourseDetailRow = NonNullable<Awaited<ReturnType<typeof findCourseDetail>>>;

const selectFeatured = prepared((db) =>
  selectCourseCards(db)
    .where(and(eq(courses.isFeatured, true), eq(courses.isListed, true)))
    .orderBy(sql`${courses.kind} = 'certification' desc`, desc(courses.publishedAt), desc(courses.id))
    .limit(sql.placeholder('limit'))
    .prepare('courses_featured'),
);

export async function listFeaturedCourseRows(db: DbOrTx, { limit }: { limit: number }) {
  return selectFeatured(db).execute({ limit });
}

/** Only listed courses; unordered. */
export async function listListedCoursesByIds(db: DbOrTx, { ids }: { ids: number[] }) {
  const isAmong = sql`${courses.id} = any(${sql.param(ids)}::int[])`;
  return selectCourseCards(db).where(and(isAmong, eq(courses.isListed, true)));
}

/** All listed courses, for the sitemap; there are hundreds, not millions. */
export async function listListedCourses(db: DbOrTx) {
  return db
    .select({ id: courses.id, updatedAt: courses.updatedAt })
    .from(courses)
    .where(eq(courses.isListed, true))
    .orderBy(asc(courses.id));
}

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

/** Includes every state: the caller restricts what may be seen. */
export function selectCourseCards(db: DbOrTx) {
  return db
    .select(courseCardColumns)
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .leftJoin(categories, eq(categories.id, courses.categoryId));
}

export type CourseCardRow = Awaited<ReturnType<typeof selectCourseCards>>[number];

/** Part of the statement that counts sales: adds `sold` to each course, in the order of ids. */
export const countCourseSalesSql = sql`those as (
      select c.id, sold.seats from courses c join sold on sold.item_type = 'course' and sold.item_id = c.id
      order by c.id for no key update of c
    ), taught as (
      update courses c set sales_count = c.sales_count + those.seats from those where c.id = those.id
    )`;

export async function moveCoursesToCategory(
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> {
  await tx.update(courses).set({ categoryId: into }).where(eq(courses.categoryId, from));
}

/** Which of these categories were merged, and into which. */
export async function findMergedCategories(
  db: DbOrTx,
  { ids }: { ids: readonly number[] },
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: mergedCategories.id, intoId: mergedCategories.intoId })
    .from(mergedCategories)
    .where(inArray(mergedCategories.id, [...ids]));
  return new Map(rows.map(({ id, intoId }) => [id, intoId]));
}
