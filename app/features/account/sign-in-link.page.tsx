// Sign-in by emailed link. Without a token in the URL, the page requests one; with a token, it shows a button, because
// mail scanners open links too, and some even run the page.
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, type MetaArgs } from 'react-router';
import { requestSignInLinkBody } from '#shared/features/account/account.schema.ts';
import { SIGN_IN_LINK_MINUTES } from '#shared/features/account/account.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { CodeField } from './code-field.tsx';
import { restoreRedirectForLink } from '#app/lib/sign-in-redirect.ts';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { isCodeRequired, useRequestSignInLink, useSignInByLink } from './session.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Sign in with a link',
    description: 'Sign in with a link we email you, without your password.',
    path: '/sign-in-link',
    isHidden: true,
  });
}

export default function SignInLinkPage() {
  const mailed = useMailedToken();
  const [token, setToken] = useState(mailed);
  return (
    <div className="auth-body">
      {token === null ? <RequestLink /> : <SignIn token={token} onRequestAgain={() => setToken(null)} />}
      <p>
        <Link className="link meta" to="/auth">
          Sign in with your password
        </Link>
      </p>
    </div>
  );
}

function RequestLink() {
  const request = useRequestSignInLink();
  if (!request.isSuccess) return <RequestForm request={request} />;
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">Check your email</h1>
      <p>{request.data.message}</p>
      <Button onClick={() => request.reset()}>Use a different username</Button>
    </div>
  );
}

function RequestForm({ request }: { request: ReturnType<typeof useRequestSignInLink> }) {
  const isHydrated = useHydrated();
  const form = useForm<{ username: string }>({
    resolver: formRules(requestSignInLinkBody),
    defaultValues: { username: '' },
  });
  const { errors } = form.formState;
  const send = form.handleSubmit(({ username }) =>
    request.mutate(username, { onError: (error) => showServerErrors(error, form, ['username']) }),
  );
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">Sign in with a link</h1>
      <p className="meta">
        We’ll email you a link that signs you in without your password. It works once, within{' '}
        {SIGN_IN_LINK_MINUTES} minutes.
      </p>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label="Username"
        help="Your email address works too."
        error={errors.username?.message}
        isRequired
      >
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('username')}
        />
      </FormField>
      <NeedsScript what="Signing in" />
      <Button variant="primary" size="l" type="submit" isBusy={request.isPending}>
        Email me a sign-in link
      </Button>
    </form>
  );
}

type SignInProps = { token: string; onRequestAgain: () => void };

function SignIn({ token, onRequestAgain }: SignInProps) {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const signIn = useSignInByLink();
  const form = useForm({ defaultValues: { code: '' } });
  const hasCodeField = isCodeRequired(signIn.error) || form.formState.isDirty;
  const { setFocus } = form;
  useEffect(() => {
    if (hasCodeField) setFocus('code');
  }, [hasCodeField, setFocus]);
  const send = form.handleSubmit(({ code }) => {
    if (hasCodeField && !code.trim()) {
      return form.setError(
        'code',
        { message: 'Enter the code from your authenticator app' },
        { shouldFocus: true },
      );
    }
    signIn.mutate(code ? { token, code } : { token }, {
      onSuccess() {
        restoreRedirectForLink();
        // That page merges the guest cart and redirects to the page they wanted.
        void navigate('/auth', { replace: true });
      },
      onError(error) {
        if (isCodeRequired(error) && code)
          form.setError('code', { message: failureTextOf(error) }, { shouldFocus: true });
      },
    });
  });
  if (signIn.error instanceof ApiError && signIn.error.code === 'gone')
    return <Expired onRequestAgain={onRequestAgain} />;
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">{hasCodeField ? 'One more step' : 'Your sign-in link'}</h1>
      <p className="meta">
        {hasCodeField
          ? 'Enter the code from your authenticator app.'
          : 'Sign in on this device. The link works once.'}
      </p>
      {signIn.isError && !isCodeRequired(signIn.error) && (
        <Notice tone="bad" isAlert>
          {failureTextOf(signIn.error)}
        </Notice>
      )}
      {hasCodeField && <CodeField error={form.formState.errors.code?.message} {...form.register('code')} />}
      <NeedsScript what="Signing in" />
      <Button variant="primary" size="l" type="submit" isBusy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

function Expired({ onRequestAgain }: { onRequestAgain: () => void }) {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">This link no longer works</h1>
      <p>Sign-in links work once, within {SIGN_IN_LINK_MINUTES} minutes. Request a new one.</p>
      <Button variant="primary" size="l" onClick={onRequestAgain}>
        Request a new link
      </Button>
    </div>
  );
}
