// Rules of waitlists. No zod here: the browser loads this file on its own.

/** waiting · offered: a seat or time is held for them · booked: they took it · left · expired: not taken in time, or too late. */
export const WAITLIST_STATES = ['waiting', 'offered', 'booked', 'left', 'expired'] as const;
export type WaitlistState = (typeof WAITLIST_STATES)[number];

/** To take an offered seat or time; never past the session's minimum notice. */
export const OFFER_HOURS = 12;
/** With less time left than this, a freed time goes to the first client who books it. */
export const MIN_OFFER_MINUTES = 15;
/** Per client. */
export const MAX_WAITLIST_ENTRIES = 20;
/** The longest period to wait for. */
export const MAX_WAIT_DAYS = 31;

const MINUTE = 60_000;

/** Until when a session that starts at `start` can be offered at `now`; null: it's too late for an offer. */
export function offerUntil(
  { minNoticeMinutes }: { minNoticeMinutes: number },
  { start, now }: { start: number; now: number },
): number | null {
  const until = Math.min(now + OFFER_HOURS * 60 * MINUTE, start - minNoticeMinutes * MINUTE);
  return until - now >= MIN_OFFER_MINUTES * MINUTE ? until : null;
}

/** “You’re next”, “2nd in line”. */
export function describePosition(position: number): string {
  if (position === 1) return 'You’re next';
  const rest = position % 100;
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th');
  return `${position}${ending} in line`;
}
