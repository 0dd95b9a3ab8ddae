// A receipt to read, print or save as a PDF. Guests open it with the key from their email.
import FileText from 'icon:file-text';
import Printer from 'icon:printer';
import { Link, type MetaArgs } from 'react-router';
import { formatAddressLines } from '#shared/features/checkout/address.rules.ts';
import { ORDER_STATE_LABELS } from '#shared/features/order/order.states.ts';
import type { Order, OrderLine as Line } from '#shared/features/order/order.contract.ts';
import { formatFullDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { OrderRefunds } from '#app/features/refund/order-refunds.tsx';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { GuestNext, SaveOrderLink } from './order-success.tsx';
import { MissingOrder } from './missing-order.tsx';
import { useOrderAddress, type PaidOrder, receiptHref } from '#app/lib/order-address.ts';
import { DownloadEverything, OrderItems } from './order-items.tsx';
import { OrderTotals } from './order-totals.tsx';
import { isUnpaid, OrderView, Unpaid } from './order-view.tsx';
import './order.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Receipt',
    description: 'The receipt of one order.',
    path: '/orders',
    isHidden: true,
  });
}

export default function OrderPage() {
  const isGuest = useUser() === null;
  const signIn = () => rememberDestination(window.location.pathname + window.location.search);
  return (
    <OrderView address={useOrderAddress()} missing={<MissingOrder isGuest={isGuest} onSignIn={signIn} />}>
      {(order, address) =>
        isUnpaid(order) ? (
          <Unpaid order={order} />
        ) : (
          <Receipt order={order} address={address} onSignIn={signIn} />
        )
      }
    </OrderView>
  );
}

const TONES: Partial<Record<Order['state'], BadgeTone>> = {
  paid: 'ok',
  partially_refunded: 'warn',
  refunded: 'warn',
};

type ReceiptProps = { order: Order; address: PaidOrder; onSignIn: () => void };

function Receipt({ order, address, onSignIn }: ReceiptProps) {
  const { siteName, supportEmail } = useRootData();
  return (
    <div className="wrap receipt">
      <div className="receipt-head">
        <div>
          <h1 className="t-l">Receipt {order.number}</h1>
          <p className="meta mt-3 flex flex-wrap items-center gap-3">
            {order.paidAt && formatFullDay(order.paidAt)}
            <Badge tone={TONES[order.state] ?? 'plain'}>{ORDER_STATE_LABELS[order.state]}</Badge>
          </p>
        </div>
        <div className="receipt-actions">
          <Button icon={<Printer className="icon" aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
          <a className={buttonClass()} href={receiptHref(address)} download>
            <FileText className="icon" aria-hidden="true" />
            <span className="btn-label">PDF</span>
          </a>
        </div>
      </div>
      <section className="receipt-screen mt-8" aria-labelledby="order-files">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-ink pt-6">
          <h2 className="t-s" id="order-files">
            What you bought
          </h2>
          <DownloadEverything address={address} size="m" />
        </div>
        <OrderItems order={order} address={address} />
        {address.key && <SaveOrderLink address={address} />}
      </section>
      <dl className="receipt-facts">
        <Fact term="For">
          {order.name}
          <span className="block wrap-anywhere">{order.email}</span>
          {formatAddressLines(order).map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </Fact>
        <Fact term="From">
          {siteName}
          {supportEmail && <span className="block wrap-anywhere">{supportEmail}</span>}
        </Fact>
      </dl>
      <ReceiptLines order={order} />
      <OrderTotals order={order} />
      <div className="receipt-screen">
        {order.isGuest && <GuestNext order={order} address={address} onSignIn={onSignIn} />}
        <OrderRefunds order={order} address={address} />
        <p className="meta mt-8">
          Something wrong?{' '}
          <Link className="link" to={`/contact?about=order-${order.id}&order=${order.number}`}>
            Write to us about this order
          </Link>
        </p>
      </div>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="small">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ReceiptLines({ order }: { order: Order }) {
  return (
    <ul className="receipt-lines" aria-label="Lines">
      {order.lines.map((line) => (
        <li key={line.id}>
          <div className="min-w-0">
            <p className="wrap-anywhere">{line.title}</p>
            <p className="small">{noteOf(line, order.currency)}</p>
          </div>
          <span className="num">{formatMoney(line.amount, order.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

function noteOf(
  { sellerName, quantity, unitPrice, owned, memberSaving, isLive }: Line,
  currency: string,
): string {
  return [
    sellerName,
    quantity > 1 && `${quantity} seats at ${formatMoney(unitPrice, currency)}`,
    Number(memberSaving) > 0 && `${formatMoney(memberSaving, currency)} off as a member`,
    Number(owned) > 0 && `less ${formatMoney(owned, currency)} you had already paid`,
    !isLive && 'refunded',
  ]
    .filter(Boolean)
    .join(', ');
}
