// Rules of reviews after sessions. No zod here: the browser loads this file on its own.
import type { BookingState } from '#shared/features/reservation/reservation.states.ts';

/** To write one, from the end of the session. */
export const REVIEW_DAYS = 30;
/** After the end of the session, both sides are invited to. */
export const INVITE_AFTER_HOURS = 24;
export const SESSION_REVIEW_MAX = 2000;

export const REPORT_STATES = ['open', 'dismissed', 'removed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** dismissed: the review stays · removed: nobody sees it anymore. */
export const REPORT_DECISIONS = ['dismissed', 'removed'] as const;

const DAY_MS = 86_400_000;

export const reviewableUntil = (endsAt: Date): Date => new Date(endsAt.getTime() + REVIEW_DAYS * DAY_MS);

/** Sessions that took place; a canceled or missed one can't be judged. */
export function isReviewable(booking: { state: BookingState; endsAt: Date }, now: Date): boolean {
  const tookPlace = booking.state === 'completed' || booking.state === 'confirmed';
  return tookPlace && booking.endsAt <= now && now < reviewableUntil(booking.endsAt);
}
