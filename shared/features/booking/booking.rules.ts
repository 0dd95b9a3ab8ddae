// Rules of bookings beyond their time.
import { type CancellationPolicy, refundPercent } from '#shared/features/instructor/instructor.rules.ts';
import type { BookingSide } from '#shared/features/reservation/reservation.rules.ts';
import { formatCents } from '#shared/money.ts';

/** When an instructor cancels a session of a package, there is at least this long to book it again. */
export const REBOOK_DAYS = 30;

/** Of both sides together. */
export const MAX_BOOKING_FILES = 20;
/** With the booking itself; more can follow. */
export const MAX_FIRST_FILES = 5;
/** Characters. */
export const CLIENT_NOTE_MAX = 5000;

/** After the place of booked sessions changed. */
export function describeNotified(clients: number): string {
  if (clients === 0) return 'No clients to notify.';
  return clients === 1 ? 'One client gets an email.' : `${clients} clients get an email.`;
}

export type Outcome = { percent: number; refundCents: number; isCreditReturned: boolean };

type Cancellation = {
  side: BookingSide;
  policy: CancellationPolicy;
  startsAt: Date;
  now: Date;
  /** For this session. */
  paidCents: number;
  isPackage: boolean;
};

/** Clients by their policy; everyone is refunded in full when somebody else cancels. */
export function cancellationOutcome({
  side,
  policy,
  startsAt,
  now,
  paidCents,
  isPackage,
}: Cancellation): Outcome {
  const percent = side === 'client' ? refundPercent(policy, startsAt, now) : 100;
  // The money of a package stays with the package; a session comes back whole or not at all.
  if (isPackage) return { percent, refundCents: 0, isCreditReturned: percent === 100 };
  return { percent, refundCents: Math.floor((paidCents * percent) / 100), isCreditReturned: false };
}

type Canceled = Pick<Cancellation, 'paidCents' | 'isPackage' | 'side'> & {
  /** How much of the refund comes back as booking credit, and until when it can be used. */
  creditCents?: number;
  creditNote?: string;
};

/** In a sentence or two, before anyone confirms it. */
export function describeOutcome(
  { percent, refundCents, isCreditReturned }: Outcome,
  { paidCents, isPackage, side, creditCents = 0, creditNote = '' }: Canceled,
): string {
  const whose = side === 'client' ? 'You get' : 'The client gets';
  if (isPackage) {
    return isCreditReturned
      ? 'The session goes back into the package and can be booked again.'
      : 'It’s too late for a free cancellation, so this session of the package is used.';
  }
  if (paidCents === 0) return 'Nothing was paid, so nothing is refunded.';
  if (refundCents === 0) return 'It’s too late for a refund.';
  const all = percent === 100 ? ', all that was paid' : `, ${percent}% of what was paid`;
  const back = `${whose} ${formatCents(refundCents)} back${all}`;
  if (creditCents === 0) return `${back}.`;
  const credit = creditCents === refundCents ? 'all of it' : formatCents(creditCents);
  return `${back}, ${credit} as booking credit. ${creditNote}`.trim();
}
