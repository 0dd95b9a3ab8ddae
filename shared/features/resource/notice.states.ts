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

export const NOTICE_MOVES = {
  dismiss: { from: ['open'], to: 'dismissed' },
  uphold: { from: ['open'], to: 'upheld' },
  counter: { from: ['upheld'], to: 'countered' },
  'put-back': { from: ['upheld', 'countered'], to: 'put_back' },
  'keep-down': { from: ['countered'], to: 'kept_down' },
} as const satisfies Record<string, { from: readonly NoticeState[]; to: NoticeState }>;
export type NoticeMove = keyof typeof NOTICE_MOVES;

/** Days officers have to answer a notice, a seller to file a counter-notice, and until what was countered is put back. */
export const NOTICE_DAYS = { answer: 3, counter: 14, putBack: 14 } as const;
