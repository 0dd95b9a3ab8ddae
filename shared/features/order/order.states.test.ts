import { expect, it } from 'vitest';
import { LIVE_PAYMENT_STATES } from '#shared/features/payment/payment.states.ts';
import { canOrderTransition, ORDER_STATES } from './order.states.ts';

/** Every allowed step; any other is refused. */
const ALLOWED = [
  'pending → paid',
  'pending → failed',
  'pending → cancelled',
  'pending → expired',
  'paid → partially_refunded',
  'paid → refunded',
  'partially_refunded → paid',
  'partially_refunded → refunded',
  // Charged although the order had ended: the money goes back.
  'failed → refunded',
  'cancelled → refunded',
  'expired → refunded',
  // The bank returned the refund to us.
  'refunded → paid',
  'refunded → partially_refunded',
];

it('an order moves only along the listed steps', () => {
  const steps = ORDER_STATES.flatMap((from) =>
    ORDER_STATES.filter((to) => canOrderTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(steps.toSorted()).toEqual(ALLOWED.toSorted());
});

it('the gateway is asked about payments that may still succeed', () => {
  expect(LIVE_PAYMENT_STATES).toEqual(['open', 'requires_action', 'processing']);
});
