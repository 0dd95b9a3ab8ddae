// The state of an order in a word.
import { ORDER_STATE_LABELS, type OrderState } from '#shared/features/order/order.states.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<OrderState, BadgeTone>> = {
  pending: 'warn',
  paid: 'ok',
  partially_refunded: 'act',
  refunded: 'plain',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
};

export function OrderStateBadge({ state }: { state: OrderState }) {
  return <Badge tone={TONES[state]}>{ORDER_STATE_LABELS[state]}</Badge>;
}
