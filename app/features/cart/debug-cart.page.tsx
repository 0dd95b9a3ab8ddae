// A debug view of this browser's cart: lines, flags and the merge key.
import { Link, type MetaArgs } from 'react-router';
import { GUEST_CART_KEY } from '#shared/features/cart/cart-keys.ts';
import { formatMoney } from '#shared/money.ts';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { STORED_KEYS, useBrowserCart } from './browser-cart.ts';
import { useCart } from './cart.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Debug: cart',
    description: 'The cart stored in this browser.',
    path: '/debug-cart',
    isHidden: true,
  });
}

export default function DebugCartPage() {
  const kept = useBrowserCart();
  return (
    <div className="wrap section pt-10">
      <h1 className="t-l">Cart stored in this browser</h1>
      <p className="lead mt-4 max-w-measure">
        Only your own cart, in this browser.{' '}
        <Link className="link" to="/test-guest-cart">
          Try the guest cart
        </Link>
      </p>
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-2">
        <section>
          <h2 className="head t-s">Stored</h2>
          <RunningOrder label="Stored">
            {STORED_KEYS.filter((key) => key !== GUEST_CART_KEY).map((key) => (
              <OrderLine key={key} figure={kept ? (kept[key]?.slice(0, 60) ?? 'not set') : '…'}>
                {key}
              </OrderLine>
            ))}
          </RunningOrder>
        </section>
        <Shown />
      </div>
      <section className="mt-12">
        <h2 className="head t-s">Guest cart ({GUEST_CART_KEY})</h2>
        <pre
          className="overflow-x-auto rounded-field bg-sunken p-4 text-sm"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
          tabIndex={0}
          aria-label="Stored guest cart"
        >
          {kept ? indented(kept[GUEST_CART_KEY] ?? null) : '…'}
        </pre>
      </section>
    </div>
  );
}

function Shown() {
  const { items, isGuest, isLoading, total, count, hasFailed } = useCart();
  const facts = [
    ['Owner', isGuest ? 'guest' : 'account'],
    ['Lines', String(items.length)],
    ['Items', String(count)],
    ['Total', formatMoney(total)],
    ['Prices', hasFailed ? 'the server didn’t respond' : 'from the server'],
  ] as const;
  return (
    <section>
      <h2 className="head t-s">On the screen</h2>
      <RunningOrder label="On the screen">
        {facts.map(([name, value]) => (
          <OrderLine key={name} figure={isLoading ? '…' : value}>
            {name}
          </OrderLine>
        ))}
      </RunningOrder>
    </section>
  );
}

function indented(text: string | null): string {
  if (text === null) return 'Nothing is stored.';
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
