// How a request for money back stands.
import { REFUND_REQUEST_LABELS, type RefundRequestState } from '#shared/features/refund/refund.states.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<RefundRequestState, BadgeTone>> = {
  asked: 'warn',
  approved: 'ok',
  declined: 'bad',
  withdrawn: 'plain',
};

export function RefundRequestBadge({ state }: { state: RefundRequestState }) {
  return <Badge tone={TONES[state]}>{REFUND_REQUEST_LABELS[state]}</Badge>;
}
