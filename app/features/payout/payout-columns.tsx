// Columns shared by the sellers' and the staff's lists of payouts.
import type { OwnPayout } from '#shared/features/payout/payout.contract.ts';
import { PAYOUT_STATE_LABELS, type PayoutState } from '#shared/features/payout/payout.states.ts';
import { formatMoney } from '#shared/money.ts';
import { When } from '#app/components/staff/when.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import type { TableColumn } from '#app/components/ui/table.tsx';
import '#app/components/staff/dashboard.css';
import './payments.css';

/** Why it failed, what was deducted or added, what was reversed. */
export function PayoutMessage({ payout }: { payout: Parameters<typeof formatPayoutMessage>[0] }) {
  return formatPayoutMessage(payout).map((text) => (
    <span key={text} className="small block">
      {text}
    </span>
  ));
}

export const COMMON_PAYOUT_COLUMNS: TableColumn<
  Pick<OwnPayout, 'state' | 'createdAt' | 'endedAt' | 'amount'>
>[] = [
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state }) => <Badge tone={payoutTone(state)}>{PAYOUT_STATE_LABELS[state]}</Badge>,
  },
  { key: 'when', header: 'When', cell: ({ createdAt, endedAt }) => <When iso={endedAt ?? createdAt} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    card: 'figure',
    cell: ({ amount }) => <span className="num font-semibold">{formatMoney(amount)}</span>,
  },
];

type MoneyFigure = { label: string; value: string; hint: string };

const ROOMY = 10;

export function BalanceStats({ figures }: { figures: readonly MoneyFigure[] }) {
  const isLong = figures.some(({ value }) => value.length > ROOMY);
  return (
    <dl className="figs money-figs num" data-count={figures.length} data-long={isLong || undefined}>
      {figures.map(({ label, value, hint }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figs-number">{value}</span>
            <span className="small">{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function payoutTone(state: PayoutState): BadgeTone {
  if (state === 'paid') return 'ok';
  return state === 'failed' ? 'bad' : 'warn';
}

type PayoutAmounts = { offset: string; reversed: string; failure: string | null };

function formatPayoutMessage({ offset, reversed, failure }: PayoutAmounts): string[] {
  const deducted = Number(offset);
  return [
    ...(failure === null ? [] : [failure]),
    ...(deducted > 0 ? [`${formatMoney(offset)} deducted for refunds of earlier sales`] : []),
    ...(deducted < 0 ? [`${formatMoney(offset.slice(1))} added from memberships and failed refunds`] : []),
    ...(Number(reversed) > 0 ? [`${formatMoney(reversed)} reversed after refunds`] : []),
  ];
}
