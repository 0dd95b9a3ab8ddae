// The header: wordmark, main navigation and user menu. On a phone everything but wordmark and search is in a popover,
// which works even before React has loaded.
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { isPublicPage, MAIN_MENU } from '#shared/public-pages.ts';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { useSheetDialog } from '#app/components/ui/sheet-dialog.ts';
import { useUser } from '#app/lib/user.api.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { Glyph } from './glyph.tsx';
import { SiteCart } from './site-cart.tsx';
import { SiteSearch } from './site-search.tsx';

/** Guests, who are most visitors, don't load it. */
const UserMenu = lazy(() => import('./user-menu.tsx'));
const UserBadges = lazy(() => import('./user-badges.tsx'));

export function SiteHeader() {
  const { siteName } = useRootData();
  const { pathname } = useLocation();
  const sheet = useSheetDialog('Menu');
  return (
    <header className="site-head">
      <div className="wrap">
        <Link to="/">
          <Wordmark name={siteName} />
        </Link>
        <div className="site-menu" id="menu" popover="auto" {...sheet}>
          <nav aria-label="Main">
            {MAIN_MENU.map(
              ({ label, to }) =>
                isPublicPage(to) && (
                  <Link
                    key={to}
                    to={to}
                    aria-current={isWithin(pathname, to) ? 'page' : undefined}
                    onClick={closeMenu}
                  >
                    {label}
                  </Link>
                ),
            )}
          </nav>
          <UserActions />
        </div>
        <SiteSearch />
        <SignedInBadges />
        <SiteCart />
        <button className="icon-btn site-burger" popoverTarget="menu" aria-label="Menu">
          <Glyph name="menu" />
        </button>
      </div>
    </header>
  );
}

function SignedInBadges() {
  const user = useUser();
  return user ? (
    <Suspense>
      <UserBadges key={user.id} />
    </Suspense>
  ) : null;
}

function UserActions() {
  const user = useUser();
  if (user === null) {
    return (
      <div className="site-end">
        <Link className="btn btn-quiet" to="/auth" onClick={closeMenu}>
          Sign In
        </Link>
        {isPublicPage('/register') && (
          <Link className="btn btn-primary" to="/register" onClick={closeMenu}>
            Get Started
          </Link>
        )}
      </div>
    );
  }
  const placeholder = <span className="site-user-placeholder" />;
  return (
    <div className="site-end">
      {user ? (
        <Suspense fallback={placeholder}>
          <UserMenu user={user} onFollow={closeMenu} />
        </Suspense>
      ) : (
        placeholder
      )}
    </div>
  );
}

/** The header stays mounted on navigation, and the open menu would cover the new page. */
function closeMenu() {
  document.getElementById('menu')?.hidePopover();
}

function isWithin(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}
