// The life of a bundle, and what can be put into one.
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
export const thingKey = ({ itemType, itemId }: { itemType: BundleItem; itemId: number }): string =>
  `${itemType}-${itemId}`;

/** Fewer is no bundle. */
export const BUNDLE_FEWEST = 2;
export const BUNDLE_MOST = 20;

/** What its seller can do with it, from which states, and where that leads. */
export const BUNDLE_MOVES = {
  publish: { from: ['draft', 'archived'], to: 'published' },
  archive: { from: ['published'], to: 'archived' },
} as const satisfies Record<string, { from: readonly BundleState[]; to: BundleState }>;
export type BundleMove = keyof typeof BUNDLE_MOVES;
