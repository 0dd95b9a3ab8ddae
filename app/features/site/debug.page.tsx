// The state of this browser: guest flags, guest cart and settings; nothing from the server but its version.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { GUEST_CART_KEY, GUEST_CHECKOUT_FLAG, GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { setGuestMode, useGuestMode } from '#app/features/account/guest-mode.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { getVersionQuery } from './site.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Debug',
    description: 'The state of this browser.',
    path: '/debug',
    isHidden: true,
  });
}

const PAGES = [
  ['UI components and states', '/debug/ui'],
  ['Profile picture', '/profile-image-debug'],
  ['Guest cart', '/debug-cart'],
  ['Guest cart test', '/test-guest-cart'],
] as const;

export default function DebugPage() {
  const state = useBrowserState();
  const { data, isError } = useQuery(getVersionQuery());
  // The version strip hydrates first and runs the same query; showing its data now would not match the server's HTML.
  const isHydrated = useHydrated();
  const version = isHydrated ? data : undefined;
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Debug</h1>
      <p className="lead mt-4 max-w-measure">
        What this browser stores about your visit. Nothing here leaves it.
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
            ['Reduced motion', state && (state.isMotionReduced ? 'yes' : 'no')],
            ['Online', state && (state.isOnline ? 'yes' : 'no')],
            ['Language', state?.language],
          ]}
        />
        <Facts
          title="Version"
          facts={[
            ['Version', version?.version ?? (isHydrated && isError ? 'unavailable' : undefined)],
            ['Environment', version?.environment],
            ['Built', version?.buildDate],
          ]}
        >
          <p className="meta mt-4">Features: {version?.features.join(', ') ?? '…'}</p>
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
        <h2 className="head t-s">Stored guest cart</h2>
        <pre
          className="overflow-x-auto rounded-field bg-sunken p-4 text-sm"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
          tabIndex={0}
          aria-label="Stored guest cart"
        >
          {state ? state.cartText || 'Nothing stored.' : '…'}
        </pre>
      </section>
      <section className="mt-12">
        <h2 className="head t-s">User agent</h2>
        <p className="meta wrap-anywhere">{state?.userAgent ?? '…'}</p>
      </section>
    </div>
  );
}

/** Spec §4: on by default. */
function GuestModeSwitch() {
  return (
    <Switch
      className="mt-4"
      checked={useGuestMode()}
      onChange={(event) => setGuestMode(event.target.checked)}
      help="When off, this browser stores no cart while you’re signed out."
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

/** Undefined until hydrated; then follows the window and other tabs. */
function useBrowserState(): BrowserState | undefined {
  const [state, setState] = useState<BrowserState>();
  useEffect(() => {
    const update = () => setState(getBrowserState());
    update();
    const events = ['resize', 'storage', 'online', 'offline'];
    for (const event of events) addEventListener(event, update);
    return () => {
      for (const event of events) removeEventListener(event, update);
    };
  }, []);
  return state;
}

type BrowserState = {
  guestMode: string;
  guestCheckout: string;
  cartText: string;
  cartLines: number;
  cartBytes: number;
  width: number;
  height: number;
  theme: string;
  isMotionReduced: boolean;
  isOnline: boolean;
  language: string;
  userAgent: string;
};

function getBrowserState(): BrowserState {
  const cartText = getStored(GUEST_CART_KEY) ?? '';
  return {
    // Spec §4: guest mode is on unless turned off.
    guestMode: getStored(GUEST_MODE_FLAG) ?? 'not set (on)',
    guestCheckout: getStored(GUEST_CHECKOUT_FLAG) ?? 'not set',
    cartText: formatJson(cartText),
    cartLines: countLines(cartText),
    cartBytes: new TextEncoder().encode(cartText).length,
    width: innerWidth,
    height: innerHeight,
    theme:
      document.documentElement.dataset.theme ?? (matches('(prefers-color-scheme: dark)') ? 'dark' : 'light'),
    isMotionReduced: matches('(prefers-reduced-motion: reduce)'),
    isOnline: navigator.onLine,
    language: navigator.language,
    userAgent: navigator.userAgent,
  };
}

function getStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function matches(query: string): boolean {
  return matchMedia(query).matches;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function formatJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

function countLines(text: string): number {
  const value = parseJson(text);
  const { items } = (value ?? {}) as { items?: unknown };
  const lines = Array.isArray(value) ? value : items;
  return Array.isArray(lines) ? lines.length : 0;
}
