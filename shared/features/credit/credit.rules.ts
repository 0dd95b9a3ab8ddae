// Credit hours: where they come from, which of them count, and what outside hours may look like. No zod: the browser
// loads this file.

/** certificate: earned with a certificate of ours · outside: a workshop, first aid … with evidence. */
export const CREDIT_SOURCES = ['certificate', 'outside'] as const;
export type CreditSource = (typeof CREDIT_SOURCES)[number];

/** returned: staff need something more · withdrawn: the certificate they were earned with was revoked. */
export const CREDIT_STATES = ['in_review', 'counted', 'returned', 'declined', 'withdrawn'] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

export const CREDIT_STATE_LABELS: Readonly<Record<CreditState, string>> = {
  in_review: 'In review',
  counted: 'Counted',
  returned: 'More needed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** What staff decide about outside hours, and the state it leads to. */
export const CREDIT_DECISIONS = { count: 'counted', return: 'returned', decline: 'declined' } as const;
export type CreditDecision = keyof typeof CREDIT_DECISIONS;

/** States staff see in their list; withdrawn hours were never theirs to decide. */
export const REVIEWED_STATES = ['in_review', 'counted', 'returned', 'declined'] as const;
export type ReviewedState = (typeof REVIEWED_STATES)[number];

/** Hours may be taken back by the learner while nothing is decided for good. */
export const canDeleteCredit = ({ source, state }: { source: CreditSource; state: CreditState }): boolean =>
  source === 'outside' && (state === 'in_review' || state === 'returned');

export const MAX_CREDIT_FILES = 5;
export const MAX_CREDIT_HOURS = 200;
/** Hours are given in halves. */
export const CREDIT_STEP = 0.5;
/** Entries of one person that wait for staff, or for the person, at the same time. */
export const MAX_OPEN_CREDITS = 20;
/** Older evidence can't be checked with the organizer. */
const MAX_CREDIT_YEARS = 10;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Somewhere on earth it is already tomorrow. */
const FARTHEST_ZONE_MS = 14 * 60 * 60 * 1000;

/** Why a day can't be right; null if it can. */
export function findDayProblem(doneOn: string, now = new Date()): string | null {
  const latest = new Date(now.getTime() + FARTHEST_ZONE_MS).toISOString().slice(0, 10);
  if (doneOn > latest) return 'This day is still to come. Add the hours once you’ve done them.';
  const earliest = new Date(now.getTime() - MAX_CREDIT_YEARS * 365.25 * DAY_MS).toISOString().slice(0, 10);
  return doneOn < earliest ? `Hours from more than ${MAX_CREDIT_YEARS} years ago can’t be added.` : null;
}

/** `4`, `16.5`; in a column of figures `4.0`. */
export const formatHours = (hours: number): string => String(Number(hours.toFixed(1)));
export const formatHoursColumn = (hours: number): string => hours.toFixed(1);

export const pluralHours = (hours: number): string =>
  `${formatHours(hours)} ${hours === 1 ? 'hour' : 'hours'}`;

type Counted = { state: CreditState; hours: number; doneOn: string; isSafePractice: boolean };

export type CreditTotals = { counted: number; inReview: number; safePractice: number };

/** Hours since a day, or all of them. */
export function sumCredits(credits: readonly Counted[], since = ''): CreditTotals {
  const sum = (which: (credit: Counted) => boolean) =>
    credits
      .filter((credit) => credit.doneOn >= since && which(credit))
      .reduce((total, { hours }) => total + hours, 0);
  return {
    counted: sum(({ state }) => state === 'counted'),
    inReview: sum(({ state }) => state === 'in_review'),
    safePractice: sum(({ state, isSafePractice }) => state === 'counted' && isSafePractice),
  };
}
