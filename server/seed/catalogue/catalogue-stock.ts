// What is on sale in the demo school, who buys there, and what came of it.
import { momentAgo } from '../seed-moment.ts';
import type { SeedPerson } from '../seed-person.ts';
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
import { composeViews, type SeedViews } from './catalogue-views.ts';
import { COURSES } from './courses.ts';
import { MEMBER, memberFollows, memberHoldings, memberWishes } from './member-things.ts';
import { SHELVED } from './resources.ts';

/** By key: a resource's title, a course's short name. */
export type Stock = {
  wares: ReadonlyMap<string, Ware>;
  holdings: readonly Holding[];
  wishes: readonly Wish[];
  follows: readonly Follow[];
  views: readonly SeedViews[];
};

export function composeStock(people: readonly SeedPerson[], now: Date): Stock {
  const wares = new Map([...waresOfShops(now), ...waresOfCourses(now)].map((ware) => [ware.key, ware]));
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

function waresOfShops(now: Date): Ware[] {
  return SHELVED.filter(({ state }) => state === undefined).map((resource) => ({
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
  return COURSES.map((course) => ({
    key: course.shortName,
    itemType: 'course',
    pool: 'course',
    owner: course.instructor,
    isFree: course.price === 0,
    isFeatured: course.isFeatured ?? false,
    publishedAt: momentAgo(now, course.published, course.shortName),
  }));
}

/** Staff do not shop, and what the member has is written down by hand. */
function isBuyer({ username, roles, isUnverified, suspendedReason }: SeedPerson): boolean {
  const isStaff = roles.some((role) => role === 'admin' || role === 'curriculum_officer');
  return !isStaff && !isUnverified && suspendedReason === undefined && username !== MEMBER;
}

function toBuyer({ username, joined }: SeedPerson, now: Date): Buyer {
  return { username, joinedAt: momentAgo(now, joined, username) };
}
