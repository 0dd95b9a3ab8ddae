// Asking to sell or to teach: what may become of an application, and which role it leads to.
import type { Role } from '#shared/roles.ts';

export const APPLICATION_KINDS = ['sell', 'teach'] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

export const APPLICATION_STATES = ['waiting', 'approved', 'declined', 'withdrawn'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** The one way out of `waiting`; nothing leads back. Whoever was declined files a new one. */
export const APPLICATION_MOVES: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  waiting: ['approved', 'declined', 'withdrawn'],
  approved: [],
  declined: [],
  withdrawn: [],
};

export const ROLE_OF_APPLICATION: Readonly<Record<ApplicationKind, Role>> = {
  sell: 'seller',
  teach: 'instructor',
};

/** As staff and applicants read it. */
export const APPLICATION_LABELS: Readonly<Record<ApplicationKind, string>> = {
  sell: 'Sell teaching material',
  teach: 'Teach and be booked',
};

export const APPLICATION_STATE_LABELS: Readonly<Record<ApplicationState, string>> = {
  waiting: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
