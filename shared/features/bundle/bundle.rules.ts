// When a bundle is worth selling: what is missing before it can be on sale, in words its seller can act on.
import { formatCents, formatMoney } from '#shared/money.ts';

export type BundleProblem = { path: 'items' | 'price'; message: string };

type Judged = {
  priceCents: number;
  things: readonly { title: string; priceCents: number; isListed: boolean }[];
};

export function bundleProblems({ priceCents, things }: Judged): BundleProblem[] {
  const problems: BundleProblem[] = [];
  if (things.length < BUNDLE_FEWEST) {
    problems.push({ path: 'items', message: `Choose at least ${BUNDLE_FEWEST} things.` });
  }
  if (things.length > BUNDLE_MOST) {
    problems.push({ path: 'items', message: `Choose at most ${BUNDLE_MOST} things.` });
  }
  const gone = things.filter(({ isListed }) => !isListed);
  for (const { title } of gone) {
    problems.push({
      path: 'items',
      message: `“${title}” is not on sale. Take it out, or put it on sale again.`,
    });
  }
  const apart = apartCents(things);
  if (things.length >= BUNDLE_FEWEST && priceCents >= apart) {
    problems.push({
      path: 'price',
      message: `One by one these cost ${formatCents(apart)}. A bundle costs less than that.`,
    });
  }
  return problems;
}

export function apartCents(things: readonly { priceCents: number }[]): number {
  return things.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/** Nothing where there is none: a bundle is never shown as dearer than its things. */
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

/** What publishing the form of a bundle on sale would change, before and after. */
export function bundleChanges(
  live: Compared,
  form: Compared,
): { label: string; before: string; after: string }[] {
  const things = ({ items }: Compared) => items.map(({ title }) => title).join('\n');
  const rows = [
    { label: 'Title', before: live.title, after: form.title.trim() },
    { label: 'Price', before: formatMoney(live.price), after: formatMoney(form.price.trim()) },
    { label: 'What is in it', before: things(live), after: things(form) },
    {
      label: 'What is it for',
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

/** `resource-7`: one thing of a bundle. */
export const bundleItemKey = ({ itemType, itemId }: { itemType: BundleItem; itemId: number }): string =>
  `${itemType}-${itemId}`;

/** Fewer is no bundle. */
export const BUNDLE_FEWEST = 2;
export const BUNDLE_MOST = 20;

/** What its seller can do with it, from which states, and where that leads. */
export const BUNDLE_TRANSITIONS = {
  publish: { from: ['draft', 'archived'], to: 'published' },
  archive: { from: ['published'], to: 'archived' },
} as const satisfies Record<string, { from: readonly BundleState[]; to: BundleState }>;
export type BundleTransition = keyof typeof BUNDLE_TRANSITIONS;
