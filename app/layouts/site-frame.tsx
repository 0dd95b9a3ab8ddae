// What stands around every page: skip link, header, footer, the way back up.
import type { ReactNode } from 'react';
import { useAuthEvents } from '#app/lib/user.api.ts';
import { BackToTop } from './back-to-top.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

type SiteFrameProps = {
  /** Only the page: for one that is a whole composition of its own, such as signing in. */
  isBare?: boolean;
  children: ReactNode;
};

export function SiteFrame({ isBare = false, children }: SiteFrameProps) {
  useAuthEvents();
  return (
    <>
      <a className="site-skip" href="#content">
        Skip to content
      </a>
      {!isBare && <SiteHeader />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {!isBare && <SiteFooter />}
      <BackToTop />
    </>
  );
}
