// An order's totals: subtotal, discount, tax, paid and refunded.
import type { Order } from '#shared/features/order/order.contract.ts';
import { centsToDecimal, decimalToCents, formatMoney } from '#shared/money.ts';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import './order.css';
import { ORDER_STATE_LABELS, type OrderState } from '#shared/features/order/order.states.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const isSome = (amount: string) => decimalToCents(amount) !== 0;

type OrderSumsProps = {
  order: Order;
  /** Also lists each line. */
  isItemised?: boolean;
};

export function OrderTotals({ order, isItemised = false }: OrderSumsProps) {
  const { subtotal, discount, couponCode, tax, credit, total, refunded, currency } = order;
  const money = (amount: string) => formatMoney(amount, currency);
  const remaining = centsToDecimal(decimalToCents(total) - decimalToCents(refunded));
  return (
    <RunningOrder className="order-sums">
      {isItemised &&
        order.lines.map((line) => (
          <OrderLine key={line.id} figure={money(line.amount)}>
            {line.title}
          </OrderLine>
        ))}
      {(order.lines.length > 1 || isSome(discount) || isSome(tax) || isSome(credit)) && (
        <OrderLine figure={money(subtotal)}>Subtotal</OrderLine>
      )}
      {isSome(discount) && (
        <OrderLine figure={`−${money(discount)}`}>Discount{couponCode && ` (${couponCode})`}</OrderLine>
      )}
      {isSome(tax) && <OrderLine figure={money(tax)}>Tax</OrderLine>}
      {isSome(credit) && <OrderLine figure={`−${money(credit)}`}>Paid with booking credit</OrderLine>}
      {isSome(refunded) && <OrderLine figure={money(total)}>Paid</OrderLine>}
      {isSome(refunded) && <OrderLine figure={`−${money(refunded)}`}>Refunded</OrderLine>}
      <OrderLine isTotal figure={money(remaining)}>
        {isSome(refunded) ? 'Total after refunds' : 'Total'}
      </OrderLine>
    </RunningOrder>
  );
}

const TONES: Readonly<Record<OrderState, BadgeTone>> = {
  pending: 'warn',
  paid: 'ok',
  partially_refunded: 'act',
  refunded: 'plain',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
};

export function OrderStateBadge({ state }: { state: OrderState }) {
  return <Badge tone={TONES[state]}>{ORDER_STATE_LABELS[state]}</Badge>;
}
