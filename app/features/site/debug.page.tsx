// What this browser knows of the visit: its own flags, guest cart and settings, nothing of the server's.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { GUEST_CART_KEY, GUEST_CHECKOUT_FLAG, GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { setGuestMode, useGuestMode } from '#app/features/account/guest-mode.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { readBrowserState, type BrowserState } from './browser-state.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { versionQuery } from './version.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Debug',
    description: 'The state of this browser.',
    path: '/debug',
    isHidden: true,
  });
}

const PAGES = [
  ['Parts and states of the look', '/debug/ui'],
  ['Your picture, step by step', '/profile-image-debug'],
  ['Guest cart', '/debug-cart'],
  ['Guest cart test', '/test-guest-cart'],
] as const;

export default function DebugPage() {
  const state = useBrowserState();
  const { data, isError } = useQuery(versionQuery());
  // The strip at the bottom wakes up first and asks the same.
  const isAwake = useHydrated();
  const version = isAwake ? data : undefined;
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Debug</h1>
      <p className="lead mt-4 max-w-measure">
        What this browser keeps about your visit. Nothing here leaves it.
      </p>
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-2">
        <Facts
          title="Guest"
          facts={[
            [`Guest mode (${GUEST_MODE_FLAG})`, state?.guestMode],
            [`Guest checkout (${GUEST_CHECKOUT_FLAG})`, state?.guestCheckout],
            [`Guest cart (${GUEST_CART_KEY})`, state && `${state.cartLines} lines, ${state.cartBytes} bytes`],
          ]}
        >
          <GuestModeSwitch />
        </Facts>
        <Facts
          title="Browser"
          facts={[
            ['Window', state && `${state.width} × ${state.height} px`],
            ['Theme', state?.theme],
            ['Reduced motion', state && (state.isCalm ? 'yes' : 'no')],
            ['Online', state && (state.isOnline ? 'yes' : 'no')],
            ['Language', state?.language],
          ]}
        />
        <Facts
          title="Version"
          facts={[
            ['Version', version?.version ?? (isAwake && isError ? 'no answer' : undefined)],
            ['Environment', version?.environment],
            ['Built', version?.buildDate],
          ]}
        >
          <p className="meta mt-4">Parts: {version?.features.join(', ') ?? '…'}</p>
        </Facts>
        <section>
          <h2 className="head t-s">Other debug pages</h2>
          <ul className="grid justify-items-start gap-3">
            {PAGES.filter(([, to]) => isBuilt(to)).map(([label, to]) => (
              <li key={to}>
                <Link className="link" to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section className="mt-12">
        <h2 className="head t-s">Guest cart, as it is stored</h2>
        <pre
          className="overflow-x-auto rounded-field bg-sunken p-4 text-sm"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it no keyboard could scroll it
          tabIndex={0}
          aria-label="Stored guest cart"
        >
          {state ? state.cartText || 'Nothing is stored.' : '…'}
        </pre>
      </section>
      <section className="mt-12">
        <h2 className="head t-s">User agent</h2>
        <p className="meta wrap-anywhere">{state?.userAgent ?? '…'}</p>
      </section>
    </div>
  );
}

/** Spec §4: on by default, and can be switched. */
function GuestModeSwitch() {
  return (
    <Switch
      className="mt-4"
      checked={useGuestMode()}
      onChange={(event) => setGuestMode(event.target.checked)}
      help="Off: this browser keeps no cart while you are signed out."
    >
      Guest mode
    </Switch>
  );
}

type FactsProps = {
  title: string;
  facts: readonly (readonly [name: string, value: string | undefined])[];
  children?: ReactNode;
};

function Facts({ title, facts, children }: FactsProps) {
  return (
    <section>
      <h2 className="head t-s">{title}</h2>
      <RunningOrder label={title}>
        {facts.map(([name, value]) => (
          <OrderLine key={name} figure={value || '…'}>
            {name}
          </OrderLine>
        ))}
      </RunningOrder>
      {children}
    </section>
  );
}

/** Undefined on the server and until the browser has taken over; follows the window and other tabs after that. */
function useBrowserState(): BrowserState | undefined {
  const [state, setState] = useState<BrowserState>();
  useEffect(() => {
    const read = () => setState(readBrowserState());
    read();
    const events = ['resize', 'storage', 'online', 'offline'];
    for (const event of events) addEventListener(event, read);
    return () => {
      for (const event of events) removeEventListener(event, read);
    };
  }, []);
  return state;
}
