// One order for staff: lines and shares, payments, refunds, disputes, ledger entries and emails.
import { useQuery } from '@tanstack/react-query';
import { useParams, type MetaArgs } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import { formatAddressLines } from '#shared/features/checkout/address.rules.ts';
import type { StaffOrder } from '#shared/features/order/staff-order.contract.ts';
import { parseId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { LedgerTransactions } from '#app/components/staff/ledger-entries.tsx';
import { When } from '#app/components/staff/when.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { GrantDialog } from '#app/features/entitlement/grant-dialog.tsx';
import { OrderStateBadge } from './order-totals.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { getStaffOrderQuery, useResendOrderMail } from './staff-order.api.ts';
import { StaffOrderLines } from './staff-order-lines.tsx';
import {
  SandboxBank,
  StaffOrderDisputes,
  StaffOrderRefunds,
  StaffOrderRequests,
} from './staff-order-money.tsx';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Order',
    description: 'Order details.',
    path: `/admin/orders/${params['id']}`,
    isHidden: true,
  });
}

export default function StaffOrderPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...getStaffOrderQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage query={query} noun="order" back={{ to: '/admin/orders', label: 'All orders' }}>
      {(order) => <OrderSheet order={order} />}
    </DetailPage>
  );
}

function OrderSheet({ order }: { order: StaffOrder }) {
  const { state, number, createdAt, paidAt, left } = order;
  return (
    <DetailSheet
      title={<span className="num">{number}</span>}
      state={
        <>
          <OrderStateBadge state={state} />
          {paidAt ? `Paid ${formatMoment(paidAt)}` : `Placed ${formatMoment(createdAt)}`}
        </>
      }
      actions={
        <>
          {Number(left) > 0 && (
            <RefundDialog order={order} trigger={<Button variant="danger">Refund</Button>} />
          )}
          {paidAt && <Resend order={order} />}
          {paidAt && <GrantDialog order={order} trigger={<Button>Grant access</Button>} />}
        </>
      }
      aside={
        <>
          <Buyer order={order} />
          <Totals order={order} />
          <Payments order={order} />
          <Mails order={order} />
          {order.isSandbox && <SandboxBank order={order} />}
        </>
      }
    >
      <StaffOrderRequests order={order} />
      <StaffOrderDisputes order={order} />
      <StaffOrderLines order={order} />
      <StaffOrderRefunds order={order} />
      <LedgerEntries order={order} />
    </DetailSheet>
  );
}

function Resend({ order: { id, number, email } }: { order: StaffOrder }) {
  const resend = useResendOrderMail();
  return (
    <ConfirmDialog
      title={`Resend the receipt for ${number}?`}
      description={`It goes to ${email}, with the link to the order.`}
      confirmLabel="Resend receipt"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button>Resend receipt…</Button>}
      onConfirm={async () => {
        await resend.mutateAsync(id);
        toast({ title: 'Receipt sent' });
      }}
    />
  );
}

function Buyer({ order }: { order: StaffOrder }) {
  const { buyer, name, email } = order;
  const address = formatAddressLines(order).join(', ');
  return (
    <StaffPart title="Buyer">
      <RunningOrder className="meta">
        <OrderLine figure={name || 'Former member'}>Name</OrderLine>
        <OrderLine figure={email}>Email</OrderLine>
        {address && <OrderLine figure={address}>Address</OrderLine>}
        <OrderLine
          figure={
            buyer ? (
              <StaffLink className="link" to={`/admin/users/${buyer.id}`}>
                {buyer.name}
              </StaffLink>
            ) : (
              'Guest'
            )
          }
        >
          Account
        </OrderLine>
      </RunningOrder>
    </StaffPart>
  );
}

function Totals({ order }: { order: StaffOrder }) {
  const { subtotal, discount, tax, credit, total, refunded, left, couponCode, currency } = order;
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <StaffPart title="Totals">
      <RunningOrder className="meta num">
        <OrderLine figure={money(subtotal)}>Subtotal</OrderLine>
        {Number(discount) > 0 && (
          <OrderLine figure={`−${money(discount)}`}>Coupon {couponCode ?? ''}</OrderLine>
        )}
        {Number(tax) > 0 && <OrderLine figure={money(tax)}>Tax</OrderLine>}
        {Number(credit) > 0 && <OrderLine figure={`−${money(credit)}`}>Booking credit</OrderLine>}
        <OrderLine figure={money(total)}>Total</OrderLine>
        {Number(refunded) > 0 && <OrderLine figure={`−${money(refunded)}`}>Refunded</OrderLine>}
        {order.paidAt && <OrderLine figure={money(left)}>Still refundable</OrderLine>}
      </RunningOrder>
    </StaffPart>
  );
}

const PAYMENT_STATE_LABELS = {
  open: 'Waiting for a card',
  requires_action: 'Waiting for bank confirmation',
  processing: 'Processing',
  succeeded: 'Paid',
  cancelled: 'Canceled',
  set_aside: 'Payment problem',
} as const;

function Payments({ order: { payments, currency } }: { order: StaffOrder }) {
  return (
    <StaffPart title={payments.length === 1 ? 'Payment' : 'Payments'}>
      {payments.length === 0 && <p className="meta py-3">No payment: the order was free.</p>}
      <ul aria-label="Payments">
        {payments.map(({ id, gateway, gatewayId, amount, state, tries, lastError }) => (
          <li key={id} className="border-b border-rule py-3 text-sm leading-ui">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                {gateway === 'stripe' ? 'Stripe' : 'Sandbox'}{' '}
                <Badge tone={state === 'succeeded' ? 'ok' : state === 'set_aside' ? 'bad' : 'plain'}>
                  {PAYMENT_STATE_LABELS[state]}
                </Badge>
              </span>
              <span className="num">{formatMoney(amount, currency)}</span>
            </div>
            <p className="small mt-1 num wrap-anywhere">
              {gatewayId ?? 'Not at the gateway yet'}
              {tries > 1 && `, ${tries} attempts`}
            </p>
            {lastError && state !== 'succeeded' && <p className="small mt-1">{lastError}</p>}
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

function Mails({ order: { mails } }: { order: StaffOrder }) {
  return (
    <StaffPart title="Emails">
      {mails.length === 0 && <p className="meta py-3">No emails about this order.</p>}
      <ul aria-label="Emails">
        {mails.map(({ id, subject, createdAt, sentAt, lastError }) => (
          <li key={id} className="border-b border-rule py-3 text-sm leading-ui">
            <span className="wrap-anywhere">{subject}</span>
            <span className="small block">
              Written <When iso={createdAt} />
              {sentAt ? ', sent' : ', not sent'}
              {lastError && `: ${lastError}`}
            </span>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

function LedgerEntries({ order: { ledger, number } }: { order: StaffOrder }) {
  return (
    <StaffPart
      title="Ledger"
      action={
        <StaffLink className="link meta" to={`/admin/ledger?order=${number}`} isOnlyLink>
          View in ledger
        </StaffLink>
      }
    >
      {ledger.length === 0 ? (
        <p className="meta py-3">No ledger entries for this order.</p>
      ) : (
        <LedgerTransactions items={ledger} label="Transactions of this order" />
      )}
    </StaffPart>
  );
}
