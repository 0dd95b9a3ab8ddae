// What was bought twice, with one button that refunds the second purchase. Nothing if there is none.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import type { DoublePurchase } from '#shared/features/refund/refund.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { listDoublePurchasesQuery, useRefundDoublePurchase } from './refund.api.ts';

export function DoublePurchases() {
  const { data: doubles = [] } = useQuery(listDoublePurchasesQuery());
  const [refunded, setRefunded] = useState<readonly string[]>([]);
  return (
    <>
      {doubles.map((double) => (
        <Double
          key={double.lineId}
          double={double}
          onRefunded={() => setRefunded([...refunded, refundText(double)])}
        />
      ))}
      {/* Rendered even when empty: a live region must exist before its text does. */}
      <div role="status">
        {refunded.map((text) => (
          <Notice key={text} tone="ok" className="mt-6">
            {text}
          </Notice>
        ))}
      </div>
    </>
  );
}

const refundText = ({ title, amount, currency }: DoublePurchase) =>
  `We’re refunding ${formatMoney(amount, currency)} for the second “${title}” to the card you paid with. You keep the first one.`;

type DoubleProps = { double: DoublePurchase; onRefunded: () => void };

function Double({ double, onRefunded }: DoubleProps) {
  const { lineId, title, amount, currency, order, first, state } = double;
  const refund = useRefundDoublePurchase();
  if (state === 'refunding') return null;
  return (
    <Notice tone="warn" className="mt-6">
      <h2 className="t-s">You bought this twice</h2>
      <p className="mt-1 wrap-anywhere">
        “{title}” is in order{' '}
        <Link className="link whitespace-nowrap" to={`/orders/${first.id}`}>
          {first.number}
        </Link>{' '}
        of {formatDay(first.paidAt)}, and again in{' '}
        <Link className="link whitespace-nowrap" to={`/orders/${order.id}`}>
          {order.number}
        </Link>{' '}
        of {formatDay(order.paidAt)}. You only need it once.
      </p>
      {state === 'started' ? (
        <p className="mt-2">
          You’ve used it since the second purchase. To return that one,{' '}
          <Link className="link" to={`/orders/${order.id}`}>
            open the order and ask for a refund
          </Link>
          .
        </p>
      ) : (
        <Button
          className="mt-3"
          isBusy={refund.isPending}
          onClick={() => refund.mutate(lineId, { onSuccess: onRefunded })}
        >
          Refund the second: {formatMoney(amount, currency)}
          <span className="sr-only"> for {title}</span>
        </Button>
      )}
      {refund.isError && (
        <p className="error-text mt-2" role="alert">
          {failureTextOf(refund.error)}
        </p>
      )}
    </Notice>
  );
}
