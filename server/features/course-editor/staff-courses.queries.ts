// The staff list of courses, in SQL.
import { and, asc, count, desc, eq, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { settings } from '#server/db/schema/platform.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { courseDrafts } from '#server/db/schema/course-editor.ts';
import { courses } from '#server/db/schema/course.ts';
import { containsWords } from '#server/db/search.ts';
import type { CourseState } from '#shared/features/course/course.rules.ts';
import { draftTitle, learnerCount } from './course-editor.queries.ts';

export type StaffCourseFilter = {
  q?: string | undefined;
  state?: CourseState | undefined;
  featured?: 'yes' | 'no' | undefined;
};

const searchText = sql`lower(concat_ws(' ', ${draftTitle}, ${courses.shortName}, ${users.firstName}, ${users.lastName},
  ${users.username}))`;

const isFound = ({ q, featured }: StaffCourseFilter) =>
  and(containsWords(searchText, q), featured && eq(courses.isFeatured, featured === 'yes'));

const ORDERS = {
  updated: desc(sql`greatest(${courses.updatedAt}, ${courseDrafts.updatedAt})`),
  title: asc(sql`lower(${draftTitle})`),
  learners: desc(learnerCount),
  price: desc(courses.priceCents),
} as const;

function selectStaffCourses(db: DbOrTx) {
  return db
    .select({
      id: courses.id,
      title: draftTitle,
      shortName: courses.shortName,
      kind: courses.kind,
      state: courses.state,
      isFeatured: courses.isFeatured,
      hasUnpublishedChanges: sql<boolean>`${courseDrafts.courseId} is not null`,
      instructorId: courses.instructorId,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      priceCents: courses.priceCents,
      instructorShare: courses.instructorShare,
      defaultShare: sql<number>`(select ${settings.instructorShare} from ${settings})`,
      lessonCount: courses.lessonCount,
      learnerCount,
      updatedAt: courses.updatedAt,
    })
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .leftJoin(courseDrafts, eq(courseDrafts.courseId, courses.id));
}

export type StaffCourseRow = Awaited<ReturnType<typeof selectStaffCourses>>[number];

export async function listStaffCourseRows(
  db: DbOrTx,
  filter: StaffCourseFilter,
  { sort, limit, offset }: { sort: keyof typeof ORDERS; limit: number; offset: number },
): Promise<StaffCourseRow[]> {
  return selectStaffCourses(db)
    .where(and(isFound(filter), filter.state && eq(courses.state, filter.state)))
    .orderBy(ORDERS[sort], desc(courses.id))
    .limit(limit)
    .offset(offset);
}

export async function findStaffCourse(db: DbOrTx, { id }: { id: number }): Promise<StaffCourseRow | null> {
  const [row] = await selectStaffCourses(db).where(eq(courses.id, id));
  return row ?? null;
}

/** One count per tab, under the same search. */
export async function countCourseStates(db: DbOrTx, filter: StaffCourseFilter) {
  const rows = await db
    .select({ state: courses.state, count: count() })
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .leftJoin(courseDrafts, eq(courseDrafts.courseId, courses.id))
    .where(isFound(filter))
    .groupBy(courses.state);
  return new Map(rows.map((row) => [row.state, row.count]));
}

export async function findUserName(db: DbOrTx, { id }: { id: number }) {
  const { firstName, lastName, username } = users;
  const [row] = await db.select({ firstName, lastName, username }).from(users).where(eq(users.id, id));
  return row ?? null;
}

/** An active user by username or email address. */
export async function findUserToTeach(db: DbOrTx, { name }: { name: string }) {
  const key = name.toLowerCase();
  const [row] = await db
    .select({ id: users.id, roles: users.roles, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(
      and(
        or(sql`lower(${users.username}) = ${key}`, sql`lower(${users.email}) = ${key}`),
        eq(users.state, 'active'),
      ),
    );
  return row ?? null;
}
