// The frame of public pages: skip link, header, footer, back-to-top button.
import type { ReactNode } from 'react';
import { useAuthEvents } from '#app/lib/user.api.ts';
import { BackToTop } from './back-to-top.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

type SiteFrameProps = {
  /** Without header and footer, for pages with their own layout, such as the classroom. */
  isBare?: boolean;
  /** False for pages that fill the window, such as messages. */
  hasFooter?: boolean;
  children: ReactNode;
};

export function SiteFrame({ isBare = false, hasFooter = true, children }: SiteFrameProps) {
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
      {!isBare && hasFooter && <SiteFooter />}
      {hasFooter && <BackToTop />}
    </>
  );
}
