// The thank-you page after payment.
import type { MetaArgs } from 'react-router';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { MissingOrder } from './missing-order.tsx';
import { useOrderAddress } from '#app/lib/order-address.ts';
import { isUnpaid, OrderView, Unpaid } from './order-view.tsx';
import { SentText, Thanks } from './order-success.tsx';
import '#app/features/checkout/checkout.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'It’s yours',
    description: 'What you bought, and the way to it.',
    path: '/payment-success',
    isHidden: true,
  });
}

export default function PaymentSuccessPage() {
  const isGuest = useUser() === null;
  const signIn = () => rememberDestination(window.location.pathname + window.location.search);
  return (
    <OrderView address={useOrderAddress()} missing={<MissingOrder isGuest={isGuest} onSignIn={signIn} />}>
      {(order, address) =>
        isUnpaid(order) ? (
          <Unpaid order={order} />
        ) : (
          <Thanks
            order={order}
            address={address}
            title={`It’s yours, ${order.name.split(' ')[0]}`}
            onSignIn={signIn}
          >
            Everything’s here, ready when you are. <SentText order={order} address={address} />
          </Thanks>
        )
      }
    </OrderView>
  );
}
