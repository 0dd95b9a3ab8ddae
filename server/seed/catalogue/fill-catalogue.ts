// Inserts the demo school's sellers, resources and courses with their history, in few statements.
import type { Tx } from '#server/db/client.ts';
import { upsertCovers } from '#server/features/cover/cover.queries.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import type { DanceStyle } from '#shared/vocabulary.ts';
import {
  demoBundles,
  demoCoupons,
  demoCourses,
  demoResources,
  demoSellers,
  type SeedUser,
} from '../demo-data.ts';
import { fillMembers } from '../members.ts';
import { fillLibrary, fillPlans } from '../plans.queries.ts';
import { DAY_MS, momentAgo } from '../seed-moment.ts';
import { composeSales, type Ware } from './catalogue-history.ts';
import {
  courseRow,
  lessonRows,
  moduleRows,
  quizRows,
  resourceLife,
  resourceRow,
  sellerRow,
} from './catalogue-rows.ts';
import { composeStock, type Stock } from './catalogue-stock.ts';
import {
  findCategoryIds,
  insertClosedSellers,
  insertCourses,
  insertHistory,
  insertModules,
  insertOutline,
  insertResourceLife,
  insertResources,
  insertViews,
  openSellers,
} from './catalogue.queries.ts';
import { liveWithMoney } from './money-life.ts';
import { insertProgress } from './progress.queries.ts';
import { fillQuizzes } from './quiz-life.ts';
import { shareMemberMonths, takeFromLibrary } from '../members.queries.ts';
import { bankOf, questionRows } from './quiz-questions.ts';
import { insertQuestions, listQuizPlaces, setDraws } from './quiz.queries.ts';
import { insertBundles, insertCoupons, insertOrdersBehind, sumUpDays } from './order.queries.ts';

type IdOf = (name: string) => number;
type School = { people: readonly SeedUser[]; idOf: IdOf; now: Date };
/** Ids by name: a resource by its title, a course by its short name. */
type Ids = { resource: IdOf; course: IdOf };

export async function fillCatalogue(tx: Tx, school: School): Promise<void> {
  const stock = composeStock(school.people, school.now);
  await insertSellers(tx, school);
  const ids: Ids = {
    resource: await fillShelves(tx, school, stock),
    course: await fillCourses(tx, school, stock),
  };
  await insertHistory(tx, historyRows(stock, school, ids));
  await fillPlans(tx, school);
  await fillMembers(tx, school);
  await insertOrdersBehind(tx);
  await insertBundles(tx, bundleRows(school, ids));
  await insertCoupons(tx, couponRows(school));
  await liveWithMoney(tx, school.now);
  await insertProgress(tx, school.now);
  await insertViews(
    tx,
    stock.views.map(({ key, day, views }) => ({ resourceId: ids.resource(key), day, views })),
  );
  await openSellers(tx);
  await fillLibrary(tx, school.now);
  await takeFromLibrary(tx, school.now);
  await shareMemberMonths(tx, school.now);
  await sumUpDays(tx);
  await fillQuizzes(tx);
  await upsertCovers(tx, [
    ...demoResources().map(({ title, style }) => cover(coverSubjectOf.resource(ids.resource(title)), style)),
    ...demoCourses().map(({ shortName, style }) =>
      cover(coverSubjectOf.course(ids.course(shortName)), style),
    ),
    ...demoSellers().map(({ seller, style }) => cover(coverSubjectOf.seller(school.idOf(seller)), style)),
  ]);
}

function cover(subject: string, style: DanceStyle) {
  return { subject, seed: subject, style, colourway: null, isBare: false };
}

function lookUp(numbers: ReadonlyMap<string, number>): IdOf {
  return (name) => {
    const id = numbers.get(name);
    if (id === undefined) throw new Error(`“${name}” is not in the demo school`);
    return id;
  };
}

/** A store opens the day after its owner joined. */
async function insertSellers(tx: Tx, { people, idOf, now }: School): Promise<void> {
  const joined = new Map(people.map((person) => [person.username, person.joined]));
  await insertClosedSellers(
    tx,
    demoSellers().map((seller) =>
      sellerRow(
        seller,
        idOf(seller.seller),
        momentAgo(now, (joined.get(seller.seller) ?? 1) - 1, seller.slug),
      ),
    ),
  );
}

async function fillShelves(tx: Tx, { idOf, now }: School, stock: Stock): Promise<IdOf> {
  const categoryIds = await findCategoryIds(tx, { kind: 'resource' });
  const placed = { id: idOf, categoryId: lookUp(categoryIds), now };
  const rows = demoResources().map((resource) =>
    resourceRow(resource, placed, countsOf(stock, resource.title, now)),
  );
  const resourceId = lookUp(await insertResources(tx, rows));
  await insertResourceLife(tx, resourceLife(rows, { resourceId, officerId: idOf('officer') }, now));
  return resourceId;
}

async function fillCourses(tx: Tx, { idOf, now }: School, stock: Stock): Promise<IdOf> {
  const categoryIds = await findCategoryIds(tx, { kind: 'course' });
  const placed = { id: idOf, categoryId: lookUp(categoryIds), now };
  const courseId = lookUp(
    await insertCourses(
      tx,
      demoCourses().map((course) => courseRow(course, placed, countsOf(stock, course.shortName, now))),
    ),
  );
  const moduleId = lookUp(
    await insertModules(
      tx,
      demoCourses().flatMap((course) => moduleRows(course, courseId(course.shortName))),
    ),
  );
  const moduleIdAt = (shortName: string) => (position: number) =>
    moduleId(`${courseId(shortName)}/${position}`);
  await insertOutline(tx, {
    lessons: demoCourses().flatMap((course) => lessonRows(course, moduleIdAt(course.shortName))),
    quizzes: demoCourses().flatMap((course) => quizRows(course, moduleIdAt(course.shortName))),
    prerequisites: demoCourses().flatMap(({ shortName, prerequisites = [] }) =>
      prerequisites.map((required) => ({ courseId: courseId(shortName), requiresId: courseId(required) })),
    ),
  });
  const places = await listQuizPlaces(tx);
  await insertQuestions(tx, questionRows(places));
  for (const { rows, ...draw } of bankOf(places)) {
    await insertQuestions(tx, rows);
    await setDraws(tx, draw);
  }
  return courseId;
}

function bundleRows({ idOf, now }: School, ids: Ids) {
  return demoBundles().map(({ title, about, seller, price, published, resources, courses = [] }) => {
    const publishedAt = momentAgo(now, published, title);
    return {
      title,
      description: about,
      sellerId: seller === undefined ? null : idOf(seller),
      priceCents: price * 100,
      state: 'published' as const,
      createdAt: publishedAt,
      publishedAt,
      updatedAt: publishedAt,
      things: [
        ...courses.map((shortName) => ({ courseId: ids.course(shortName) })),
        ...resources.map((name) => ({ resourceId: ids.resource(name) })),
      ],
    };
  });
}

/** Nothing for items off sale. */
function countsOf({ wares, holdings }: Stock, key: string, now: Date): { sales: number; downloads: number } {
  const ware = wares.get(key);
  if (!ware) return { sales: 0, downloads: 0 };
  return composeSales(ware, holdings.filter((holding) => holding.ware === ware).length, now);
}

function historyRows({ holdings, wishes, follows }: Stock, { idOf }: School, ids: Ids) {
  const item = ({ itemType, key }: Ware) => ({ itemType, itemId: ids[itemType](key) });
  return {
    entitlements: holdings.map(({ ware, username, at }, number) => ({
      ...item(ware),
      userId: idOf(username),
      cause: ware.isFree ? ('free' as const) : ('order_line' as const),
      causeRef: ware.isFree ? '' : `demo-${number + 1}`,
      createdAt: at,
    })),
    reviews: holdings
      .flatMap(({ ware, username, review }) => (review ? [{ ware, username, review }] : []))
      .toSorted((a, b) => a.review.createdAt.getTime() - b.review.createdAt.getTime())
      .map(({ ware, username, review: { stars, body, createdAt, answer } }) => ({
        ...item(ware),
        userId: idOf(username),
        stars,
        body,
        answer: answer?.text ?? null,
        answeredAt: answer?.at ?? null,
        createdAt,
        updatedAt: createdAt,
      })),
    downloads: holdings
      .filter(({ ware }) => ware.itemType === 'resource')
      .map(({ ware, username, at }) => ({
        resourceId: ids.resource(ware.key),
        userId: idOf(username),
        day: at.toISOString().slice(0, 10),
      })),
    wishes: wishes.map(({ ware, username, at }) => ({
      ...item(ware),
      userId: idOf(username),
      createdAt: at,
    })),
    follows: follows.map(({ username, seller, at }) => ({
      userId: idOf(username),
      sellerId: idOf(seller),
      createdAt: at,
    })),
  };
}

function couponRows({ idOf, now }: School) {
  const inDays = (days: number | undefined) =>
    days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
  return demoCoupons().map((coupon) => {
    const { code, seller, percent, dollars, note, kinds = [], bundle, made, minimum = 0 } = coupon;
    const createdAt = momentAgo(now, made, code);
    const { maxUses = null, maxPerPerson = null, isFirstOrderOnly = false, isOff = false } = coupon;
    return {
      row: {
        code,
        sellerId: seller === undefined ? null : idOf(seller),
        kind: percent === undefined ? ('fixed' as const) : ('percent' as const),
        percent: percent ?? null,
        amountCents: dollars === undefined ? null : dollars * 100,
        kinds,
        startsAt: inDays(coupon.starts),
        endsAt: inDays(coupon.ends),
        maxUses,
        maxPerPerson,
        minimumCents: minimum * 100,
        isFirstOrderOnly,
        isActive: !isOff,
        note,
        createdBy: idOf(seller ?? 'admin'),
        createdAt,
        updatedAt: createdAt,
      },
      bundle,
    };
  });
}
