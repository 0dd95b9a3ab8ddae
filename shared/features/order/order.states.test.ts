import { expect, it } from 'vitest';
import { LIVE_PAYMENT_STATES } from '#shared/features/payment/payment.states.ts';
import { canOrderTransition, ORDER_STATES } from './order.states.ts';

/** Every allowed transition; any other is refused. */
const ALLOWED = [
  'pending → paid',
  'pending → failed',
  'pending → cancelled',
  'pending → expired',
  'paid → partially_refunded',
  'paid → refunded',
  'partially_refunded → paid',
  'partially_refunded → refunded',
  // Charged after the order had ended: the money is refunded.
  'failed → refunded',
  'cancelled → refunded',
  'expired → refunded',
  // The bank returned the refund to us.
  'refunded → paid',
  'refunded → partially_refunded',
];

it('an order follows only the listed transitions', () => {
  const steps = ORDER_STATES.flatMap((from) =>
    ORDER_STATES.filter((to) => canOrderTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(steps.toSorted()).toEqual(ALLOWED.toSorted());
});

it('payments that may still succeed are checked at the gateway', () => {
  expect(LIVE_PAYMENT_STATES).toEqual(['open', 'requires_action', 'processing']);
});
