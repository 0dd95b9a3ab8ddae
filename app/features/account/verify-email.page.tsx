// The target of confirmation links: confirms the address and shows the result.
import { useEffect, type ReactNode } from 'react';
import type { MetaArgs } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { ResendVerification } from './verify-email-notice.tsx';
import { useVerifyEmail } from './security.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Confirm your email address',
    description: 'Confirm your email address.',
    path: '/verify-email',
    isHidden: true,
  });
}

export default function VerifyEmailPage() {
  const token = useMailedToken();
  const verify = useVerifyEmail();
  const { mutate } = verify;
  useEffect(() => {
    if (token) mutate(token);
  }, [token, mutate]);
  return (
    <div className="auth-body" aria-live="polite">
      {verify.isSuccess ? (
        <Confirmed email={verify.data.email} />
      ) : token === null ? (
        <Unusable title="This link is incomplete">
          Open the link in the email again, or copy all of it into the address bar.
        </Unusable>
      ) : verify.isError ? (
        <Failed error={verify.error} onRetry={() => token && mutate(token)} />
      ) : (
        <div className="auth-form">
          <h1 className="t-l">Confirming your email address</h1>
          <p className="meta">This takes a moment.</p>
          <NeedsScript what="Confirming an address" />
        </div>
      )}
    </div>
  );
}

function Confirmed({ email }: { email: string }) {
  const user = useUser();
  return (
    <div className="auth-form">
      <h1 className="t-l">Email address confirmed</h1>
      <p>From now on we’ll use {email}.</p>
      <ButtonLink variant="primary" size="l" to={user ? '/dashboard' : '/auth'}>
        {user ? 'Go to your dashboard' : 'Sign in'}
      </ButtonLink>
      <ButtonLink variant="quiet" to="/registration/success">
        See next steps
      </ButtonLink>
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'gone' || code === 'conflict') {
    return <Unusable title="This link doesn’t work">{failureTextOf(error)}</Unusable>;
  }
  return (
    <div className="auth-form">
      <h1 className="t-l">Couldn’t confirm your email address</h1>
      <p>{failureTextOf(error)}</p>
      <Button variant="primary" size="l" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Offers a new link; guests sign in first. */
function Unusable({ title, children }: { title: string; children: ReactNode }) {
  const user = useUser();
  return (
    <div className="auth-form">
      <h1 className="t-l">{title}</h1>
      <p>{children}</p>
      {user?.isEmailVerified === false && <ResendVerification />}
      {user?.isEmailVerified && (
        <ButtonLink variant="primary" size="l" to="/profile/security">
          Open security settings
        </ButtonLink>
      )}
      {user === null && (
        <ButtonLink
          variant="primary"
          size="l"
          to="/auth"
          onClick={() => rememberDestination('/profile/security')}
        >
          Sign in
        </ButtonLink>
      )}
    </div>
  );
}
