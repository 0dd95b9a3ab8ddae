// Gifts of a membership for staff: who gave what to whom, whether it was sent and redeemed; sending it again.
import { Link, type MetaArgs } from 'react-router';
import { GIFT_STATE_LABELS, type GiftState } from '#shared/features/membership/membership.states.ts';
import { formatCalendarDay, formatDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { rolesOf } from '#shared/roles.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { GIFTS_HOME, listStaffGiftsQuery, useResendGift, type StaffGift } from './gift.api.ts';
import { MEMBERS_HOME } from './staff-member.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Gifts',
    description: 'Memberships given to someone.',
    path: GIFTS_HOME,
    isHidden: true,
  });
}

const STATES = ['ready', 'redeemed', 'refunded'] as const;

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  state: oneOf(STATES, params.get('state')),
  page: pageOf(params),
});

export default function StaffGiftsPage() {
  const user = useUser();
  const list = useStaffList(filtersIn, listStaffGiftsQuery);
  const counts = list.data?.counts;
  return (
    <StaffList
      list={list}
      nouns="gifts"
      title="Gifts"
      pageTabs={user && <StaffTabs area="memberships" roles={rolesOf(user)} />}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: counts?.all },
          ...STATES.map((state) => ({
            value: state,
            label: GIFT_STATE_LABELS[state],
            count: counts?.[state],
          })),
        ],
      }}
      search={{ placeholder: 'Name or email' }}
      columns={COLUMNS}
      empty={{
        title: 'No gifts yet',
        text: 'Memberships that someone buys for someone else are listed here.',
      }}
    />
  );
}

const TONES: Partial<Record<GiftState, BadgeTone>> = { ready: 'act', redeemed: 'ok' };

const COLUMNS: readonly StaffColumn<StaffGift>[] = [
  {
    key: 'recipient',
    header: 'For',
    card: 'title',
    cell: ({ recipientName, recipientEmail }) => (
      <>
        <span className="wrap-anywhere">{recipientName || 'Deleted account'}</span>
        <span className="small block wrap-anywhere">{recipientEmail}</span>
      </>
    ),
  },
  {
    key: 'plan',
    header: 'Gift',
    card: 'text',
    cell: ({ planName, codeEnd, order }) => (
      <>
        {planName}, a year
        <span className="small block">
          Code ending in {codeEnd}
          {order && (
            <>
              {', '}
              <StaffLink className="link" to={`/admin/orders/${order.id}`}>
                {order.number}
              </StaffLink>
              {`, ${formatMoney(order.total)}`}
            </>
          )}
        </span>
      </>
    ),
  },
  {
    key: 'buyer',
    header: 'From',
    card: 'text',
    cell: ({ buyer }) => (
      <>
        {buyer.name}
        <span className="small block wrap-anywhere">{buyer.email}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state }) => <Badge tone={TONES[state] ?? 'plain'}>{GIFT_STATE_LABELS[state]}</Badge>,
  },
  { key: 'sent', header: 'Email', card: 'text', cell: (gift) => <Sent gift={gift} /> },
  { key: 'do', header: 'Action', card: 'text', cell: (gift) => <Actions gift={gift} /> },
];

function Sent({ gift: { sentAt, sendOn, redeemedAt, membershipId } }: { gift: StaffGift }) {
  return (
    <>
      {sentAt ? `Sent ${formatDay(sentAt)}` : `Goes out ${formatCalendarDay(sendOn)}`}
      {redeemedAt && membershipId !== null && (
        <span className="small block">
          <Link className="link" to={`${MEMBERS_HOME}/${membershipId}`}>
            Redeemed {formatDay(redeemedAt)}
          </Link>
        </span>
      )}
    </>
  );
}

function Actions({ gift: { id, state, recipientEmail, sentAt } }: { gift: StaffGift }) {
  const resend = useResendGift();
  if (state !== 'ready' || recipientEmail === '') return null;
  const label = sentAt ? 'Send again' : 'Send now';
  return (
    <ConfirmDialog
      trigger={
        <Button size="s">
          {label}
          <span className="sr-only"> to {recipientEmail}</span>
        </Button>
      }
      title={`${label} to ${recipientEmail}?`}
      description="They get the email with the code and the message."
      confirmLabel={label}
      isDestructive={false}
      failure={failureTextOf}
      onConfirm={async () => {
        await resend.mutateAsync(id);
        toast({ title: 'Gift sent' });
      }}
    />
  );
}
