// What a list of payouts shows of each, whoever reads it.
import type { OwnPayout } from '#shared/features/payout/payout.contract.ts';
import { PAYOUT_STATE_LABELS } from '#shared/features/payout/payout.states.ts';
import { formatMoney } from '#shared/money.ts';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import type { TableColumn } from '#app/components/ui/table.tsx';
import { payoutTone, formatPayoutMessage } from './payout-messages.ts';
import '#app/components/staff/dashboard.css';
import './payments.css';

/** Why it failed, what was kept, what was taken back. */
export function PayoutMessage({ payout }: { payout: Parameters<typeof formatPayoutMessage>[0] }) {
  return formatPayoutMessage(payout).map((words) => (
    <span key={words} className="small block">
      {words}
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

type MoneyFigure = { label: string; value: string; words: string };

const ROOMY = 10;

export function BalanceStats({ figures }: { figures: readonly MoneyFigure[] }) {
  const isLong = figures.some(({ value }) => value.length > ROOMY);
  return (
    <dl className="figs money-figs num" data-count={figures.length} data-long={isLong || undefined}>
      {figures.map(({ label, value, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figs-number">{value}</span>
            <span className="small">{words}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
