// Where the link of a confirmation mail leads: confirms the address by itself, and says what happened.
import { useEffect, type ReactNode } from 'react';
import type { MetaArgs } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from './destination.ts';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { useVerifyEmail } from './security.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Confirm your address',
    description: 'Confirm your e-mail address.',
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
          Open the link from the mail again, or copy all of it into the address bar.
        </Unusable>
      ) : verify.isError ? (
        <Failed error={verify.error} onRetry={() => token && mutate(token)} />
      ) : (
        <div className="auth-form">
          <h1 className="t-l">Confirming your address</h1>
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
      <h1 className="t-l">Your address is confirmed</h1>
      <p>We will write to you at {email}.</p>
      <ButtonLink variant="primary" size="l" to={user ? '/dashboard' : '/auth'}>
        {user ? 'Go to your dashboard' : 'Sign in'}
      </ButtonLink>
      <ButtonLink variant="quiet" to="/registration/success">
        What comes next
      </ButtonLink>
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'gone' || code === 'conflict') {
    return <Unusable title="Nothing was confirmed">{failureTextOf(error)}</Unusable>;
  }
  return (
    <div className="auth-form">
      <h1 className="t-l">Your address is not confirmed yet</h1>
      <p>{failureTextOf(error)}</p>
      <Button variant="primary" size="l" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** The way to a new link: at once for whoever is signed in, after signing in for others. */
function Unusable({ title, children }: { title: string; children: ReactNode }) {
  const user = useUser();
  return (
    <div className="auth-form">
      <h1 className="t-l">{title}</h1>
      <p>{children}</p>
      {user?.isEmailVerified === false && <ResendVerification />}
      {user?.isEmailVerified && (
        <ButtonLink variant="primary" size="l" to="/profile/security">
          Go to your security page
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
