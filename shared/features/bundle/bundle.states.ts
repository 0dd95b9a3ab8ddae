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

/** Fewer is no bundle. */
export const BUNDLE_FEWEST = 2;
export const BUNDLE_MOST = 20;
