// Filters and decisions of the review queue; forms and server validate with them.
import { z } from 'zod';
import { OFFICER_DECISIONS } from '#shared/features/resource/resource.states.ts';

export const STAFF_RESOURCE_SORTS = [
  'updated',
  'oldest',
  'title',
  'price',
  'price-low',
  'sales',
  'sales-low',
] as const;
export type StaffResourceSort = (typeof STAFF_RESOURCE_SORTS)[number];

/** “Updated in the last … days”. */
export const UPDATED_WITHIN = ['1', '7', '30', '90'] as const;

export const QUEUE_TABS = ['waiting', 'changed'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

/** `seen` marks changes to a resource on sale as reviewed. */
export const MODERATION_ACTIONS = [...OFFICER_DECISIONS, 'archive', 'restore', 'seen'] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

const NEEDS_REASON: readonly ModerationAction[] = ['reject', 'request-changes', 'archive', 'restore'];
export const needsReason = (action: ModerationAction): boolean => NEEDS_REASON.includes(action);

export const moderationReason = z
  .string()
  .trim()
  .min(10, 'Give a reason of at least 10 characters for the seller')
  .max(2000, 'At most 2000 characters');
export const moderationReasonBody = z.object({ reason: moderationReason });
export type ModerationReasonBody = z.input<typeof moderationReasonBody>;

type Reasoned = { action: ModerationAction; reason?: string | undefined };
/** Every decision except an approval needs a reason. */
export const withReason = (given: Reasoned): boolean =>
  !needsReason(given.action) || given.reason !== undefined;
export const REASON_MISSING = {
  message: 'Give a reason of at least 10 characters for the seller',
  path: ['reason'],
};

/** Why a resource without files can't be approved or put back on sale. */
export const NOTHING_TO_SELL =
  'This resource has no files, so buyers would get nothing. Ask the seller to add one first.';
