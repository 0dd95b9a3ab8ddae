// The states of an application to sell or teach, and the role it leads to.
import type { Role } from '#shared/roles.ts';

export const APPLICATION_KINDS = ['sell', 'teach'] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

export const APPLICATION_STATES = ['waiting', 'approved', 'declined', 'withdrawn'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** Decided or withdrawn once; a declined applicant sends a new application. */
export const APPLICATION_TRANSITIONS: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  waiting: ['approved', 'declined', 'withdrawn'],
  approved: [],
  declined: [],
  withdrawn: [],
};

export const ROLE_OF_APPLICATION: Readonly<Record<ApplicationKind, Role>> = {
  sell: 'seller',
  teach: 'instructor',
};

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
