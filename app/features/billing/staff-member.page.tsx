// One membership for staff: what it is, its invoices, and what can be done about it.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { MEMBER_SOURCE_LABELS } from '#shared/features/billing/staff-member.schema.ts';
import {
  MEMBERSHIP_STATE_LABELS,
  type InvoiceKind,
  type InvoiceState,
} from '#shared/features/membership/membership.states.ts';
import { PLAN_PERIOD_LABELS } from '#shared/features/plan/plan.rules.ts';
import { parseId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { RefundDialog } from '#app/features/order/refund-dialog.tsx';
import { getStaffOrderQuery } from '#app/features/order/staff-order.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { MemberActions } from './member-actions.tsx';
import { MemberStateBadge } from './member-state-badge.tsx';
import { getMemberQuery, MEMBERS_HOME, type Member } from './staff-member.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Member',
    description: 'A membership and its invoices.',
    path: location.pathname,
    isHidden: true,
  });
}

export default function StaffMemberPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...getMemberQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage query={query} noun="membership" back={{ to: MEMBERS_HOME, label: 'All members' }}>
      {(member) => <MemberSheet member={member} />}
    </DetailPage>
  );
}

function MemberSheet({ member }: { member: Member }) {
  const { user, planName, period, source } = member;
  return (
    <DetailSheet
      title={fullNameOf(user)}
      state={
        <>
          <MemberStateBadge {...member} />
          {planName},{' '}
          {source === 'paid' ? PLAN_PERIOD_LABELS[period].toLowerCase() : MEMBER_SOURCE_LABELS[source]}
        </>
      }
      actions={
        <>
          <RefundLast member={member} />
          <MemberActions member={member} />
        </>
      }
      aside={
        <>
          <Facts member={member} />
          <Others member={member} />
        </>
      }
    >
      <Invoices member={member} />
    </DetailSheet>
  );
}

/** Through the refund of its order, which also ends what it paid for. */
function RefundLast({ member: { invoices } }: { member: Member }) {
  const last = invoices.find(({ state }) => state === 'paid');
  const orderId = last?.order?.id;
  const { data: order } = useQuery({ ...getStaffOrderQuery(orderId ?? 0), enabled: orderId !== undefined });
  if (!order || Number(order.left) <= 0) return null;
  return <RefundDialog order={order} trigger={<Button variant="danger">Refund last invoice</Button>} />;
}

function Facts({ member }: { member: Member }) {
  const { user, createdAt, startsAt, endsAt, endedAt, pausedUntil, trialEndsAt, cancelReason } = member;
  const { state, price, period, next, nextPayment, card, retries, seatsUsed, isCanceling } = member;
  const ends = isCanceling || price === null ? 'Ends' : state === 'trialing' ? 'Trial until' : 'Period until';
  return (
    <StaffPart title="Membership">
      <RunningOrder className="meta num">
        <OrderLine
          figure={
            <StaffLink className="link" to={`/admin/users/${user.id}`}>
              {user.email}
            </StaffLink>
          }
        >
          Account
        </OrderLine>
        <OrderLine figure={formatDay(createdAt)}>Since</OrderLine>
        {price && (
          <OrderLine figure={`${formatMoney(price)} a ${period}`}>
            Price they signed up for, before tax
          </OrderLine>
        )}
        {!endedAt && <OrderLine figure={formatDay(startsAt)}>Period from</OrderLine>}
        {!endedAt && !pausedUntil && <OrderLine figure={formatDay(endsAt)}>{ends}</OrderLine>}
        {pausedUntil && <OrderLine figure={formatDay(pausedUntil)}>Paused until</OrderLine>}
        {trialEndsAt && state !== 'trialing' && (
          <OrderLine figure={formatDay(trialEndsAt)}>Trial ended</OrderLine>
        )}
        {endedAt && <OrderLine figure={formatDay(endedAt)}>Ended</OrderLine>}
        {nextPayment && (
          <OrderLine figure={`${formatMoney(nextPayment.amount)} on ${formatDay(nextPayment.at)}`}>
            Next payment
          </OrderLine>
        )}
        {next && (
          <OrderLine figure={`${next.planName}, ${PLAN_PERIOD_LABELS[next.period].toLowerCase()}`}>
            Changes then to
          </OrderLine>
        )}
        {card && <OrderLine figure={`${card.brand} ${card.lastFour}`}>Card</OrderLine>}
        {retries > 0 && <OrderLine figure={retries}>Declined attempts</OrderLine>}
        {!endedAt && <OrderLine figure={seatsUsed}>Seats in use</OrderLine>}
      </RunningOrder>
      {cancelReason && <p className="meta mt-3 wrap-anywhere">Reason for canceling: {cancelReason}</p>}
    </StaffPart>
  );
}

const KIND_LABELS: Readonly<Record<InvoiceKind, string>> = {
  start: 'First payment',
  renewal: 'Renewal',
  change: 'Change of plan',
  gift: 'A gift',
};

const INVOICE_LABELS: Readonly<Record<InvoiceState, { label: string; tone: BadgeTone }>> = {
  open: { label: 'Open', tone: 'warn' },
  paid: { label: 'Paid', tone: 'ok' },
  void: { label: 'Given up', tone: 'plain' },
  refunded: { label: 'Refunded', tone: 'plain' },
};

function Invoices({ member: { invoices } }: { member: Member }) {
  return (
    <StaffPart title="Invoices">
      {invoices.length === 0 && <p className="meta py-3">No invoices: nothing was charged.</p>}
      <ul aria-label="Invoices">
        {invoices.map(({ id, kind, state, planName, startsAt, endsAt, total, order, paidAt }) => (
          <li key={id} className="border-b border-rule py-3 text-sm leading-ui">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="flex flex-wrap items-center gap-x-2.5">
                {KIND_LABELS[kind]}
                <Badge tone={INVOICE_LABELS[state].tone}>{INVOICE_LABELS[state].label}</Badge>
              </span>
              <span className="num">{formatMoney(total)}</span>
            </div>
            <p className="small num mt-1 wrap-anywhere">
              {planName}, {formatDay(startsAt)}–{formatDay(endsAt)}
              {paidAt && `, paid ${formatDay(paidAt)}`}
              {order && (
                <>
                  {', '}
                  <StaffLink className="link" to={`/admin/orders/${order.id}`}>
                    {order.number}
                  </StaffLink>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}

function Others({ member: { others } }: { member: Member }) {
  if (others.length === 0) return null;
  return (
    <StaffPart title="Other memberships">
      <ul aria-label="Other memberships">
        {others.map(({ id, planName, state, createdAt, endedAt }) => (
          <li key={id} className="border-b border-rule py-3 text-sm leading-ui">
            <Link className="link" to={`${MEMBERS_HOME}/${id}`}>
              {planName}
            </Link>
            , {MEMBERSHIP_STATE_LABELS[state].toLowerCase()}
            <span className="small block">
              {formatDay(createdAt)}–{endedAt ? formatDay(endedAt) : 'now'}
            </span>
          </li>
        ))}
      </ul>
    </StaffPart>
  );
}
