// What the front page shows of the school. Only what its cards need: all of it travels in the page twice, as HTML and
// as data, and the lists it comes from are far longer.
import { queryOptions } from '@tanstack/react-query';
import { listCourses, listFeaturedCourses } from '#shared/features/course/course.contract.ts';
import type { CourseCard } from '#shared/features/course/course.schema.ts';
import { listFeaturedResources, listResources } from '#shared/features/resource/resource.contract.ts';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import type { ApiClient } from '#app/lib/api-client.ts';
import { apiOf } from '#app/lib/query.ts';

const COURSES_SHOWN = 4;
const POSTERS_SHOWN = 4;

export type HomeData = Awaited<ReturnType<typeof readHome>>;
export type HomeCourse = ReturnType<typeof toHomeCourse>;
export type HomeResource = ReturnType<typeof toHomeResource>;

export const homeQuery = () =>
  queryOptions<HomeData>({
    queryKey: ['home'],
    queryFn: ({ client, signal }) => readHome(apiOf(client), signal),
  });

async function readHome(api: ApiClient, signal: AbortSignal) {
  const [courses, allCourses, featured, newest] = await Promise.all([
    api.call(listFeaturedCourses, {}, signal),
    api.call(listCourses, { query: {} }, signal),
    api.call(listFeaturedResources, {}, signal),
    api.call(listResources, { query: { sort: 'newest' } }, signal),
  ]);
  const picked = featured.slice(0, POSTERS_SHOWN);
  return {
    courseCount: allCourses.total,
    resourceCount: newest.total,
    isResourceCountCapped: newest.isTotalCapped,
    courses: courses.slice(0, COURSES_SHOWN).map(toHomeCourse),
    featured: picked.map(toHomeResource),
    // What stands on the shelf above is not shown again.
    newest: newest.items
      .filter(({ id }) => picked.every((shown) => shown.id !== id))
      .slice(0, POSTERS_SHOWN)
      .map(toHomeResource),
  };
}

function toHomeCourse(course: CourseCard) {
  const { id, kind, title, tagline, price, imageUrl, thumbnailUrl, lessonCount, minutes } = course;
  return {
    id,
    kind,
    title,
    tagline,
    price,
    imageUrl,
    thumbnailUrl,
    lessonCount,
    minutes,
    teacher: course.instructor.name,
  };
}

function toHomeResource(resource: ResourceCard) {
  const { id, title, price, imageUrl, thumbnailUrl, type, seller, rating, reviewCount } = resource;
  return { id, title, price, imageUrl, thumbnailUrl, type, seller, rating, reviewCount };
}
