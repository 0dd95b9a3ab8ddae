// What went back of an order, what is asked for, what banks say.
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
  whole: 'The whole order',
  line: 'One line',
  amount: 'An amount',
  outside: 'Made at the gateway itself',
  undo: 'Paid back: the order came to nothing',
} as const;
const REFUND_LOOKS: Record<string, { tone: BadgeTone; word: string }> = {
  requested: { tone: 'warn', word: 'On its way' },
  succeeded: { tone: 'ok', word: 'Paid back' },
  failed: { tone: 'bad', word: 'Refused by the gateway' },
};

export function StaffOrderRefunds({ order }: { order: StaffOrder }) {
  if (order.refunds.length === 0) return null;
  return (
    <StaffPart title="Refunds">
      <ul aria-label="Refunds">
        {order.refunds.map(({ id, kind, title, amount, reason, state, decidedBy, createdAt, gatewayId }) => (
          <li key={id} className="border-b border-rule py-3.5 text-sm leading-ui">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <span className="min-w-0 wrap-anywhere">
                <strong className="font-semibold">{title ?? REFUND_LABELS[kind]}</strong>{' '}
                <Badge tone={REFUND_LOOKS[state]?.tone ?? 'plain'}>{REFUND_LOOKS[state]?.word}</Badge>
              </span>
              <span className="num">−{formatMoney(amount, order.currency)}</span>
            </div>
            <p className="mt-1 max-w-measure wrap-anywhere whitespace-pre-line">{reason}</p>
            <p className="small mt-1 num wrap-anywhere">
              {decidedBy ?? 'The site'}, {formatMoment(createdAt)}
              {gatewayId && `, ${gatewayId}`}
            </p>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

export function StaffOrderRequests({ order }: { order: StaffOrder }) {
  const decide = useDecideRefundRequest();
  if (order.requests.length === 0) return null;
  return (
    <StaffPart title="Asked for by the buyer">
      <ul aria-label="Refund requests">
        {order.requests.map(({ id, title, reason, state, answer, decidedBy, createdAt, decidedAt }) => (
          <li key={id} className="border-b border-rule py-3.5 text-sm leading-ui">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <strong className="min-w-0 font-semibold wrap-anywhere">{title ?? 'The whole order'}</strong>
              <RefundRequestBadge state={state} />
            </div>
            <p className="mt-1 max-w-measure wrap-anywhere whitespace-pre-line">{reason}</p>
            <p className="small mt-1">
              Asked <When iso={createdAt} />
              {decidedAt && `, answered by ${decidedBy ?? 'the site'} on ${formatDay(decidedAt)}`}
              {answer && `: ${answer}`}
            </p>
            {state === 'asked' && (
              <div className="mt-3 flex flex-wrap gap-3">
                <DecideDialog
                  onDecide={decide.mutateAsync}
                  id={id}
                  decision="approve"
                  what={title ?? order.number}
                  trigger={<Button size="s">Refund it</Button>}
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
                {isDisputeOpen(state) && <Badge tone="bad">The bank decides</Badge>}
              </span>
              <span className="num">{formatMoney(amount, order.currency)}</span>
            </div>
            <p className="mt-1 wrap-anywhere">The bank’s reason: {reason}</p>
            <p className="small mt-1 num wrap-anywhere">
              {gatewayId}, opened {formatDay(createdAt)}, last word {formatMoment(updatedAt)}
              {isDisputeOpen(state) && answerBy && `, answer by ${formatDay(answerBy)}`}
            </p>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

const BANK_WORDS: Readonly<Record<DisputeState, string>> = {
  open: 'Open a dispute',
  under_review: 'Look into it',
  won: 'Decide for the house',
  lost: 'Decide for the buyer',
};

/** Only where the sandbox took the payment: staff try what a bank would do. */
export function SandboxBank({ order }: { order: StaffOrder }) {
  const play = useSetSandboxDispute();
  const now = order.disputes.at(-1)?.state;
  const moves = DISPUTE_STATES.filter((state) => state !== now && (now !== undefined || state === 'open'));
  return (
    <StaffPart title="Play the bank">
      <p className="meta py-2">
        This payment is the sandbox’s: no real bank will ask about it. Try here what happens when one does.
      </p>
      <div className="flex flex-wrap gap-3">
        {moves.map((state) => (
          <ConfirmDialog
            key={state}
            title={`${BANK_WORDS[state]} about ${order.number}?`}
            description="Money, access and the seller’s payout follow, as they would with a real bank. Any word of the bank can follow any other."
            confirmLabel={BANK_WORDS[state]}
            cancelLabel="Cancel"
            isDestructive={state === 'lost'}
            failure={failureTextOf}
            trigger={<Button size="s">{BANK_WORDS[state]}</Button>}
            onConfirm={async () => {
              await play.mutateAsync({ id: order.id, state });
              toast({ title: 'The bank has spoken' });
            }}
          />
        ))}
      </div>
    </StaffPart>
  );
}
