// Paid: what was bought with its files first, the receipt beside it, and what comes next.
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatFullDay } from '#shared/dates.ts';
import type { Order } from '#shared/features/order/order.contract.ts';
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { type PaidOrder, orderHref, receiptHref } from '#app/lib/order-address.ts';
import { DownloadEverything, OrderItems, registerState } from './order-items.tsx';
import { OrderTotals } from './order-totals.tsx';
import './order-success.css';
import { Link } from 'react-router';
import './order.css';

const RIBBON = coverUrl('site-empty', 'square', 600);

type ThanksProps = {
  order: Order;
  address: PaidOrder;
  title: ReactNode;
  children: ReactNode;
  onSignIn: () => void;
};

export function Thanks({ order, address, title, children, onSignIn }: ThanksProps) {
  return (
    <>
      <div className="wrap thanks">
        <div>
          <div className="bought-hello">
            <div className="bought-hello-text">
              <h1 className="t-l">{title}</h1>
              <p className="lead mt-3 max-w-measure wrap-anywhere">{children}</p>
              <div className="mt-6 empty:mt-0">
                <DownloadEverything address={address} />
              </div>
            </div>
            <img className="bought-hello-art" src={RIBBON} alt="" width={200} height={200} />
          </div>
          {order.state === 'refunded' && (
            <Notice tone="warn" className="mt-6">
              This order was refunded; the money is on its way back to your card.
            </Notice>
          )}
          <h2 className="sr-only">What you bought</h2>
          <OrderItems order={order} address={address} />
          {address.key && <SaveOrderLink />}
        </div>
        <Slip order={order} address={address} />
      </div>
      <section className="wrap bought-next" aria-label="What comes next">
        {order.isGuest ? <GuestAccount order={order} onSignIn={onSignIn} /> : <Shelf />}
        <Ways address={address} />
      </section>
    </>
  );
}

/** For whoever opened the order by its key: what the link is worth. */
export function SaveOrderLink() {
  return (
    <p className="small mt-4 max-w-measure">
      Bookmark this page, or use the link in your email: both open your files from any device. Anyone who has
      the link can download them, so keep it to yourself.
    </p>
  );
}

function Slip({ order, address }: { order: Order; address: PaidOrder }) {
  return (
    <aside className="slip" aria-label="Receipt">
      <h2 className="t-s">Receipt</h2>
      <OrderTotals order={order} isItemised />
      <dl className="slip-facts num">
        <div>
          <dt>Order</dt>
          <dd>{order.number}</dd>
        </div>
        {order.paidAt && (
          <div>
            <dt>Paid</dt>
            <dd>{formatFullDay(order.paidAt)}</dd>
          </div>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-x-2">
        <a className={buttonClass({ variant: 'quiet' }, '-ml-3')} href={receiptHref(address)} download>
          <FileText className="icon" aria-hidden="true" />
          <span className="btn-label">Save as PDF</span>
        </a>
        <ButtonLink variant="quiet" to={orderHref(address)}>
          See the receipt
        </ButtonLink>
      </div>
    </aside>
  );
}

function Shelf() {
  return (
    <div>
      <h2 className="t-m">It’s all in one place</h2>
      <p className="meta mt-2 mb-5 max-w-measure">
        What you bought is among your purchases, with every later version, whenever you need it again.
      </p>
      <ButtonLink to="/my-purchases">See my purchases</ButtonLink>
    </div>
  );
}

function Ways({ address }: { address: PaidOrder }) {
  return (
    <ul className="bought-ways">
      <li>
        <div>
          <h3>Plan the next class</h3>
          <p className="small mt-1">Lesson plans, music and videos from teachers like you.</p>
        </div>
        <ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>
      </li>
      <li>
        <div>
          <h3>Changed your mind?</h3>
          <p className="small mt-1">Ask for a refund under your receipt. A file that won’t open is on us.</p>
        </div>
        <ButtonLink variant="quiet" to={orderHref(address)}>
          Open the receipt
        </ButtonLink>
      </li>
    </ul>
  );
}

export function GuestAccount({ order, onSignIn }: { order: Order; onSignIn: () => void }) {
  return (
    <section className="guest-account">
      <h2 className="t-m">Keep it all in one place</h2>
      <p className="meta mt-2 max-w-measure">
        Create an account with <strong className="wrap-anywhere">{order.email}</strong>, open the link we
        email you, and this order moves into it, with every later version. You do not need one to download.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink to="/register" state={registerState(order)}>
          Create account
        </ButtonLink>
        <Link className="link meta" to="/auth" onClick={onSignIn}>
          I have one already
        </Link>
      </div>
    </section>
  );
}
