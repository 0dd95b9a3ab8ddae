// Why the payment failed, next to the card or above the button; announced as it appears.
import { Link } from 'react-router';
import { Notice } from '#app/components/ui/notice.tsx';
import { orderHref, type PaidOrder } from '#app/lib/order-address.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { Outcome } from './payment-flow.ts';

export function Declined({ problem }: { problem: Problem | null }) {
  if (problem?.kind !== 'declined') return null;
  return (
    <Notice tone="bad" isAlert>
      <strong>{problem.reason}</strong>
      <br />
      Nothing was charged. Try another card, or call the number on the back of it.
    </Notice>
  );
}

export function Stopped({ problem }: { problem: Problem | null }) {
  if (problem?.kind !== 'stopped') return null;
  const { title, text, order } = problem;
  return (
    <Notice tone={order ? 'warn' : 'bad'} isAlert className="mb-4">
      <strong>{title}</strong>
      {text && <br />}
      {text}
      {order && (
        <>
          {' '}
          <Link className="link" to={orderHref(order)}>
            View order
          </Link>
        </>
      )}
    </Notice>
  );
}

export type Problem =
  /** The bank's reason; nothing was charged. */
  { kind: 'declined'; reason: string } | { kind: 'stopped'; title: string; text: string; order?: PaidOrder };

const STOPPED = {
  unanswered: {
    title: 'Your bank is waiting for your confirmation.',
    text: 'Nothing was charged. Press Pay to see its question again.',
  },
  slow: {
    title: 'Your bank hasn’t decided yet.',
    text: 'You can leave this page: we’ll email you as soon as it has. You won’t be charged twice.',
  },
  refunded: {
    title: 'The payment came too late.',
    text: 'The order had already expired, so we’re refunding your card.',
  },
  cancelled: {
    title: 'This order was canceled.',
    text: 'Nothing was charged. Press Pay to start over.',
  },
} as const;

/** Null: paid. */
export function problemOf(outcome: Outcome, order: PaidOrder): Problem | null {
  if (outcome.kind === 'paid') return null;
  if (outcome.kind === 'declined') return { kind: 'declined', reason: outcome.reason };
  const how = outcome.kind === 'over' ? outcome.status : outcome.kind;
  const hasMoneyInIt = how === 'slow' || how === 'refunded';
  return { kind: 'stopped', ...STOPPED[how], ...(hasMoneyInIt && { order }) };
}

export function problemOfError(error: unknown): Problem {
  if (error instanceof ApiError && error.status === 402) return { kind: 'declined', reason: error.message };
  if (error instanceof ApiError && error.status < 500) {
    // A conflict may be found after the card was charged; its own message says what happens to the money.
    return {
      kind: 'stopped',
      title: error.message,
      text: error.status === 409 ? '' : 'Nothing was charged.',
    };
  }
  return {
    kind: 'stopped',
    title: failureTextOf(error),
    text: 'Everything you typed is still here. Press Pay again: the same order is never charged twice.',
  };
}
