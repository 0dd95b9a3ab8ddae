// Assignments: what learners hand in and how it is graded. No zod: the browser loads this file alone.
export const SUBMISSION_STATES = ['submitted', 'returned', 'passed'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];
