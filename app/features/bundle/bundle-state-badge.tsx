// The state of a bundle; published but unavailable gets its own label.
import { BUNDLE_STATE_LABELS, type BundleState } from '#shared/features/bundle/bundle.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<BundleState, BadgeTone>> = {
  draft: 'plain',
  published: 'ok',
  archived: 'plain',
};

export function BundleStateBadge({ state, isForSale }: { state: BundleState; isForSale: boolean }) {
  if (state === 'published' && !isForSale) return <Badge tone="warn">Can’t be bought</Badge>;
  return <Badge tone={TONES[state]}>{BUNDLE_STATE_LABELS[state]}</Badge>;
}
