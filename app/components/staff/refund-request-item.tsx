// One refund request, for sellers and staff.
import { Link } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import type { RequestInQueue } from '#shared/features/refund/refund.contract.ts';
import { REFUND_REQUEST_LABELS, type RefundRequestState } from '#shared/features/refund/refund.states.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { DecideDialog, type DecideRefund } from './decide-dialog.tsx';
import { When } from './when.tsx';

type Props = {
  request: RequestInQueue;
  onDecide: DecideRefund;
  /** Link to the order, for those who may open it. */
  orderHref?: string | undefined;
};

export function RefundRequestItem({ request, onDecide, orderHref }: Props) {
  const { id, title, reason, state, answer, createdAt, decidedAt, decidedBy, order, amount, quantity } =
    request;
  const what = title ?? order.number;
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-rule py-5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="t-s">{title ?? 'Entire order'}</h2>
          {state !== 'asked' && <RefundRequestBadge state={state} />}
        </div>
        <p className="mt-1 max-w-measure whitespace-pre-line">{reason}</p>
        <p className="meta mt-2">
          {orderHref ? (
            <Link className="link num" to={orderHref}>
              {order.number}
            </Link>
          ) : (
            <span className="num">{order.number}</span>
          )}
          {', '}
          {order.name || 'a former member'}, paid {formatDay(order.paidAt)}
          {quantity !== null && quantity > 1 && `, ${quantity} seats`}, requested <When iso={createdAt} />
        </p>
        {decidedAt && (
          <p className="mt-3 max-w-measure border-l-2 border-rule pl-4">
            {answer || 'No message.'}
            <span className="small block">
              {decidedBy ?? 'System'}, {formatDay(decidedAt)}
            </span>
          </p>
        )}
      </div>
      {state === 'asked' && (
        <div className="flex flex-wrap items-center gap-3 md:flex-col md:items-end">
          <span className="num font-semibold">{formatMoney(amount)}</span>
          <span className="flex gap-3">
            <DecideDialog
              id={id}
              decision="approve"
              onDecide={onDecide}
              what={what}
              amount={formatMoney(amount)}
              trigger={<Button size="s">Refund</Button>}
            />
            <DecideDialog
              id={id}
              decision="decline"
              onDecide={onDecide}
              what={what}
              trigger={
                <Button size="s" variant="quiet">
                  Decline
                </Button>
              }
            />
          </span>
        </div>
      )}
    </li>
  );
}

const TONES: Readonly<Record<RefundRequestState, BadgeTone>> = {
  asked: 'warn',
  approved: 'ok',
  declined: 'bad',
  withdrawn: 'plain',
};

export function RefundRequestBadge({ state }: { state: RefundRequestState }) {
  return <Badge tone={TONES[state]}>{REFUND_REQUEST_LABELS[state]}</Badge>;
}
