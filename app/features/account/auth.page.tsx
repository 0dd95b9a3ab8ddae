// Sign-in and registration: one page with two tabs, each with its own URL.
import { useEffect, useRef } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
  type MetaArgs,
} from 'react-router';
import type { SignInFormOutcome } from '#shared/features/account/account.rules.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { hasGuestCart } from '#app/features/cart/has-guest-cart.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
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
  useRedirectSignedIn();
  return useIsSignedInByForm() ? <SignedIn /> : <AccountForms />;
}

function AccountForms() {
  const { pathname, state } = useLocation();
  const isNew = isRegistration(pathname);
  return (
    <div className="auth-body">
      <div ref={useFocusAfterSwitch()}>
        <TabLinks
          isPill
          label="Your account"
          tabs={[
            { to: '/auth', state: state as unknown, label: 'Sign in', isCurrent: !isNew },
            { to: '/register', state: state as unknown, label: 'Create account', isCurrent: isNew },
          ]}
        />
      </div>
      {isNew ? <RegisterForm /> : <LoginForm />}
    </div>
  );
}

/** The form was sent without a script, and may have been for want of one: then nothing leads on by itself. */
function useIsSignedInByForm(): boolean {
  const [search] = useSearchParams();
  const { hasSession } = useRootData();
  const isGuest = useUser() === null;
  return search.get('form') === ('signed-in' satisfies SignInFormOutcome) && hasSession && !isGuest;
}

function SignedIn() {
  return (
    <div className="auth-body">
      <h1 className="t-l">You’re signed in</h1>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/dashboard">
          Go to your dashboard
        </ButtonLink>
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </div>
    </div>
  );
}

function isRegistration(pathname: string): boolean {
  return pathname.startsWith('/register');
}

/** Sends a signed-in user to the page they wanted. */
function useRedirectSignedIn() {
  const navigate = useNavigate();
  const isSignedIn = Boolean(useUser());
  useEffect(() => {
    if (!isSignedIn) return;
    if (hasGuestCart()) void loadAndMergeGuestCart();
    void navigate(consumeDestination(), { replace: true });
  }, [isSignedIn, navigate]);
}

/** Spec §4: merges the guest cart into the account. If it fails, the next page tries again. */
async function loadAndMergeGuestCart(): Promise<void> {
  const { mergeCart } = await import('#app/features/cart/guest-merge.api.ts');
  await mergeCart();
}

/** The two tabs are two routes: the pressed link unmounts, and the focus with it. */
function useFocusAfterSwitch() {
  const tabs = useRef<HTMLDivElement>(null);
  const isFirstPage = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (isFirstPage || document.activeElement !== document.body) return;
    tabs.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [isFirstPage]);
  return tabs;
}
