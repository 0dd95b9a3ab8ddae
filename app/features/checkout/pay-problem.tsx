// Why it was not paid, beside the card or above the button; read aloud as it appears.
import { Link } from 'react-router';
import { Notice } from '#app/components/ui/notice.tsx';
import { orderHref } from '#app/lib/order-address.ts';
import type { Problem } from './problem.ts';

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
            See the order
          </Link>
        </>
      )}
    </Notice>
  );
}
