// An order's refunds and refund requests, and the button to request one.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import type { Order } from '#shared/features/order/order.contract.ts';
import type { RefundRequest, RefundRow } from '#shared/features/refund/refund.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { RefundRequestBadge } from '#app/components/staff/refund-request-item.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  refetchWhile,
  isRefundPending,
  getOrderRefundsQuery,
  useWithdrawRefundRequest,
  type OrderAddress,
} from './refund.api.ts';

/** Loaded on demand: few visitors of a receipt need the form and its validation. */
const AskDialog = lazy(async () => ({
  default: (await import('./request-refund-dialog.tsx')).RequestRefundDialog,
}));

type Props = { order: Order; address: OrderAddress };

/** Renders nothing for the many orders without a refund. */
export function OrderRefunds({ order, address }: Props) {
  const { data } = useQuery({
    ...getOrderRefundsQuery(address),
    refetchInterval: (query) => refetchWhile(isRefundPending(query.state.data?.refunds)),
  });
  if (!data) return null;
  const { refunds, requests, askUntil, returnable, hasOpenDispute } = data;
  if (refunds.length + requests.length === 0 && !askUntil && !hasOpenDispute) return null;
  return (
    <section className="mt-12 border-t border-ink pt-6" aria-labelledby="order-refunds">
      <h2 className="t-s" id="order-refunds">
        Refunds
      </h2>
      {hasOpenDispute && (
        <Notice className="mt-4" tone="warn">
          Your bank is investigating this payment. Until it decides, nothing can be refunded here.
        </Notice>
      )}
      {refunds.length + requests.length > 0 && (
        <ul className="mt-4">
          {requests.map((request) => (
            <Asked key={`asked ${request.id}`} request={request} address={address} />
          ))}
          {refunds.map((refund) => (
            <Refunded
              key={refund.id}
              refund={refund}
              currency={order.currency}
              isSaidAbove={requests.some(({ answer }) => answer === refund.reason)}
            />
          ))}
        </ul>
      )}
      {askUntil && (
        <Suspense fallback={<Button disabled>Ask for a refund</Button>}>
          <AskDialog
            order={order}
            address={address}
            returnable={returnable}
            requests={requests}
            until={askUntil}
          />
        </Suspense>
      )}
      <p className="small mt-4">
        <Link className="link" to="/help/ask-for-a-refund">
          How refunds work
        </Link>
      </p>
    </section>
  );
}

function Asked({ request, address }: { request: RefundRequest; address: OrderAddress }) {
  const withdraw = useWithdrawRefundRequest(address);
  return (
    <li className="border-b border-rule py-4">
      <p className="flex flex-wrap items-center gap-3">
        <span className="wrap-anywhere">{request.title ?? 'The whole order'}</span>
        <RefundRequestBadge state={request.state} />
      </p>
      <p className="small mt-1 wrap-anywhere">
        Requested on {formatFullDay(request.createdAt)}: {request.reason}
      </p>
      {request.answer && <p className="mt-2 wrap-anywhere">{request.answer}</p>}
      {request.state === 'asked' && (
        <Button
          className="mt-3"
          size="s"
          isBusy={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(request.id, {
              onSuccess: () => toast({ title: 'Request withdrawn' }),
              onError: (error) =>
                toast({ title: 'Error', description: failureTextOf(error), variant: 'destructive' }),
            })
          }
        >
          Withdraw
        </Button>
      )}
    </li>
  );
}

const REFUND_WORDS: Readonly<Record<RefundRow['state'], string>> = {
  requested: 'is on its way to your card',
  succeeded: 'was refunded to your card',
  failed: 'couldn’t be refunded; we’re looking into it and will email you',
};
const CREDIT_WORDS: Readonly<Record<RefundRow['state'], string>> = {
  requested: 'is being returned as booking credit',
  succeeded: 'was returned as booking credit',
  failed: 'wasn’t returned as booking credit',
};

function refundText({ amount, credit, state, title }: RefundRow, currency: string): string {
  const parts = [
    ...(Number(amount) > 0
      ? [`${formatMoney(amount, currency)}${forTitle(title)} ${REFUND_WORDS[state]}`]
      : []),
    ...(Number(credit) > 0
      ? [`${formatMoney(credit, currency)}${forTitle(title)} ${CREDIT_WORDS[state]}`]
      : []),
  ];
  return `${parts.join(', and ')}.`;
}

const forTitle = (title: string | null) => (title ? ` for ${title}` : '');

type RefundedProps = {
  refund: RefundRow;
  currency: string;
  /** Hidden for approved requests, which show the reason themselves. */
  isSaidAbove: boolean;
};

function Refunded({ refund, currency, isSaidAbove }: RefundedProps) {
  const { reason, endedAt, createdAt } = refund;
  return (
    <li className="border-b border-rule py-4">
      <p className="wrap-anywhere num">{refundText(refund, currency)}</p>
      <p className="small mt-1 wrap-anywhere">
        {formatFullDay(endedAt ?? createdAt)}
        {!isSaidAbove && `: ${reason}`}
      </p>
    </li>
  );
}
