// The states of a resource (DESIGN §4) and their transitions.
export const RESOURCE_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'rejected',
  'published',
  'archived',
] as const;
export type ResourceState = (typeof RESOURCE_STATES)[number];

export const RESOURCE_STATE_LABELS: Readonly<Record<ResourceState, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  published: 'Published',
  archived: 'Archived',
};

/** Allowed transitions. Updates only succeed from one of the `from` states. */
export const RESOURCE_TRANSITIONS = {
  submit: { from: ['draft', 'changes_requested', 'rejected'], to: 'in_review' },
  withdraw: { from: ['in_review'], to: 'draft' },
  approve: { from: ['in_review'], to: 'published' },
  reject: { from: ['in_review'], to: 'rejected' },
  'request-changes': { from: ['in_review'], to: 'changes_requested' },
  archive: { from: ['published'], to: 'archived' },
  restore: { from: ['archived'], to: 'published' },
} as const satisfies Record<string, { from: readonly ResourceState[]; to: ResourceState }>;
export type ResourceTransition = keyof typeof RESOURCE_TRANSITIONS;

/** Transitions a seller may make; the others are for officers. Both may archive and restore. */
export const SELLER_TRANSITIONS = ['submit', 'withdraw', 'archive', 'restore'] as const;
export const OFFICER_DECISIONS = ['approve', 'reject', 'request-changes'] as const;
export type OfficerDecision = (typeof OFFICER_DECISIONS)[number];

export const canTransition = (state: ResourceState, move: ResourceTransition): boolean =>
  (RESOURCE_TRANSITIONS[move].from as readonly ResourceState[]).includes(state);

/** Is or was on sale: the seller edits a draft, and officers review changes after publishing. */
export const isOnceSold = ({ state }: { state: ResourceState }): boolean =>
  state === 'published' || state === 'archived';

/** Entries in a resource's history. */
export const RESOURCE_EVENT_KINDS = [
  'created',
  'submitted',
  'withdrawn',
  'approved',
  'rejected',
  'changes_requested',
  'archived',
  'restored',
  'featured',
  'unfeatured',
  'price_changed',
  'changes_published',
  'version_published',
  'taken_down',
  'put_back',
  'seen',
] as const;
export type ResourceEventKind = (typeof RESOURCE_EVENT_KINDS)[number];

export const RESOURCE_EVENT_LABELS: Readonly<Record<ResourceEventKind, string>> = {
  created: 'Created',
  submitted: 'Submitted for review',
  withdrawn: 'Withdrawn from review',
  approved: 'Approved',
  rejected: 'Rejected',
  changes_requested: 'Changes requested',
  archived: 'Archived',
  restored: 'Put back on sale',
  featured: 'Featured',
  unfeatured: 'No longer featured',
  price_changed: 'Price changed',
  changes_published: 'Changes published',
  version_published: 'New version published',
  taken_down: 'Taken down after a rights notice',
  put_back: 'Restored after a rights notice',
  seen: 'Change reviewed',
};
