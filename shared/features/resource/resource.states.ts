// The life of a resource (DESIGN §4), and who may move it on.
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
