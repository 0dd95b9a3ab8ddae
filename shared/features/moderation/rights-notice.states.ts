// Lifecycle of a rights notice: officers dismiss it or take the resource down. The seller can file a counter-notice,
// after which the resource is restored at the deadline unless officers reject it.
export const NOTICE_STATES = ['open', 'dismissed', 'upheld', 'countered', 'put_back', 'kept_down'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const NOTICE_STATE_LABELS: Readonly<Record<NoticeState, string>> = {
  open: 'Open',
  dismissed: 'Dismissed',
  upheld: 'Taken down',
  countered: 'Counter-notice',
  put_back: 'Restored',
  kept_down: 'Stays down',
};

export const NOTICE_TRANSITIONS = {
  dismiss: { from: ['open'], to: 'dismissed' },
  uphold: { from: ['open'], to: 'upheld' },
  counter: { from: ['upheld'], to: 'countered' },
  /** Closed notices too, so mistakes can be corrected. */
  'put-back': { from: ['upheld', 'countered', 'kept_down'], to: 'put_back' },
  'keep-down': { from: ['countered'], to: 'kept_down' },
  /** No counter-notice in time. */
  'run-out': { from: ['upheld'], to: 'kept_down' },
} as const satisfies Record<string, { from: readonly NoticeState[]; to: NoticeState }>;
export type NoticeTransition = keyof typeof NOTICE_TRANSITIONS;

/** Officers' decisions about a notice. */
export const NOTICE_DECISIONS = ['dismiss', 'uphold', 'put-back', 'keep-down'] as const;
export type NoticeDecision = (typeof NOTICE_DECISIONS)[number];

/** A resource stays down while a notice is in one of these states. */
export const NOTICE_STATES_BLOCKING_SALE = [
  'upheld',
  'countered',
  'kept_down',
] as const satisfies NoticeState[];

/** States a seller can see. Open notices may still be dismissed, so they stay hidden. */
export const STATES_SELLERS_SEE = [
  ...NOTICE_STATES_BLOCKING_SALE,
  'put_back',
] as const satisfies NoticeState[];

/** States with a deadline, `dueAt`. */
export const STATES_WITH_DEADLINE = ['open', 'upheld', 'countered'] as const satisfies NoticeState[];

/** Days to decide a notice, to file a counter-notice, and until a countered resource is restored. */
export const NOTICE_DAYS = { answer: 3, urgentAnswer: 1, counter: 14, putBack: 14 } as const;

/** Private data, such as a child's picture or an address, is reviewed within a day and comes first. */
export const isUrgent = (reason: ReportReason): boolean => reason === 'personal-data';

export const counterNoticeDays = (reason: ReportReason): number =>
  isUrgent(reason) ? NOTICE_DAYS.urgentAnswer : NOTICE_DAYS.answer;

/** Private data is restored only by an officer. */
export const isRestoredAutomatically = (reason: ReportReason): boolean => !isUrgent(reason);

export const canDecideNotice = (state: NoticeState, decision: NoticeDecision): boolean =>
  (NOTICE_TRANSITIONS[decision].from as readonly NoticeState[]).includes(state);

/** Reasons for reporting a resource. */
export const REPORT_REASONS = ['copyright', 'unsafe', 'misleading', 'personal-data', 'other'] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  copyright: 'It copies my work or someone else’s',
  unsafe: 'It is not safe to teach',
  misleading: 'It is not what it says it is',
  'personal-data': 'It shows a child or someone’s private data',
  other: 'Something else',
};
