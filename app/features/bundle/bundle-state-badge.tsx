// How a bundle stands, in a word; on sale and not to be had says so.
import { BUNDLE_STATE_LABELS, type BundleState } from '#shared/features/bundle/bundle.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<BundleState, BadgeTone>> = {
  draft: 'plain',
  published: 'ok',
  archived: 'plain',
};

export function BundleStateBadge({ state, isForSale }: { state: BundleState; isForSale: boolean }) {
  if (state === 'published' && !isForSale) return <Badge tone="warn">Cannot be bought</Badge>;
  return <Badge tone={TONES[state]}>{BUNDLE_STATE_LABELS[state]}</Badge>;
}
