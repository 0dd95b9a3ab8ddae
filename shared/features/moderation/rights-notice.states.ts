// The life of a rights notice: officers dismiss it or take the resource down; its seller may answer with a
// counter-notice, after which it goes back on sale when the time is over, unless officers keep it down.
export const NOTICE_STATES = ['open', 'dismissed', 'upheld', 'countered', 'put_back', 'kept_down'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const NOTICE_STATE_LABELS: Readonly<Record<NoticeState, string>> = {
  open: 'Open',
  dismissed: 'Dismissed',
  upheld: 'Taken down',
  countered: 'Counter-notice',
  put_back: 'Put back',
  kept_down: 'Kept down',
};

export const NOTICE_TRANSITIONS = {
  dismiss: { from: ['open'], to: 'dismissed' },
  uphold: { from: ['open'], to: 'upheld' },
  counter: { from: ['upheld'], to: 'countered' },
  /** Also what was closed: whoever was wrong can put it right. */
  'put-back': { from: ['upheld', 'countered', 'kept_down'], to: 'put_back' },
  'keep-down': { from: ['countered'], to: 'kept_down' },
  /** Nobody answered in time. */
  'run-out': { from: ['upheld'], to: 'kept_down' },
} as const satisfies Record<string, { from: readonly NoticeState[]; to: NoticeState }>;
export type NoticeTransition = keyof typeof NOTICE_TRANSITIONS;

/** What officers do with a notice. */
export const NOTICE_DECISIONS = ['dismiss', 'uphold', 'put-back', 'keep-down'] as const;
export type NoticeDecision = (typeof NOTICE_DECISIONS)[number];

/** As long as one of these is about it, a resource is down. */
export const NOTICE_STATES_BLOCKING_SALE = [
  'upheld',
  'countered',
  'kept_down',
] as const satisfies NoticeState[];

/** What a seller is shown: an open notice may be dismissed, and then it never concerned them. */
export const STATES_SELLERS_SEE = [
  ...NOTICE_STATES_BLOCKING_SALE,
  'put_back',
] as const satisfies NoticeState[];

/** Somebody waits, and the date by which they are to hear is `dueAt`. */
export const STATES_WITH_DEADLINE = ['open', 'upheld', 'countered'] as const satisfies NoticeState[];

/** Days officers have to answer a notice, a seller to file a counter-notice, and until what was countered is put back. */
export const NOTICE_DAYS = { answer: 3, urgentAnswer: 1, counter: 14, putBack: 14 } as const;

/** A child's picture or somebody's address is looked at within a day, and stands above everything else. */
export const isUrgent = (reason: ReportReason): boolean => reason === 'personal-data';

export const counterNoticeDays = (reason: ReportReason): number =>
  isUrgent(reason) ? NOTICE_DAYS.urgentAnswer : NOTICE_DAYS.answer;

/** Private data goes back only when an officer says so, however long that takes. */
export const isRestoredAutomatically = (reason: ReportReason): boolean => !isUrgent(reason);

export const canDecideNotice = (state: NoticeState, decision: NoticeDecision): boolean =>
  (NOTICE_TRANSITIONS[decision].from as readonly NoticeState[]).includes(state);

/** What someone can hold a resource to break, and what staff are asked to look at. */
export const REPORT_REASONS = ['copyright', 'unsafe', 'misleading', 'personal-data', 'other'] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  copyright: 'It copies my work or someone else’s',
  unsafe: 'It is not safe to teach',
  misleading: 'It is not what it says it is',
  'personal-data': 'It shows a child or someone’s private data',
  other: 'Something else',
};
