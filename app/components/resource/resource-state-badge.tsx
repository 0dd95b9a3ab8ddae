// The state of a resource, for its seller.
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { RESOURCE_STATE_LABELS, type ResourceState } from '#shared/features/resource/resource.states.ts';

const TONES: Readonly<Record<ResourceState, BadgeTone>> = {
  draft: 'plain',
  in_review: 'warn',
  changes_requested: 'bad',
  rejected: 'bad',
  published: 'ok',
  archived: 'plain',
};

export function ResourceStateBadge({ state }: { state: ResourceState }) {
  return <Badge tone={TONES[state]}>{RESOURCE_STATE_LABELS[state]}</Badge>;
}
