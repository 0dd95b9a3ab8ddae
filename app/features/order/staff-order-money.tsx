// An order's refunds, refund requests and disputes, for staff.
import type { StaffOrder } from '#shared/features/order/staff-order.contract.ts';
import {
  DISPUTE_STATE_LABELS,
  DISPUTE_STATES,
  isDisputeOpen,
  type DisputeState,
} from '#shared/features/refund/refund.states.ts';
import { formatDay, formatMoment } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { DecideDialog } from '#app/components/staff/decide-dialog.tsx';
import { RefundRequestBadge } from '#app/components/staff/refund-request-item.tsx';
import { When } from '#app/components/staff/when.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useDecideRefundRequest, useSetSandboxDispute } from '#app/components/staff/staff-refund.api.ts';

const REFUND_LABELS = {
  whole: 'Whole order',
  line: 'One line',
  amount: 'Partial amount',
  outside: 'Refunded at the gateway',
  undo: 'Refunded: the order couldn’t be completed',
} as const;
const REFUND_LOOKS: Record<string, { tone: BadgeTone; word: string }> = {
  requested: { tone: 'warn', word: 'Processing' },
  succeeded: { tone: 'ok', word: 'Refunded' },
  failed: { tone: 'bad', word: 'Failed at the gateway' },
};

export function StaffOrderRefunds({ order }: { order: StaffOrder }) {
  if (order.refunds.length === 0) return null;
  return (
    <StaffPart title="Refunds">
      <ul aria-label="Refunds">
        {order.refunds.map(
          ({ id, kind, title, amount, credit, reason, state, decidedBy, createdAt, gatewayId }) => (
            <li key={id} className="border-b border-rule py-3.5 text-sm leading-ui">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <span className="min-w-0 wrap-anywhere">
                  <strong className="font-semibold">{title ?? REFUND_LABELS[kind]}</strong>{' '}
                  <Badge tone={REFUND_LOOKS[state]?.tone ?? 'plain'}>{REFUND_LOOKS[state]?.word}</Badge>
                </span>
                <span className="num">
                  −{formatMoney(amount, order.currency)}
                  {Number(credit) > 0 && `, −${formatMoney(credit, order.currency)} booking credit`}
                </span>
              </div>
              <p className="mt-1 max-w-measure wrap-anywhere whitespace-pre-line">{reason}</p>
              <p className="small mt-1 num wrap-anywhere">
                {decidedBy ?? 'Automatic'}, {formatMoment(createdAt)}
                {gatewayId && `, ${gatewayId}`}
              </p>
            </li>
          ),
        )}
      </ul>
    </StaffPart>
  );
}

export function StaffOrderRequests({ order }: { order: StaffOrder }) {
  const decide = useDecideRefundRequest();
  if (order.requests.length === 0) return null;
  return (
    <StaffPart title="Refund requests">
      <ul aria-label="Refund requests">
        {order.requests.map(({ id, title, reason, state, answer, decidedBy, createdAt, decidedAt }) => (
          <li key={id} className="border-b border-rule py-3.5 text-sm leading-ui">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <strong className="min-w-0 font-semibold wrap-anywhere">{title ?? 'Whole order'}</strong>
              <RefundRequestBadge state={state} />
            </div>
            <p className="mt-1 max-w-measure wrap-anywhere whitespace-pre-line">{reason}</p>
            <p className="small mt-1">
              Requested <When iso={createdAt} />
              {decidedAt && `, decided by ${decidedBy ?? 'Relevé'} on ${formatDay(decidedAt)}`}
              {answer && `: ${answer}`}
            </p>
            {state === 'asked' && (
              <div className="mt-3 flex flex-wrap gap-3">
                <DecideDialog
                  onDecide={decide.mutateAsync}
                  id={id}
                  decision="approve"
                  what={title ?? order.number}
                  trigger={<Button size="s">Refund</Button>}
                />
                <DecideDialog
                  onDecide={decide.mutateAsync}
                  id={id}
                  decision="decline"
                  what={title ?? order.number}
                  trigger={
                    <Button size="s" variant="quiet">
                      Decline
                    </Button>
                  }
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

export function StaffOrderDisputes({ order }: { order: StaffOrder }) {
  if (order.disputes.length === 0) return null;
  return (
    <StaffPart title="Disputes">
      <ul aria-label="Disputes">
        {order.disputes.map(({ id, amount, reason, state, answerBy, createdAt, updatedAt, gatewayId }) => (
          <li key={id} className="border-b border-rule py-3.5 text-sm leading-ui">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <span>
                <strong className="font-semibold">{DISPUTE_STATE_LABELS[state]}</strong>{' '}
                {isDisputeOpen(state) && <Badge tone="bad">With the bank</Badge>}
              </span>
              <span className="num">{formatMoney(amount, order.currency)}</span>
            </div>
            <p className="mt-1 wrap-anywhere">The bank’s reason: {reason}</p>
            <p className="small mt-1 num wrap-anywhere">
              {gatewayId}, opened {formatDay(createdAt)}, updated {formatMoment(updatedAt)}
              {isDisputeOpen(state) && answerBy && `, answer by ${formatDay(answerBy)}`}
            </p>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

const DISPUTE_ACTIONS: Readonly<Record<DisputeState, string>> = {
  open: 'Open a dispute',
  under_review: 'Start review',
  won: 'Decide for the seller',
  lost: 'Decide for the buyer',
};

/** Sandbox payments only: staff can simulate what a bank would do. */
export function SandboxBank({ order }: { order: StaffOrder }) {
  const setDispute = useSetSandboxDispute();
  const now = order.disputes.at(-1)?.state;
  const nextStates = DISPUTE_STATES.filter(
    (state) => state !== now && (now !== undefined || state === 'open'),
  );
  return (
    <StaffPart title="Simulate a dispute">
      <p className="meta py-2">
        This is a sandbox payment, so no real bank will dispute it. Use these to see what a dispute does.
      </p>
      <div className="flex flex-wrap gap-3">
        {nextStates.map((state) => (
          <ConfirmDialog
            key={state}
            title={`${DISPUTE_ACTIONS[state]} for ${order.number}?`}
            description="Money, access and the seller’s payout change as they would with a real bank. You can switch to another state afterwards."
            confirmLabel={DISPUTE_ACTIONS[state]}
            cancelLabel="Cancel"
            isDestructive={state === 'lost'}
            failure={failureTextOf}
            trigger={<Button size="s">{DISPUTE_ACTIONS[state]}</Button>}
            onConfirm={async () => {
              await setDispute.mutateAsync({ id: order.id, state });
              toast({ title: 'Dispute updated' });
            }}
          />
        ))}
      </div>
    </StaffPart>
  );
}
