// Questions and answers under a lesson. No zod: the browser loads this file alone.
export const REPORT_STATES = ['open', 'dismissed', 'removed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** What can be decided about a report: leave the post, or hide it. */
export const REPORT_DECISIONS = ['dismissed', 'removed'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

export const MAX_POST_TEXT = 5000;
