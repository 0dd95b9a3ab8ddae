// Questions and answers under a lesson. No zod: the browser loads this file alone.
export const REPORT_STATES = ['open', 'dismissed', 'removed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
