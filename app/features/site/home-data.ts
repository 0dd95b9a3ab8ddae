// The home page's data, formatted for its cards. Runs on the server only: the home page has the smallest script budget,
// and none of this code reaches the browser.
import type { ApiClient } from '#app/lib/api-client.ts';
import { listResources } from '#shared/features/catalogue/catalogue.contract.ts';
import { listCourses, listFeaturedCourses } from '#shared/features/course/course.contract.ts';
import { countOf, courseLabel, describeCard } from '#shared/features/course/course.rules.ts';
import type { CourseCard } from '#shared/features/course/course.schema.ts';
import { COVER_SHAPES, coverSrcSet, coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';
import { listFeaturedResources } from '#shared/features/resource/resource.contract.ts';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import { listStyles } from '#shared/features/style/style.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatPrice } from '#shared/money.ts';

const COURSES_SHOWN = 4;
const POSTERS_SHOWN = 4;
const POSTER_SIZES = '(width < 56.25rem) 45vw, 19rem';

export type HomeData = Awaited<ReturnType<typeof loadHomeData>>;
export type HomeCourse = ReturnType<typeof toHomeCourse>;
export type HomePoster = ReturnType<typeof toHomePoster>;

export async function loadHomeData(api: ApiClient) {
  const [courses, allCourses, featured, newest, styles] = await Promise.all([
    api.call(listFeaturedCourses, {}),
    api.call(listCourses, { query: {} }),
    api.call(listFeaturedResources, {}),
    api.call(listResources, { query: { sort: 'newest' } }),
    api.call(listStyles, {}),
  ]);
  const picked = featured.slice(0, POSTERS_SHOWN);
  // Don't repeat the featured resources.
  const others = newest.items.filter(({ id }) => picked.every((shown) => shown.id !== id));
  return {
    /** “12 courses”, keyed by the page that lists them. */
    counts: {
      ...(allCourses.total > 0 && { '/courses': countOf(allCourses.total, 'course') }),
      ...(newest.total > 0 && { '/curriculum': resourceCount(newest) }),
    } as Readonly<Record<string, string>>,
    styles: styles.filter((style) => !style.isRetired || style.itemCount > 0).map(({ name }) => name),
    courses: courses.slice(0, COURSES_SHOWN).map(toHomeCourse),
    featured: picked.map(toHomePoster),
    newest: others.slice(0, POSTERS_SHOWN).map(toHomePoster),
  };
}

function resourceCount({ total, isTotalCapped }: { total: number; isTotalCapped: boolean }): string {
  return isTotalCapped ? `${formatCount(total)} and more` : countOf(total, 'resource');
}

function toHomeCourse(course: CourseCard, at: number) {
  const { id, title, tagline, price, instructor } = course;
  return {
    id,
    title,
    tagline,
    price: formatPrice(price),
    who: `${courseLabel(course)} with ${instructor.name}`,
    facts: describeCard(course),
    cover: at === 0 ? leadCover(id) : { ...posterCover(course, '8rem'), width: 640, height: 800 },
  };
}

/** The first course is large, with a cover in its own shape. */
function leadCover(id: number) {
  const subject = coverSubjectOf.course(id);
  const { width, height } = COVER_SHAPES.stage;
  return {
    src: coverUrl(subject, 'stage', width),
    srcSet: coverSrcSet(subject, 'stage'),
    sizes: '(width < 56.25rem) 92vw, 44rem',
    width,
    height,
  };
}

function toHomePoster(resource: ResourceCard) {
  const { id, title, price, seller, rating, reviewCount } = resource;
  return {
    to: `/curriculum/${id}`,
    title,
    cover: posterCover(resource, POSTER_SIZES),
    who: seller.name,
    price: formatPrice(price),
    ...(rating !== null && { rating: { value: rating.toFixed(1), count: reviewCount } }),
  };
}

function posterCover({ imageUrl, thumbnailUrl }: { imageUrl: string; thumbnailUrl: string }, sizes: string) {
  return { src: imageUrl, srcSet: `${thumbnailUrl} 320w, ${imageUrl} 640w`, sizes };
}
