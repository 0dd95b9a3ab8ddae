// Quizzes: kinds of questions, how attempts count and what learners see afterwards. No zod: the browser loads this file alone.
export const QUESTION_KINDS = [
  'single',
  'multiple',
  'true_false',
  'short_text',
  'number',
  'ordering',
  'matching',
  'hotspot',
  'moment',
  'open',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const ATTEMPT_STATES = ['in_progress', 'submitted', 'needs_grading', 'graded'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** Which attempt counts. */
export const GRADING_METHODS = ['best', 'last', 'average'] as const;
export type GradingMethod = (typeof GRADING_METHODS)[number];

/** When learners see the right answers. */
export const REVIEW_POLICIES = ['never', 'after_pass', 'after_last_attempt', 'after_submit'] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];
