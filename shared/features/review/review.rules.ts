// Limits and labels of reviews. No zod here: the browser loads this file on its own.
export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const REVIEW_SORT_LABELS: Readonly<Record<ReviewSort, string>> = {
  newest: 'Newest first',
  highest: 'Highest first',
  lowest: 'Lowest first',
};

/** Reviews per page. */
export const REVIEW_PAGE_SIZE = 10;
export const REVIEW_BODY_MAX = 4000;
export const REPLY_BODY_MAX = 2000;

/** Labels for one to five stars. */
export const STAR_LABELS = ['Not for me', 'Less than I hoped', 'Fine', 'Very good', 'Outstanding'] as const;
