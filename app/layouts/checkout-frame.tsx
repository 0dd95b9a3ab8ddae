// The frame of checkout pages: wordmark and footer, without a menu that distracts.
import Lock from 'icon:lock';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { useAuthEvents } from '#app/lib/user.api.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { BackToTop } from './back-to-top.tsx';
import { SiteFooter } from './site-footer.tsx';
import '#app/features/checkout/checkout.css';

export function CheckoutFrame({ children }: { children: ReactNode }) {
  useAuthEvents();
  const { siteName } = useRootData();
  return (
    <>
      <a className="site-skip" href="#content">
        Skip to content
      </a>
      <header>
        <div className="wrap checkout-head">
          <Link to="/">
            <Wordmark name={siteName} />
          </Link>
          <span className="meta">
            <Lock className="icon" aria-hidden="true" />
            Secure checkout
          </span>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <BackToTop />
    </>
  );
}
