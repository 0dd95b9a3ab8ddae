// What each side of a booking can do with it, and what a session of several costs.
import type { CancellationPolicy, SessionKind } from '#shared/features/instructor/instructor.rules.ts';
import { refundPercent } from '#shared/features/instructor/instructor.rules.ts';
import type { BookingAction, BookingState } from './reservation.states.ts';

export type BookingSide = 'client' | 'instructor' | 'staff';

type Situation = {
  state: BookingState;
  kind: SessionKind;
  cancellation: CancellationPolicy;
  startsAt: Date;
  endsAt: Date;
};

/** Instructors can record it for two weeks. */
const NO_SHOW_MS = 14 * 86_400_000;

export function bookingActions(side: BookingSide, booking: Situation, now: Date): BookingAction[] {
  const { state, kind, startsAt, endsAt } = booking;
  const isBefore = now < startsAt;
  const isOpen = state === 'held' || state === 'requested';
  if (side === 'staff') return (isOpen || state === 'confirmed') && now < endsAt ? ['cancel'] : [];
  if (side === 'instructor') {
    if (state === 'requested' && isBefore) return ['confirm', 'decline'];
    if (state === 'confirmed' && isBefore) return kind === 'group' ? ['cancel'] : ['reschedule', 'cancel'];
    const isRecent = now.getTime() - endsAt.getTime() < NO_SHOW_MS;
    return (state === 'confirmed' || state === 'completed') && isRecent ? ['no_show'] : [];
  }
  if (!isBefore) return [];
  if (isOpen) return ['cancel'];
  if (state !== 'confirmed') return [];
  // As long as canceling and booking again would cost nothing.
  const isFree = refundPercent(booking.cancellation, startsAt, now) === 100;
  return isFree ? ['reschedule', 'cancel'] : ['cancel'];
}

/** One session's share of the price of several; the first ones carry the odd cents. */
export function sessionShareCents(priceCents: number, sessionCount: number, index: number): number {
  const share = Math.floor(priceCents / sessionCount);
  return index < priceCents - share * sessionCount ? share + 1 : share;
}
