// Pays once: manages the attempt's key and turns every outcome into a message for the buyer.
import { useRef, useState } from 'react';
import type { Card } from '#shared/features/checkout/checkout.contract.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { ApiError } from '#app/lib/api-client.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { attemptKey, attemptStorage, endAttempt } from './idempotency-key.ts';
import { confirmCheckout, simpleCheckout as sendPayment } from './checkout.api.ts';
import type { Address } from './pay-form.schema.ts';
import { followPayment, type Outcome } from './payment-flow.ts';
import { problemOf, problemOfError, type Problem } from './payment-error.tsx';

/** The payment method, as the gateway expects it. */
export type PaymentMethodChoice = { card: Card } | { paymentMethod: string } | { nothing: true };

export type Buyer = { email: string; name: string } & Address;

type Order = {
  buyer: Buyer;
  means: PaymentMethodChoice;
  total: string;
  couponCode?: string | undefined;
  /** False: the buyer keeps their booking credit. */
  useCredit?: boolean | undefined;
  /** Sent by guests, and to buy one item without the cart. */
  items?: readonly RequestedItem[] | undefined;
};

type PayOptions = {
  isGuest: boolean;
  askBank: (clientSecret: string) => Promise<'answered' | 'left'>;
  onPaid: (order: PaidOrder) => void;
  /** The server refused the order: what is shown is out of date. */
  onStale: () => void;
  /** The coupon was refused, with this message. */
  onCouponRefused: (message: string) => void;
};

export type Stage = 'idle' | 'paying' | 'waiting';

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

export function usePay({ isGuest, askBank, onPaid, onStale, onCouponRefused }: PayOptions) {
  const [stage, setStage] = useState<Stage>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);
  // A second press may come before React updates the state.
  const isBusy = useRef(false);

  const settle = (order: PaidOrder, outcome: Outcome): Problem | null => {
    // Another card is a new attempt; an open confirmation or a slow bank is still the same one.
    if (outcome.kind !== 'unanswered' && outcome.kind !== 'slow') endAttempt(attemptStorage(isGuest));
    if (outcome.kind === 'paid') onPaid(order);
    return problemOf(outcome, order);
  };

  const send = async (order: Order): Promise<Problem | null> => {
    const answer = await sendOnce(order, attemptStorage(isGuest));
    const { orderId, key, status, clientSecret = '' } = answer;
    const paid = { orderId, ...(key !== undefined && { key }) };
    const outcome = await followPayment(status, {
      confirm: () => confirmCheckout(paid),
      askBank: () => askBank(clientSecret),
      wait(ms) {
        setStage('waiting');
        return wait(ms);
      },
    });
    return settle(paid, outcome);
  };

  const fail = (error: unknown): Problem => {
    const status = error instanceof ApiError ? error.status : 500;
    // Any response means it wasn't paid; without one it may have been, and only the same key can tell.
    if (status < 500 && status !== 429) endAttempt(attemptStorage(isGuest));
    const ofCoupon = couponRefusalOf(error);
    if (ofCoupon !== null) onCouponRefused(ofCoupon);
    else if (status === 404 || status === 409) onStale();
    return problemOfError(error);
  };

  /** Null: paid, or a payment is already running. */
  const pay = async (order: Order): Promise<Problem | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setStage('paying');
    setProblem(null);
    const next = await send(order).catch(fail);
    isBusy.current = false;
    setStage('idle');
    setProblem(next);
    return next;
  };
  return { pay, stage, problem };
}

/** The server's message about the coupon; null if the error is about something else. */
export function couponRefusalOf(error: unknown): string | null {
  const isAboutIt = error instanceof ApiError && error.details.some(({ path }) => path === 'couponCode');
  return isAboutIt ? error.message : null;
}

/** A key that was used for something else only means that this is a new attempt. */
async function sendOnce(order: Order, storage: ReturnType<typeof attemptStorage>) {
  const { buyer, means, total, items, couponCode, useCredit } = order;
  const body = {
    ...buyer,
    ...('nothing' in means ? {} : means),
    expectedTotal: total,
    ...(items && { items: [...items] }),
    ...(couponCode && { couponCode }),
    ...(useCredit === false && { useCredit }),
  };
  const content = { ...buyer, total, items, couponCode, useCredit, means: markOf(means) };
  try {
    return await sendPayment({ ...body, idempotencyKey: attemptKey(storage, content) });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422) || couponRefusalOf(error) !== null) throw error;
    endAttempt(storage);
    return sendPayment({ ...body, idempotencyKey: attemptKey(storage, content) });
  }
}

/** Enough to recognize another card; never its number. */
export function markOf(means: PaymentMethodChoice): string {
  if ('nothing' in means) return '';
  if ('paymentMethod' in means) return means.paymentMethod;
  const { number, expMonth, expYear } = means.card;
  return `${number.slice(-4)} ${expMonth} ${expYear}`;
}
