// Signing in.
import { useEffect } from 'react';
import { Link, useNavigate, type MetaArgs } from 'react-router';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { CoverArt } from '#app/features/site/site-art.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { useUser } from './account.api.ts';
import { takeDestination } from './destination.ts';
import { LoginForm } from './login-form.tsx';
import './auth.css';

/** Without the site's header and footer: the poster and the form are the page. */
export const handle = { isBare: true };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Sign in',
    description: 'Sign in to your courses, your material and your bookings.',
    path: '/auth',
  });
}

export default function AuthPage() {
  const { siteName } = useRootData();
  useOnwards();
  return (
    <div className="auth">
      <div className="auth-art" data-theme="light">
        <CoverArt subject="site-auth" shape="poster" sizes="(width < 56.25rem) 100vw, 50vw" isFirst />
        <p className="display">Rise a little every day.</p>
      </div>
      <div className="auth-side">
        <div className="auth-top">
          <Link to="/">
            <Wordmark name={siteName} />
          </Link>
          <Link className="link meta" to="/">
            Back to the site
          </Link>
        </div>
        <LoginForm />
      </div>
    </div>
  );
}

/** Whoever is signed in, since a moment ago or already before, goes on to where they were going. */
function useOnwards() {
  const navigate = useNavigate();
  const isSignedIn = Boolean(useUser());
  useEffect(() => {
    if (isSignedIn) void navigate(takeDestination(), { replace: true });
  }, [isSignedIn, navigate]);
}
