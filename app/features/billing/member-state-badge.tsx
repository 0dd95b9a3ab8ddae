// The state of a membership as staff see it.
import {
  MEMBERSHIP_STATE_LABELS,
  type MembershipState,
} from '#shared/features/membership/membership.states.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<MembershipState, BadgeTone>> = {
  incomplete: 'plain',
  trialing: 'new',
  active: 'ok',
  past_due: 'bad',
  paused: 'warn',
  cancelled: 'plain',
};

export function MemberStateBadge({ state, isCanceling }: { state: MembershipState; isCanceling: boolean }) {
  const isEnding = isCanceling && (state === 'active' || state === 'trialing');
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={TONES[state]}>{MEMBERSHIP_STATE_LABELS[state]}</Badge>
      {isEnding && <Badge tone="warn">Canceled</Badge>}
    </span>
  );
}
