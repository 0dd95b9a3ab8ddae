// What is on sale in the demo school, who bought it, and how often it was viewed. The demo member's items come from
// data/member.json.
import { createCoverRandom } from '#server/features/cover/cover-stage.ts';
import { demoCourses, demoMember, demoResources, type SeedUser } from '../demo-data.ts';
import { DAY_MS, momentAgo } from '../seed-moment.ts';
import {
  type Buyer,
  composeFollows,
  composeHoldings,
  composeWishes,
  type Follow,
  type Holding,
  type Ware,
  type Wish,
} from './catalogue-history.ts';

const MEMBER = 'member';

type SeedViews = { key: string; day: string; views: number };

/** By key: a resource's title, a course's short name. */
export type Stock = {
  wares: ReadonlyMap<string, Ware>;
  holdings: readonly Holding[];
  wishes: readonly Wish[];
  follows: readonly Follow[];
  views: readonly SeedViews[];
};

export function composeStock(people: readonly SeedUser[], now: Date): Stock {
  const wares = new Map([...waresOfSellers(now), ...waresOfCourses(now)].map((ware) => [ware.key, ware]));
  const buyers = people.filter(isBuyer).map((person) => toBuyer(person, now));
  const bought = composeHoldings([...wares.values()], buyers, now);
  const holdings = [...bought, ...memberHoldings(wares, now)].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  return {
    wares,
    holdings,
    wishes: [...composeWishes([...wares.values()], holdings, buyers, now), ...memberWishes(wares, now)],
    follows: [...composeFollows(bought), ...memberFollows(now)],
    views: composeViews(wares.values(), holdings, now),
  };
}

function waresOfSellers(now: Date): Ware[] {
  return demoResources()
    .filter(({ state }) => state === undefined)
    .map((resource) => ({
      key: resource.title,
      itemType: 'resource',
      pool: resource.type,
      owner: resource.seller,
      isFree: resource.price === 0,
      isFeatured: resource.isFeatured ?? false,
      publishedAt: momentAgo(now, resource.published, resource.title),
    }));
}

function waresOfCourses(now: Date): Ware[] {
  return demoCourses().map((course) => ({
    key: course.shortName,
    itemType: 'course',
    pool: 'course',
    owner: course.instructor,
    isFree: course.price === 0,
    isFeatured: course.isFeatured ?? false,
    publishedAt: momentAgo(now, course.published, course.shortName),
  }));
}

/** Staff buy nothing, and the member's purchases are listed in data/member.json. */
function isBuyer({ username, roles, isUnverified, suspendedReason }: SeedUser): boolean {
  const isStaff = roles.some((role) => role === 'admin' || role === 'curriculum_officer');
  return !isStaff && !isUnverified && suspendedReason === undefined && username !== MEMBER;
}

function toBuyer({ username, joined }: SeedUser, now: Date): Buyer {
  return { username, joinedAt: momentAgo(now, joined, username) };
}

function getWare(wares: ReadonlyMap<string, Ware>, key: string): Ware {
  const ware = wares.get(key);
  if (!ware) throw new Error(`“${key}” is not on sale in the demo school`);
  return ware;
}

function memberHoldings(wares: ReadonlyMap<string, Ware>, now: Date): Holding[] {
  return demoMember().owned.map(({ key, ago, review }) => ({
    ware: getWare(wares, key),
    username: MEMBER,
    at: momentAgo(now, ago, `member ${key}`),
    ...(review && { review: { ...review, createdAt: momentAgo(now, ago - 9, `member review ${key}`) } }),
  }));
}

function memberWishes(wares: ReadonlyMap<string, Ware>, now: Date): Wish[] {
  return demoMember().wishes.map(([key, ago]) => ({
    ware: getWare(wares, key),
    username: MEMBER,
    at: momentAgo(now, ago, `member wish ${key}`),
  }));
}

function memberFollows(now: Date): Follow[] {
  return demoMember().follows.map(([seller, ago]) => ({
    username: MEMBER,
    seller,
    at: momentAgo(now, ago, `member follow ${seller}`),
  }));
}

/** The two sellers anyone can sign in as. Views of every seller would only slow down the first start. */
const WATCHED: readonly string[] = ['seller', 'multi'];

/** From Sunday, and from January. */
const WEEK = [1.35, 1.2, 1, 1.05, 0.95, 0.65, 0.8];
const YEAR = [1.15, 1.05, 1, 0.95, 0.9, 0.75, 0.6, 0.95, 1.35, 1.2, 1.05, 0.7];

/** Views per day: many while a resource is new, more on evenings before school and in autumn, never fewer than sales. */
function composeViews(wares: Iterable<Ware>, holdings: readonly Holding[], now: Date): readonly SeedViews[] {
  const taken = Map.groupBy(holdings, ({ ware }) => ware.key);
  return [...wares]
    .filter(({ itemType, owner }) => itemType === 'resource' && WATCHED.includes(owner))
    .flatMap((ware) => viewsOf(ware, taken.get(ware.key) ?? [], now));
}

/** Every buyer viewed it first, as did many others in the weeks around; a few people come by on any day. */
function viewsOf(ware: Ware, holdings: readonly Holding[], now: Date): SeedViews[] {
  const dice = createCoverRandom(ware.key, 'demo views');
  const start = ware.publishedAt.getTime();
  const usual = dice.between(0.2, 0.9);
  const views = new Map<string, number>();
  const add = (time: number, count: number) => {
    if (count > 0 && time >= start && time <= now.getTime())
      views.set(dayOf(time), (views.get(dayOf(time)) ?? 0) + count);
  };
  for (let time = start; time <= now.getTime(); time += DAY_MS) {
    const novelty = 1 + 3 * Math.exp((start - time) / (9 * DAY_MS));
    add(time, Math.floor(usual * novelty * seasonOf(time) + dice.between(0, 1)));
  }
  for (const { at } of holdings) {
    add(at.getTime(), 1);
    for (let lookers = dice.whole(16, 40); lookers > 0; lookers--) {
      const time = at.getTime() + dice.between(-24, 12) * DAY_MS;
      // Fewer on quiet days.
      if (dice.between(0, 1.6) < seasonOf(time)) add(time, 1);
    }
  }
  return [...views].map(([day, count]) => ({ key: ware.key, day, views: count }));
}

function seasonOf(time: number): number {
  const date = new Date(time);
  return (WEEK[date.getUTCDay()] ?? 1) * (YEAR[date.getUTCMonth()] ?? 1);
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
