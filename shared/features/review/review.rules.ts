// What both sides know of reviews without zod: the browser loads this file alone.
export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const REVIEW_SORT_LABELS: Readonly<Record<ReviewSort, string>> = {
  newest: 'Newest first',
  highest: 'Highest first',
  lowest: 'Lowest first',
};

/** How many the API answers a page. */
export const REVIEW_PAGE_SIZE = 10;
export const REVIEW_BODY_MAX = 4000;
export const REPLY_BODY_MAX = 2000;

/** What so many stars say, in words; the first is one star. */
export const STAR_LABELS = ['Not for me', 'Less than I hoped', 'Fine', 'Very good', 'Outstanding'] as const;
