// Who owns what in the demo school, with reviews, wishlists and follows: random, with a fixed seed per item.
import { type CoverRandom, createCoverRandom } from '#server/features/cover/cover-stage.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { demoReviews, type ReviewPool, type SeedReviewText } from '../demo-data.ts';
import { DAY_MS } from '../seed-moment.ts';

/** Something on sale. */
export type Ware = {
  /** Its title, or a course's short name. */
  key: string;
  itemType: EntitlementItem;
  pool: ReviewPool;
  owner: string;
  isFree: boolean;
  isFeatured: boolean;
  publishedAt: Date;
};
export type Buyer = { username: string; joinedAt: Date };

export type SeedReview = {
  stars: number;
  body: string;
  createdAt: Date;
  answer?: { text: string; at: Date };
};
export type Holding = { ware: Ware; username: string; at: Date; review?: SeedReview };

/** Nobody reviews on the day of purchase, and nobody buys in the last day. */
const QUIET_MS = 3 * DAY_MS;
/** As a share of the holders. */
const REVIEWS_SHARE = 0.4;
const LOWEST_AVERAGE = 3.6;

export function composeHoldings(wares: readonly Ware[], buyers: readonly Buyer[], now: Date): Holding[] {
  const holdings = wares.flatMap((ware): Holding[] => {
    const dice = createCoverRandom(ware.key, 'demo history');
    const holders = chooseHolders(ware, buyers, dice, now);
    const stars = composeStars(holders.length, dice);
    return holders.map((holding, at) => {
      const given = stars[at];
      if (given === undefined) return holding;
      const createdAt = soonAfter(holding.at, dice.between(0.5, 35), now);
      return { ...holding, review: { stars: given, body: '', createdAt } };
    });
  });
  const alike = Map.groupBy(holdings, ({ ware, review }) => `${ware.pool}/${review?.stars}`);
  return [...alike.values()].flatMap((some) => spreadWords(some, now));
}

function textsFor(pool: ReviewPool, stars: number): readonly SeedReviewText[] {
  return Object.entries(demoReviews()[pool]).find(([given]) => Number(given) === stars)?.[1] ?? [];
}

/** Each text once, spread over reviews with the same number of stars and kind of item; the rest have stars only. */
function spreadWords(alike: readonly Holding[], now: Date): Holding[] {
  const [first] = alike;
  if (!first?.review) return [...alike];
  const texts = textsFor(first.ware.pool, first.review.stars);
  const sayingAt = (at: number) => Math.floor((at * texts.length) / alike.length);
  return alike.map((holding, at) => {
    const words = at === 0 || sayingAt(at) > sayingAt(at - 1) ? texts[sayingAt(at)] : undefined;
    if (!holding.review || !words) return holding;
    return { ...holding, review: speak(holding.review, words, now) };
  });
}

function speak(review: SeedReview, { text, answer }: SeedReviewText, now: Date): SeedReview {
  const days = createCoverRandom(text, 'demo answers').between(0.2, 4);
  return {
    ...review,
    body: text,
    ...(answer !== undefined && { answer: { text: answer, at: soonAfter(review.createdAt, days, now) } }),
  };
}

function chooseHolders(ware: Ware, buyers: readonly Buyer[], dice: CoverRandom, now: Date): Holding[] {
  // Most have a few, some have many.
  const liking = dice.between(0, 1) ** 6;
  const wanted = Math.round(
    2 +
      liking * 22 +
      (ware.isFree ? 3 : 0) +
      (ware.isFeatured ? 5 : 0) +
      (ware.itemType === 'course' ? 7 : 0),
  );
  const latest = now.getTime() - QUIET_MS;
  return buyers
    .filter(({ username }) => username !== ware.owner)
    .map(({ username, joinedAt }) => ({
      username,
      from: Math.max(joinedAt.getTime(), ware.publishedAt.getTime()) + DAY_MS,
      lot: dice.between(0, 1),
    }))
    .filter(({ from }) => from < latest)
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, wanted)
    .map(({ username, from }) => ({ ware, username, at: new Date(dice.between(from, latest)) }));
}

/** Stars for the first so many holders; the rest wrote no review. */
function composeStars(holders: number, dice: CoverRandom): number[] {
  const goodness = dice.between(0.5, 0.92);
  const stars = Array.from(
    { length: Math.round(holders * REVIEWS_SHARE + dice.between(-0.4, 0.6)) },
    (): number => {
      const lot = dice.between(0, 1);
      if (lot < goodness) return 5;
      if (lot < goodness + (1 - goodness) * 0.68) return 4;
      return lot < goodness + (1 - goodness) * 0.94 ? 3 : 2;
    },
  );
  const average = () => stars.reduce((sum, each) => sum + each, 0) / stars.length;
  while (stars.length > 0 && average() < LOWEST_AVERAGE) stars[stars.indexOf(Math.min(...stars))] = 5;
  return stars.slice(0, holders);
}

/** So many days later, but not in the future. */
function soonAfter(moment: Date, days: number, now: Date): Date {
  const left = now.getTime() - moment.getTime();
  return new Date(moment.getTime() + Math.min(days * DAY_MS, left * 0.8));
}

/** How often it was bought: by users here, and by many who are not in the demo school. */
export function composeSales(ware: Ware, holders: number, now: Date): { sales: number; downloads: number } {
  const dice = createCoverRandom(ware.key, 'demo sales');
  const months = (now.getTime() - ware.publishedAt.getTime()) / (30 * DAY_MS);
  const pace = dice.between(0.8, 3.6) ** 2 * (ware.isFeatured ? 2.2 : 1) * (ware.isFree ? 2.5 : 1);
  const taken = holders + Math.round(months * pace);
  // Free resources are claimed, not sold; for a course this is the number of learners.
  const sales = ware.isFree && ware.itemType === 'resource' ? 0 : taken;
  return { sales, downloads: Math.round(taken * dice.between(1.15, 1.7)) };
}

export type Wish = { ware: Ware; username: string; at: Date };

/** Items some users want and don't have. */
export function composeWishes(
  wares: readonly Ware[],
  holdings: readonly Holding[],
  buyers: readonly Buyer[],
  now: Date,
): Wish[] {
  const has = new Set(holdings.map(({ ware, username }) => `${username}/${ware.key}`));
  return buyers.flatMap(({ username, joinedAt }): Wish[] => {
    const dice = createCoverRandom(username, 'demo wishes');
    const wanted = dice.whole(0, 4);
    return wares
      .filter((ware) => ware.owner !== username && !has.has(`${username}/${ware.key}`))
      .map((ware) => ({ ware, lot: dice.between(0, 1) }))
      .toSorted((a, b) => a.lot - b.lot)
      .slice(0, wanted)
      .map(({ ware }) => {
        const from = Math.max(joinedAt.getTime(), ware.publishedAt.getTime());
        return { ware, username, at: new Date(dice.between(from, now.getTime())) };
      });
  });
}

export type Follow = { username: string; seller: string; at: Date };

/** Some follow the seller they bought from. */
export function composeFollows(holdings: readonly Holding[]): Follow[] {
  const follows = new Map<string, Follow>();
  for (const { ware, username, at } of holdings) {
    if (ware.itemType !== 'resource') continue;
    const pair = `${username}/${ware.owner}`;
    if (createCoverRandom(pair, 'demo follows').between(0, 1) > 0.3) continue;
    const known = follows.get(pair);
    if (!known || at < known.at) follows.set(pair, { username, seller: ware.owner, at });
  }
  return [...follows.values()];
}
