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

export const QUESTION_KIND_LABELS: Readonly<Record<QuestionKind, string>> = {
  single: 'One answer',
  multiple: 'Several answers',
  true_false: 'True or false',
  short_text: 'Short text',
  number: 'Number',
  ordering: 'Put in order',
  matching: 'Match pairs',
  hotspot: 'Point at a picture',
  moment: 'Moment in a video',
  open: 'Open, graded by a person',
};

/** Of one question, and of one quiz that draws by them. */
export const MOST_TAGS = 10;
/** Right areas of one picture. */
export const MOST_REGIONS = 10;
/** In one attempt, drawn ones included. */
export const MOST_QUESTIONS = 200;
/** In the bank of one course. */
export const MOST_BANK_QUESTIONS = 1000;

/** How many questions of a bank carry one of these tags. */
export function countTagged(bank: readonly { tags: readonly string[] }[], tags: readonly string[]): number {
  return bank.filter((question) => question.tags.some((tag) => tags.includes(tag))).length;
}

export const ATTEMPT_STATES = ['in_progress', 'submitted', 'needs_grading', 'graded'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** How an answer did; `waiting` for a person. */
export const ANSWER_MARKS = ['right', 'partly', 'wrong', 'waiting'] as const;
export type AnswerMark = (typeof ANSWER_MARKS)[number];

/** Which attempt counts. */
export const GRADING_METHODS = ['best', 'last', 'average'] as const;
export type GradingMethod = (typeof GRADING_METHODS)[number];

/** When learners see the right answers. */
export const REVIEW_POLICIES = ['never', 'after_pass', 'after_last_attempt', 'after_submit'] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];

/** A percentage with at most two decimals; nothing to score counts as nothing. */
export function percentOf(score: number, maxScore: number): number {
  return maxScore <= 0 ? 0 : Math.round((score / maxScore) * 10_000) / 100;
}

/** Compared in points, so that a rounded percentage never passes or fails anyone. */
export function hasPassedWith(attempt: { score: number; maxScore: number; passPercent: number }): boolean {
  return attempt.score * 100 >= attempt.passPercent * attempt.maxScore - 1e-6;
}

/** The fewest points that pass: “You needed 6.” */
export function pointsToPass({ maxScore, passPercent }: { maxScore: number; passPercent: number }): number {
  return Math.ceil((maxScore * passPercent) / 100 - 1e-6);
}

type GradedAttempt = { number: number; score: number; maxScore: number };

/** The percentage that counts; null before anything is graded. */
export function countingPercent(method: GradingMethod, attempts: readonly GradedAttempt[]): number | null {
  if (attempts.length === 0) return null;
  const percents = attempts.map(({ score, maxScore }) => percentOf(score, maxScore));
  if (method === 'best') return Math.max(...percents);
  if (method === 'average') {
    return Math.round((percents.reduce((sum, percent) => sum + percent, 0) / percents.length) * 100) / 100;
  }
  const last = attempts.reduce((latest, attempt) => (attempt.number > latest.number ? attempt : latest));
  return percentOf(last.score, last.maxScore);
}

type DecidedAttempt = GradedAttempt & { hasPassed: boolean };

/** Each attempt is held to the mark of its day; only an average is held to today's. */
export function hasPassedQuiz(
  method: GradingMethod,
  attempts: readonly DecidedAttempt[],
  passPercent: number,
): boolean {
  if (method === 'best') return attempts.some(({ hasPassed }) => hasPassed);
  if (method === 'average') return (countingPercent(method, attempts) ?? -1) >= passPercent;
  return attempts.toSorted((a, b) => a.number - b.number).at(-1)?.hasPassed ?? false;
}

export type ReviewTerms = {
  policy: ReviewPolicy;
  hasSubmitted: boolean;
  hasPassed: boolean;
  /** Null: as many as they like. */
  attemptsLeft: number | null;
  hasOpenAttempt: boolean;
};

/** Whether the right answers may be seen. Never during an attempt: the other tab would be a crib. */
export function canReviewAnswers(terms: ReviewTerms): boolean {
  const { policy, hasSubmitted, hasPassed, attemptsLeft, hasOpenAttempt } = terms;
  if (!hasSubmitted || hasOpenAttempt || policy === 'never') return false;
  if (policy === 'after_submit') return true;
  if (policy === 'after_pass') return hasPassed;
  // Without a limit there is no last attempt; then passing ends the quiz.
  return attemptsLeft === null ? hasPassed : attemptsLeft === 0;
}

/** When the next attempt may begin; null: now. */
export function nextAttemptAt(
  lastSubmittedAt: Date | null,
  { retryDelayMinutes, now }: { retryDelayMinutes: number; now: Date },
): Date | null {
  if (!lastSubmittedAt || retryDelayMinutes === 0) return null;
  const at = new Date(lastSubmittedAt.getTime() + retryDelayMinutes * 60_000);
  return at > now ? at : null;
}

/** Null: unlimited. */
export function attemptsLeftOf(attemptLimit: number | null, extra: number, used: number): number | null {
  return attemptLimit === null ? null : Math.max(0, attemptLimit + extra - used);
}

export type QuizRules = {
  questionCount: number;
  passPercent: number;
  timeLimitMinutes: number | null;
  attemptLimit: number | null;
  retryDelayMinutes: number;
  gradingMethod: GradingMethod;
  reviewPolicy: ReviewPolicy;
};

export const GRADING_METHOD_WORDS: Readonly<Record<GradingMethod, string>> = {
  best: 'Your best score counts.',
  last: 'Your last score counts.',
  average: 'The average of your scores counts.',
};

const REVIEW_WORDS: Readonly<Record<ReviewPolicy, string>> = {
  never: 'The right answers stay closed.',
  after_pass: 'You see the right answers once you pass.',
  after_last_attempt: 'You see the right answers after your last try.',
  after_submit: 'You see the right answers as soon as you hand it in.',
};

/** The rules of a quiz in sentences, for the page before it. */
export function describeQuizRules(quiz: QuizRules): string[] {
  const { questionCount, passPercent, timeLimitMinutes, attemptLimit, retryDelayMinutes } = quiz;
  return [
    `${questionCount} ${questionCount === 1 ? 'question' : 'questions'}; ${passPercent}% passes.`,
    timeLimitMinutes === null
      ? 'No time limit. Leave and come back whenever you like.'
      : `${describeMinutes(timeLimitMinutes)} from the moment you start. When the time is up, what you have answered is handed in for you.`,
    attemptLimit === null
      ? `Try as often as you like. ${GRADING_METHOD_WORDS[quiz.gradingMethod]}`
      : attemptLimit === 1
        ? 'One try.'
        : `Up to ${attemptLimit} tries. ${GRADING_METHOD_WORDS[quiz.gradingMethod]}`,
    ...(retryDelayMinutes > 0 && attemptLimit !== 1
      ? [`${describeMinutes(retryDelayMinutes)} between two tries.`]
      : []),
    REVIEW_WORDS[quiz.reviewPolicy],
  ];
}

/** “45 minutes”, “1 hour”, “2 days”. */
export function describeMinutes(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** “11:24”, “1:02:09”. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** The first paragraph asks; the rest tells what one needs to know. */
export function splitPrompt(prompt: string): { question: string; lead: string } {
  const [question = '', ...rest] = prompt.trim().split(/\n[ \t]*\n/);
  return { question, lead: rest.join('\n\n') };
}
