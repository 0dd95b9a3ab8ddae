// Paid: thanks, what was bought with the way to it, the receipt, and for guests the way to keep it.
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '#shared/features/checkout/order.contract.ts';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { BoughtLines } from './bought-lines.tsx';
import { orderHref, receiptHref } from './checkout.api.ts';
import { GuestAccount } from './guest-account.tsx';
import { OrderSums } from './order-sums.tsx';
import type { PaidOrder } from './payment-course.ts';

type ThanksProps = {
  order: Order;
  address: PaidOrder;
  title: ReactNode;
  children: ReactNode;
  onSignIn: () => void;
};

export function Thanks({ order, address, title, children, onSignIn }: ThanksProps) {
  return (
    <div className="wrap thanks">
      <div>
        <h1 className="t-l">{title}</h1>
        <p className="lead mt-4 max-w-measure">{children}</p>
        {order.state === 'refunded' && (
          <Notice tone="warn" className="mt-6">
            This order was refunded; the money is on its way back to your card.
          </Notice>
        )}
        <div className="mt-8">
          <h2 className="sr-only">What you bought</h2>
          <BoughtLines order={order} />
        </div>
        {order.isGuest && <GuestAccount order={order} onSignIn={onSignIn} />}
      </div>
      <aside className="summary" aria-label="Receipt">
        <h2 className="t-s">Order {order.number}</h2>
        <OrderSums order={order} />
        <div className="mt-5 grid gap-2">
          <ButtonLink to={orderHref(address)} isFull>
            See the receipt
          </ButtonLink>
          <a className={buttonClass({ variant: 'quiet', isFull: true })} href={receiptHref(address)} download>
            <FileText className="icon" aria-hidden="true" />
            <span className="btn-label">Download it as a PDF</span>
          </a>
        </div>
      </aside>
    </div>
  );
}
