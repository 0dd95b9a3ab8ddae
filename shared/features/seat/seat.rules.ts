// Seat counts and labels, shared by both sides.

export type SeatCounts = { quantity: number; held: number; invited: number };

/** The first seat is the buyer's own and always in use. */
export function seatsInUse({ held }: SeatCounts): number {
  return held + 1;
}

export function freeSeats({ quantity, held, invited }: SeatCounts): number {
  return Math.max(0, quantity - 1 - held - invited);
}

/** “4 of 5 seats in use, 1 invited”. */
export function formatSeats(counts: SeatCounts): string {
  const use = `${seatsInUse(counts)} of ${counts.quantity} seats in use`;
  return counts.invited > 0 ? `${use}, ${counts.invited} invited` : use;
}

/** “m…@example.com”: enough to recognize your own address, not enough to write to. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '…' : `${Array.from(email)[0]}…${email.slice(at)}`;
}

export const SEAT_STATES = ['free', 'invited', 'held'] as const;
export type SeatState = (typeof SEAT_STATES)[number];

export const SEAT_STATE_LABELS: Readonly<Record<SeatState, string>> = {
  free: 'Free',
  invited: 'Invited',
  held: 'In use',
};
