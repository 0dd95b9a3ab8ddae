// A licence for several teachers: one seat is its buyer's, the others are handed out.
export const SEAT_STATES = ['free', 'invited', 'held'] as const;
export type SeatState = (typeof SEAT_STATES)[number];

export const SEAT_STATE_LABELS: Readonly<Record<SeatState, string>> = {
  free: 'Free',
  invited: 'Invited',
  held: 'In use',
};
