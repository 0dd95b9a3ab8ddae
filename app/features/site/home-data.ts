// The home page's data, formatted for its cards. Runs on the server only: the home page has the smallest script budget,
// and none of this code reaches the browser.
import type { ApiClient } from '#app/lib/api-client.ts';
import { listInstructors } from '#shared/features/connect/connect.contract.ts';
import type { InstructorCard } from '#shared/features/connect/connect.schema.ts';
import { listResources } from '#shared/features/catalogue/catalogue.contract.ts';
import { listCourses, listFeaturedCourses } from '#shared/features/course/course.contract.ts';
import { countOf, courseLabel, describeCard } from '#shared/features/course/course.rules.ts';
import type { CourseCard } from '#shared/features/course/course.schema.ts';
import {
  COVER_SHAPES,
  coverSrcSet,
  coverSubjectOf,
  coverUrl,
  styleCoverSubject,
} from '#shared/features/cover/cover.rules.ts';
import { listFeaturedResources } from '#shared/features/resource/resource.contract.ts';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import { listStyles } from '#shared/features/style/style.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatPrice } from '#shared/money.ts';

const COURSES_SHOWN = 4;
const POSTERS_SHOWN = 4;
const INSTRUCTORS_SHOWN = 4;
const POSTER_SIZES = '(width < 56.25rem) 45vw, 19rem';

export type HomeData = Awaited<ReturnType<typeof loadHomeData>>;
export type HomeCourse = ReturnType<typeof toHomeCourse>;
export type HomePoster = ReturnType<typeof toHomePoster>;

export async function loadHomeData(api: ApiClient) {
  const [courses, allCourses, featured, newest, styles, instructors, freeThisWeek] = await Promise.all([
    api.call(listFeaturedCourses, {}),
    api.call(listCourses, { query: {} }),
    api.call(listFeaturedResources, {}),
    api.call(listResources, { query: { sort: 'newest' } }),
    api.call(listStyles, {}),
    api.call(listInstructors, { query: {} }),
    api.call(listInstructors, { query: { when: 'week' } }),
  ]);
  const picked = featured.slice(0, POSTERS_SHOWN);
  // Don't repeat the featured resources.
  const others = newest.items.filter(({ id }) => picked.every((shown) => shown.id !== id));
  const featuredCourses = courses.slice(0, COURSES_SHOWN);
  const heroCourse =
    allCourses.items.find(({ id }) => featuredCourses.every((shown) => shown.id !== id)) ?? courses[0];
  const heroResource = others[POSTERS_SHOWN] ?? picked[0];
  const [heroInstructor] = instructors.items;
  return {
    /** One course, one resource and one instructor; nothing if one of them is missing. */
    hero:
      heroCourse && heroResource && heroInstructor
        ? [courseHero(heroCourse), resourceHero(heroResource), instructorHero(heroInstructor)]
        : [],
    /** “12 courses”, keyed by the page that lists them. */
    counts: {
      ...(allCourses.total > 0 && { '/courses': countOf(allCourses.total, 'course') }),
      ...(newest.total > 0 && { '/curriculum': resourceCount(newest) }),
      ...(instructors.total > 0 && { '/connect': countOf(instructors.total, 'instructor') }),
    } as Readonly<Record<string, string>>,
    styles: styles.filter((style) => !style.isRetired || style.itemCount > 0).map(({ name }) => name),
    courses: featuredCourses.map(toHomeCourse),
    instructors: freeThisWeek.items.slice(0, INSTRUCTORS_SHOWN).map(toHomeInstructor),
    featured: picked.map(toHomePoster),
    newest: others.slice(0, POSTERS_SHOWN).map(toHomePoster),
  };
}

function resourceCount({ total, isTotalCapped }: { total: number; isTotalCapped: boolean }): string {
  return isTotalCapped ? `${formatCount(total)} and more` : countOf(total, 'resource');
}

/** `cover` is the subject of a drawn cover, or a picture with its widths. */
export type HeroPoster = {
  to: string;
  title: string;
  note: string;
  cover: string | { src: string; srcSet: string; width: number; height: number };
};

const courseHero = (course: CourseCard): HeroPoster => ({
  to: `/courses/${course.id}`,
  title: course.title,
  note: describeCard(course),
  cover: coverSubjectOf.course(course.id),
});

function resourceHero(resource: ResourceCard): HeroPoster {
  const { id, title, seller, price } = resource;
  const { src, srcSet } = posterCover(resource, '');
  return {
    to: `/curriculum/${id}`,
    title,
    note: `${seller.name}, ${formatPrice(price)}`,
    cover: { src, srcSet, width: COVER_SHAPES.poster.width, height: COVER_SHAPES.poster.height },
  };
}

function instructorHero({ id, name, styles, price }: InstructorCard): HeroPoster {
  const [style = 'Other'] = styles;
  return {
    to: `/instructors/${id}`,
    title: styles[0] ? `${style} with ${name}` : name,
    note: price ? `${price.durationMinutes} minutes on Connect` : 'On Connect',
    cover: styleCoverSubject(style),
  };
}

export type HomeInstructor = ReturnType<typeof toHomeInstructor>;

const toHomeInstructor = ({ id, name, profileImageUrl, styles, price }: InstructorCard) => ({
  id,
  name,
  profileImageUrl,
  styles: styles.slice(0, 3).join(', '),
  price: price && `${formatPrice(price.amount)} for ${price.durationMinutes} min`,
});

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
