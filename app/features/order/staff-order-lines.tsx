// An order's lines for staff: what was paid, fees, and each seller's share with its state.
import { Link } from 'react-router';
import type { StaffOrder, StaffOrderLine } from '#shared/features/order/staff-order.contract.ts';
import { EARNING_VIEW_STATE_LABELS } from '#shared/features/payout/payout.states.ts';
import { formatDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

const isSome = (amount: string) => Number(amount) !== 0;

export function StaffOrderLines({ order }: { order: StaffOrder }) {
  return (
    <StaffPart title={order.lines.length === 1 ? 'Items' : `Items: ${order.lines.length} lines`}>
      <ul aria-label="Lines">
        {order.lines.map((line) => (
          <Line key={line.id} line={line} order={order} />
        ))}
      </ul>
    </StaffPart>
  );
}

function Line({ line, order }: { line: StaffOrderLine; order: StaffOrder }) {
  const money = (amount: string) => formatMoney(amount, order.currency);
  const { title, href, sellerName, kind, quantity, unitPrice, amount, discount, tax, isLive, seats } = line;
  const extras = [
    quantity > 1 && `${quantity} seats at ${money(unitPrice)}`,
    isSome(line.memberSaving) && `${money(line.memberSaving)} off as a member`,
    isSome(line.owned) && `${money(line.owned)} deducted: already owned`,
    isSome(discount) && `${money(discount)} coupon discount`,
    isSome(tax) && `${money(tax)} tax`,
  ].filter(Boolean);
  return (
    <li className="border-b border-rule py-4 text-sm leading-ui">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6">
        <span className="min-w-0 wrap-anywhere">
          <Link className="font-semibold hover:underline" to={href}>
            {title}
          </Link>
          <span className="small block">
            {kind.charAt(0).toUpperCase() + kind.slice(1)} by {sellerName}
            {extras.length > 0 && <>; {extras.join(', ')}</>}
          </span>
        </span>
        <span className="flex flex-col items-end gap-1 md:flex-row md:items-center md:gap-3">
          {order.paidAt && !isLive && <Badge>Refunded</Badge>}
          <span className="num">{money(amount)}</span>
        </span>
      </div>
      {quantity > 1 && order.paidAt && (
        <p className="small mt-1">
          Seats: {seats.held} in use, {seats.invited} invited, {seats.free} free
        </p>
      )}
      <Shares line={line} money={money} />
    </li>
  );
}

function Shares({ line, money }: { line: StaffOrderLine; money: (amount: string) => string }) {
  return (
    <table className="mt-3 w-full num max-md:text-xs" aria-label={`Fee and share for ${line.title}`}>
      <thead className="small text-left">
        <tr>
          <th scope="col" className="pr-3 pb-1 font-normal">
            {line.parts.length > 1 ? 'Part' : 'Seller'}
          </th>
          <th scope="col" className="pr-3 pb-1 text-right font-normal">
            Fee
          </th>
          <th scope="col" className="pr-3 pb-1 text-right font-normal">
            Share
          </th>
          <th scope="col" className="pb-1 text-right font-normal">
            Returned
          </th>
        </tr>
      </thead>
      <tbody>
        {line.parts.map(({ id, title, seller, fee, share, returned, earning }) => (
          <tr key={id} className="align-baseline">
            <th scope="row" className="min-w-28 py-0.5 pr-3 text-left font-normal wrap-anywhere">
              {line.parts.length > 1 && <span className="block">{title}</span>}
              {seller ? (
                <StaffLink className="link" to={`/admin/ledger?sellerId=${seller.id}`}>
                  {seller.name}
                </StaffLink>
              ) : (
                'Relevé'
              )}
              {earning && (
                <span className="small block">
                  {EARNING_VIEW_STATE_LABELS[earning.standing]}
                  {earning.standing === 'pending' && ` until ${formatDay(earning.availableAt)}`}
                  {earning.payoutId !== null && `, payout ${earning.payoutId}`}
                  {earning.heldReason && `: ${earning.heldReason}`}
                </span>
              )}
            </th>
            <td className="py-0.5 pr-3 text-right">{money(fee)}</td>
            <td className="py-0.5 pr-3 text-right">{money(share)}</td>
            <td className="py-0.5 text-right">{isSome(returned) ? money(returned) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
