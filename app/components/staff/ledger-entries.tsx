// One transaction of the books: what happened, when, and its entries, which sum to zero.
import type { LedgerTransaction } from '#shared/features/ledger/ledger.contract.ts';
import { formatMoment } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { LEDGER_ACCOUNT_LABELS, LEDGER_KIND_LABELS } from '#shared/features/ledger/ledger.states.ts';
import { StaffLink } from './staff-link.tsx';

/** A true minus, and a plus for incoming money: the ledger is read by its signs. */
export function formatSigned(amount: string, currency: string): string {
  if (Number(amount) === 0) return formatMoney(amount, currency);
  const isOut = amount.startsWith('-');
  return `${isOut ? '−' : '+'}${formatMoney(isOut ? amount.slice(1) : amount, currency)}`;
}

export function LedgerTransactions({ items, label }: { items: readonly LedgerTransaction[]; label: string }) {
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <Transaction key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Transaction({ item: { id, kind, cause, order, createdAt, entries } }: { item: LedgerTransaction }) {
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-rule py-4 text-sm leading-ui md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="min-w-0">
        <strong className="font-semibold">{LEDGER_KIND_LABELS[kind]}</strong>
        {order && (
          <>
            {' '}
            <StaffLink className="link num" to={`/admin/orders/${order.id}`}>
              {order.number}
            </StaffLink>
          </>
        )}
        <span className="small block num">
          No. {id}, {cause}
        </span>
        <time className="small block" dateTime={createdAt}>
          {formatMoment(createdAt)}
        </time>
      </div>
      <table className="w-full num" aria-label={`Entries of transaction ${id}`}>
        <tbody>
          {entries.map(({ account, seller, amount, currency }) => (
            <tr key={`${account} ${seller?.id ?? 0} ${amount}`}>
              <th scope="row" className="py-0.5 pr-4 text-left font-normal wrap-anywhere">
                {LEDGER_ACCOUNT_LABELS[account]}
                {seller && (
                  <>
                    {': '}
                    <StaffLink className="link" to={`/admin/ledger?sellerId=${seller.id}`}>
                      {seller.name}
                    </StaffLink>
                  </>
                )}
              </th>
              <td className="py-0.5 text-right whitespace-nowrap">{formatSigned(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  );
}
