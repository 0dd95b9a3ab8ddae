// What a list of payouts shows of each, whoever reads it.
import type { OwnPayout } from '#shared/features/payout/payout.contract.ts';
import { PAYOUT_STATE_LABELS } from '#shared/features/payout/payout.states.ts';
import { formatMoney } from '#shared/money.ts';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import type { TableColumn } from '#app/components/ui/table.tsx';
import { payoutTone, payoutWords } from './payout-words.ts';

/** Why it failed, what was kept, what was taken back. */
export function PayoutWords({ payout }: { payout: Parameters<typeof payoutWords>[0] }) {
  return payoutWords(payout).map((words) => (
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
