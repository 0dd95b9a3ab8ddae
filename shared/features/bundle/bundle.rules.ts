// What a bundle needs before it can go on sale, as messages for its seller.
import { formatCents, formatMoney } from '#shared/money.ts';
import { normalizeMoney } from '#shared/typed-money.ts';

export type BundleProblem = { path: 'items' | 'price'; message: string };

type Judged = {
  priceCents: number;
  items: readonly { title: string; priceCents: number; isListed: boolean }[];
};

export function bundleProblems({ priceCents, items }: Judged): BundleProblem[] {
  const problems: BundleProblem[] = [];
  if (items.length < BUNDLE_FEWEST) {
    problems.push({ path: 'items', message: `Choose at least ${BUNDLE_FEWEST} items.` });
  }
  if (items.length > BUNDLE_MOST) {
    problems.push({ path: 'items', message: `Choose at most ${BUNDLE_MOST} items.` });
  }
  const gone = items.filter(({ isListed }) => !isListed);
  for (const { title } of gone) {
    problems.push({
      path: 'items',
      message: `“${title}” isn’t on sale. Remove it, or put it back on sale.`,
    });
  }
  const apart = apartCents(items);
  if (items.length >= BUNDLE_FEWEST && priceCents >= apart) {
    problems.push({
      path: 'price',
      message: `Separately these cost ${formatCents(apart)}. Set a lower price for the bundle.`,
    });
  }
  return problems;
}

export function apartCents(items: readonly { priceCents: number }[]): number {
  return items.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/** Never negative: a bundle is never shown as more expensive than its items. */
export function savingOf(priceCents: number, apart: number): { cents: number; percent: number } {
  const cents = Math.max(0, apart - priceCents);
  return { cents, percent: apart > 0 ? Math.floor((cents * 100) / apart) : 0 };
}

type Compared = {
  title: string;
  description?: string | undefined;
  price: string;
  items: readonly { itemType: string; itemId: number; title: string }[];
};

/** What publishing the form would change about a bundle on sale. */
export function bundleChanges(
  live: Compared,
  form: Compared,
): { label: string; before: string; after: string }[] {
  const titlesOf = ({ items }: Compared) => items.map(({ title }) => title).join('\n');
  const rows = [
    { label: 'Title', before: live.title, after: form.title.trim() },
    { label: 'Price', before: formatMoney(live.price), after: formatMoney(normalizeMoney(form.price)) },
    { label: 'Items', before: titlesOf(live), after: titlesOf(form) },
    {
      label: 'Description',
      before: live.description || 'None',
      after: form.description?.trim() || 'None',
    },
  ];
  return rows.filter(({ before, after }) => before !== after);
}

export const BUNDLE_STATES = ['draft', 'published', 'archived'] as const;
export type BundleState = (typeof BUNDLE_STATES)[number];

export const BUNDLE_STATE_LABELS: Readonly<Record<BundleState, string>> = {
  draft: 'Draft',
  published: 'On sale',
  archived: 'Off sale',
};

export const BUNDLE_ITEMS = ['resource', 'course'] as const;
export type BundleItem = (typeof BUNDLE_ITEMS)[number];

/** `resource-7`: one item of a bundle. */
export const bundleItemKey = ({ itemType, itemId }: { itemType: string; itemId: number }): string =>
  `${itemType}-${itemId}`;

/** A bundle has at least this many items. */
export const BUNDLE_FEWEST = 2;
export const BUNDLE_MOST = 20;

/** The state transitions a seller can trigger. */
export const BUNDLE_TRANSITIONS = {
  publish: { from: ['draft', 'archived'], to: 'published' },
  archive: { from: ['published'], to: 'archived' },
} as const satisfies Record<string, { from: readonly BundleState[]; to: BundleState }>;
export type BundleTransition = keyof typeof BUNDLE_TRANSITIONS;
