// What Nell Abara has, wishes for and follows, so that whoever signs in as her finds her pages lived in.
import { momentAgo } from '../seed-moment.ts';
import type { Follow, Holding, SeedReview, Ware, Wish } from './catalogue-history.ts';

export const MEMBER = 'member';

type Owned = { key: string; ago: number; review?: Pick<SeedReview, 'stars' | 'body'> };

const OWNED: readonly Owned[] = [
  {
    key: 'Cypher games for the first ten minutes',
    ago: 190,
    review: { stars: 5, body: 'My Year 5s ask for game four by name. I have stopped bringing a whistle.' },
  },
  { key: 'RHY-101', ago: 21 },
  {
    key: 'Top rock in one lesson',
    ago: 96,
    review: {
      stars: 4,
      body: 'Worked on the first try with thirty children and a cold hall. The last page is a bit fast for my Year 3s.',
    },
  },
  { key: 'Shuffle drills you can post on the wall', ago: 61 },
  { key: 'Isolations ladder: heads, ribs, hips', ago: 33 },
  { key: 'Greeting dances from six countries', ago: 12 },
];
const WISHED: readonly [key: string, ago: number][] = [
  ['A first recital in six weeks', 40],
  ['Cardboard and courage: a term of breaking', 18],
  ['HHT-CERT', 7],
];
const FOLLOWED: readonly [seller: string, ago: number][] = [
  ['multi', 150],
  ['seller', 44],
];

function getWare(wares: ReadonlyMap<string, Ware>, key: string): Ware {
  const ware = wares.get(key);
  if (!ware) throw new Error(`“${key}” is not on sale in the demo school`);
  return ware;
}

export function memberHoldings(wares: ReadonlyMap<string, Ware>, now: Date): Holding[] {
  return OWNED.map(({ key, ago, review }) => ({
    ware: getWare(wares, key),
    username: MEMBER,
    at: momentAgo(now, ago, `member ${key}`),
    ...(review && { review: { ...review, createdAt: momentAgo(now, ago - 9, `member review ${key}`) } }),
  }));
}

export function memberWishes(wares: ReadonlyMap<string, Ware>, now: Date): Wish[] {
  return WISHED.map(([key, ago]) => ({
    ware: getWare(wares, key),
    username: MEMBER,
    at: momentAgo(now, ago, `member wish ${key}`),
  }));
}

export function memberFollows(now: Date): Follow[] {
  return FOLLOWED.map(([seller, ago]) => ({
    username: MEMBER,
    seller,
    at: momentAgo(now, ago, `member follow ${seller}`),
  }));
}
