import type { ModeratedResource } from '#shared/features/moderation/moderation.contract.ts';

/** What someone looks at before they decide. If any of it changes on screen, they have to look again. */
export const viewOf = ({ id, revision, state, isFeatured, pending }: ModeratedResource): string =>
  [id, revision, state, isFeatured, pending !== null].join(' ');
