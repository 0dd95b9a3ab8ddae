// Courses as everyone reads them: one of them with its outline, and the featured ones.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { hasLiveEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import { isStaffOf, noSuchItem } from '#server/features/entitlement/standing.service.ts';
import type { CourseCard, CourseDetail } from '#shared/features/course/course.schema.ts';
import { toCourseCard } from './course-card.ts';
import {
  findCourseDetail,
  listFeaturedCourseRows,
  listListedCourses,
  listListedCoursesByIds,
  type CourseDetailRow,
} from './course.queries.ts';

const FEATURED_SHOWN = 6;

/** Published: everyone. Otherwise its instructor, admins, and whoever has it already. */
async function canSee(ctx: AppContext, viewer: Viewer | null, course: CourseDetailRow): Promise<boolean> {
  if (course.isListed) return true;
  if (!viewer) return false;
  if (viewer.id === course.instructorId || isStaffOf(viewer, 'course')) return true;
  const now = ctx.clock.now();
  return hasLiveEntitlement(ctx.db, { userId: viewer.id, itemType: 'course', itemId: course.id, now });
}

export async function getCourseDetail(
  ctx: AppContext,
  viewer: Viewer | null,
  id: number,
): Promise<CourseDetail> {
  const row = await findCourseDetail(ctx.db, { id });
  if (!row || !(await canSee(ctx, viewer, row))) throw noSuchItem('course');
  const { firstName, lastName, bio, profileImageUrl, courseCount } = row;
  const card = toCourseCard(row);
  return {
    ...card,
    state: row.state,
    outcomes: row.outcomes,
    requirements: row.requirements,
    prerequisites: row.prerequisites,
    weeks: row.weeks,
    hoursPerWeek: row.hoursPerWeek,
    updatedAt: row.updatedAt.toISOString(),
    instructor: { ...card.instructor, bio, firstName, lastName, profileImageUrl, courseCount },
    modules: row.modules,
    histogram: row.histogram,
  };
}

export async function listFeaturedCourseCards(ctx: AppContext): Promise<CourseCard[]> {
  return (await listFeaturedCourseRows(ctx.db, { limit: FEATURED_SHOWN })).map(toCourseCard);
}

/** In the order asked for, each once; those not on offer are left out. */
export async function listCourseCards(ctx: AppContext, ids: number[]): Promise<CourseCard[]> {
  if (ids.length === 0) return [];
  const rows = await listListedCoursesByIds(ctx.db, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = byId.get(id);
    return row ? [toCourseCard(row)] : [];
  });
}

/** For the site map. */
export function listCoursesOnOffer(ctx: AppContext): Promise<{ id: number; updatedAt: Date }[]> {
  return listListedCourses(ctx.db);
}
