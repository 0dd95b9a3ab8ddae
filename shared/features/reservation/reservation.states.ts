// The states of bookings and of what is paid for them (DESIGN §4).

/**
 * held: reserved for 15 minutes, or a day after an accepted request, while the client pays · requested: waits for the
 * instructor · confirmed · completed · no_show: the client did not come · declined: by the instructor · expired: not paid
 * or not answered in time · cancelled.
 */
export const BOOKING_STATES = [
  'held',
  'requested',
  'confirmed',
  'completed',
  'no_show',
  'declined',
  'expired',
  'cancelled',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

export const BOOKING_STATE_LABELS: Readonly<Record<BookingState, string>> = {
  held: 'Waiting for payment',
  requested: 'Requested',
  confirmed: 'Confirmed',
  completed: 'Completed',
  no_show: 'No-show',
  declined: 'Declined',
  expired: 'Expired',
  cancelled: 'Canceled',
};

/** These occupy the instructor's time, or a seat of a group. */
export const LIVE_BOOKING_STATES = ['held', 'requested', 'confirmed', 'completed', 'no_show'] as const;

/** held: not paid yet · paid: or free · ended: expired, declined or refunded. */
export const RESERVATION_STATES = ['requested', 'held', 'paid', 'ended'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

export const CANCELERS = ['client', 'instructor', 'staff'] as const;
export type Canceler = (typeof CANCELERS)[number];

export const BOOKING_ACTIONS = ['reschedule', 'cancel', 'confirm', 'decline', 'no_show'] as const;
export type BookingAction = (typeof BOOKING_ACTIONS)[number];

export const HOLD_MINUTES = 15;
/** Unpaid or unanswered, per client. */
export const MAX_OPEN_HOLDS = 10;
/** To pay for a request the instructor has accepted. */
export const ACCEPTED_HOLD_HOURS = 24;
/** For the instructor to answer a request; it never outlives the start. */
export const REQUEST_HOURS = 48;
