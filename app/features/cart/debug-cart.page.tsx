// A debug view of this browser's cart: lines, flags and the merge key.
import { useSyncExternalStore } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { GUEST_CART_KEY, GUEST_CHECKOUT_FLAG, GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';
import { formatMoney } from '#shared/money.ts';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useCart } from './cart.api.ts';
import { followGuestCart, GUEST_MERGE_KEY } from './guest-cart.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Debug: cart',
    description: 'The cart stored in this browser.',
    path: '/debug-cart',
    isHidden: true,
  });
}

export default function DebugCartPage() {
  const stored = useBrowserCart();
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
              <OrderLine key={key} figure={stored ? (stored[key]?.slice(0, 60) ?? 'not set') : '…'}>
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
          {stored ? indented(stored[GUEST_CART_KEY] ?? null) : '…'}
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

const STORED_KEYS = [GUEST_CART_KEY, GUEST_MERGE_KEY, GUEST_MODE_FLAG, GUEST_CHECKOUT_FLAG] as const;

/** By key; null if nothing is stored. Undefined on the server and until hydration. */
function useBrowserCart(): Record<string, string | null> | undefined {
  const text = useSyncExternalStore(followGuestCart, readAll, () => '');
  return text === '' ? undefined : (JSON.parse(text) as Record<string, string | null>);
}

/** As one string, so that React sees the same value each time. */
function readAll(): string {
  return JSON.stringify(Object.fromEntries(STORED_KEYS.map((key) => [key, read(key)])));
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
