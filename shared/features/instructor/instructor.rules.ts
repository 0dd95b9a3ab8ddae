// Instructors on Connect: what they offer, and under which conditions.

/** draft: the instructor is still writing it · listed: everyone can find and book · suspended: by staff. */
export const INSTRUCTOR_STATES = ['draft', 'listed', 'suspended'] as const;
export type InstructorState = (typeof INSTRUCTOR_STATES)[number];

/**
 * one_to_one: any free time · group: dates the instructor schedules, with seats sold one by one · package: several
 * one-to-one sessions paid at once and booked later · series: the same time every week, all or nothing.
 */
export const SESSION_KINDS = ['one_to_one', 'group', 'package', 'series'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const SESSION_KIND_LABELS: Readonly<Record<SessionKind, string>> = {
  one_to_one: 'One to one',
  group: 'Group',
  package: 'Package',
  series: 'Weekly series',
};

export const MEETING_PLACES = ['online', 'in_person'] as const;
export type MeetingPlace = (typeof MEETING_PLACES)[number];

/** What a client gets back who cancels at least this many hours before the start. */
export type CancellationTier = { hours: number; percent: number };

export const CANCELLATION_POLICIES = ['flexible', 'standard', 'strict'] as const;
export type CancellationPolicy = (typeof CANCELLATION_POLICIES)[number];

/**
 * The tier with the most hours that still fits counts; with none, nothing is refunded. Bookings keep the policy they were
 * made under by its name, so these never change: other terms are another policy.
 */
export const CANCELLATION_TIERS: Readonly<Record<CancellationPolicy, readonly CancellationTier[]>> = {
  flexible: [{ hours: 2, percent: 100 }],
  standard: [
    { hours: 24, percent: 100 },
    { hours: 0, percent: 50 },
  ],
  strict: [
    { hours: 72, percent: 100 },
    { hours: 24, percent: 50 },
  ],
};

export const CANCELLATION_TEXTS: Readonly<Record<CancellationPolicy, string>> = {
  flexible: 'Free to cancel until 2 hours before. After that, nothing is refunded.',
  standard: 'Free to cancel until 24 hours before. After that, half is refunded until the session starts.',
  strict:
    'Free to cancel until 72 hours before, half is refunded until 24 hours before, and nothing after that.',
};

/** In percent of the price. */
export function refundPercent(policy: CancellationPolicy, startsAt: Date, now: Date): number {
  const hours = (startsAt.getTime() - now.getTime()) / 3_600_000;
  return CANCELLATION_TIERS[policy].find((tier) => hours >= tier.hours)?.percent ?? 0;
}

/** ISO 639-1 codes of the languages to choose from, by how often dance teachers here speak them. */
export const LANGUAGES = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  sv: 'Swedish',
  no: 'Norwegian',
  da: 'Danish',
  pl: 'Polish',
  uk: 'Ukrainian',
  ru: 'Russian',
  ar: 'Arabic',
  he: 'Hebrew',
  hi: 'Hindi',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
} as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];

export function languageName(code: string): string {
  return (LANGUAGES as Record<string, string>)[code] ?? code;
}

/** What an instructor still has to do before the directory lists them. */
export const LISTING_STEPS = ['headline', 'session_type', 'hours'] as const;
export type ListingStep = (typeof LISTING_STEPS)[number];

export const LISTING_STEP_LABELS: Readonly<Record<ListingStep, string>> = {
  headline: 'Write a headline',
  session_type: 'Offer at least one session',
  hours: 'Set your weekly hours',
};

/** “45 minutes”, “1 hour 30 minutes”. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes <= 90 && minutes !== 60) return `${minutes} minutes`;
  const parts = [`${hours} ${hours === 1 ? 'hour' : 'hours'}`];
  if (rest > 0) parts.push(`${rest} minutes`);
  return parts.join(' ');
}

type Counted = { kind: SessionKind; durationMinutes: number; capacity: number; sessionCount: number };

/** How long and for how many, in a few words: “30 minutes”, “Group of 6, 60 minutes”, “5 sessions, 45 minutes each”. */
export function describeSession({ kind, durationMinutes, capacity, sessionCount }: Counted): string {
  const length = formatDuration(durationMinutes);
  if (kind === 'group') return `Group of ${capacity}, ${length}`;
  if (kind === 'package') return `${sessionCount} sessions, ${length} each`;
  if (kind === 'series') return `${sessionCount} weeks, ${length} each`;
  return length;
}
