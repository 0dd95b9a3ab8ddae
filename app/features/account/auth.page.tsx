// Signing in and signing up: one page with two tabs, and an address for each.
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType, type MetaArgs } from 'react-router';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { hasGuestCart } from '#app/features/cart/has-guest-cart.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { consumeDestination } from './destination.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: isRegistration(location.pathname) ? 'Create account' : 'Sign in',
    description: 'Sign in to your courses, your material and your bookings, or create your account.',
    path: '/auth',
  });
}

export default function AuthPage() {
  const isNew = isRegistration(useLocation().pathname);
  useOnwards();
  return (
    <div className="auth-body">
      <div ref={useFocusAfterSwitch()}>
        <TabLinks
          isPill
          label="Your account"
          tabs={[
            { to: '/auth', label: 'Sign in', isCurrent: !isNew },
            { to: '/register', label: 'Create account', isCurrent: isNew },
          ]}
        />
      </div>
      {isNew ? <RegisterForm /> : <LoginForm />}
    </div>
  );
}

function isRegistration(pathname: string): boolean {
  return pathname.startsWith('/register');
}

/** Whoever is signed in, since a moment ago or already before, goes on to where they were going. */
function useOnwards() {
  const navigate = useNavigate();
  const isSignedIn = Boolean(useUser());
  useEffect(() => {
    if (!isSignedIn) return;
    if (hasGuestCart()) void bringGuestCart();
    void navigate(consumeDestination(), { replace: true });
  }, [isSignedIn, navigate]);
}

/** Spec §4: what they put into the cart as a guest joins their account. Where it fails, the next page tries again. */
async function bringGuestCart(): Promise<void> {
  const { mergeCart } = await import('#app/features/cart/guest-merge.api.ts');
  await mergeCart();
}

/** The two addresses are two routes: the link that was pressed is gone, and the keyboard's place with it. */
function useFocusAfterSwitch() {
  const tabs = useRef<HTMLDivElement>(null);
  const isFirstPage = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (isFirstPage || document.activeElement !== document.body) return;
    tabs.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [isFirstPage]);
  return tabs;
}
