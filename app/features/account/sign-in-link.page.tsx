// Signing in with a link by e-mail. Without a link in the address: asking for one. With one: a button, because programs
// that look through mail for danger open links too, and some of them run the page.
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
import { restoreRedirectForLink } from './destination.ts';
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
      {token === null ? <Ask /> : <Open token={token} onAskAgain={() => setToken(null)} />}
      <p>
        <Link className="link meta" to="/auth">
          Sign in with your password
        </Link>
      </p>
    </div>
  );
}

function Ask() {
  const ask = useRequestSignInLink();
  if (!ask.isSuccess) return <AskForm ask={ask} />;
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">Look at your mail</h1>
      <p>{ask.data.message}</p>
      <Button onClick={() => ask.reset()}>Try another name</Button>
    </div>
  );
}

function AskForm({ ask }: { ask: ReturnType<typeof useRequestSignInLink> }) {
  const isHydrated = useHydrated();
  const form = useForm<{ username: string }>({
    resolver: formRules(requestSignInLinkBody),
    defaultValues: { username: '' },
  });
  const { errors } = form.formState;
  const send = form.handleSubmit(({ username }) =>
    ask.mutate(username, { onError: (error) => showServerErrors(error, form, ['username']) }),
  );
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">Sign in with a link</h1>
      <p className="meta">
        We email you a link that signs you in right away, without your password. It works once, for{' '}
        {SIGN_IN_LINK_MINUTES} minutes.
      </p>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label="Username"
        help="Your e-mail address works too."
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
      <Button variant="primary" size="l" type="submit" isBusy={ask.isPending}>
        Email me a sign-in link
      </Button>
    </form>
  );
}

type OpenProps = { token: string; onAskAgain: () => void };

function Open({ token, onAskAgain }: OpenProps) {
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
        { message: 'Enter the code of your authenticator app' },
        { shouldFocus: true },
      );
    }
    signIn.mutate(code ? { token, code } : { token }, {
      onSuccess() {
        restoreRedirectForLink();
        // That page sends whoever is signed in to where they were going, with what their guest cart holds.
        void navigate('/auth', { replace: true });
      },
      onError(error) {
        if (isCodeRequired(error) && code)
          form.setError('code', { message: failureTextOf(error) }, { shouldFocus: true });
      },
    });
  });
  if (signIn.error instanceof ApiError && signIn.error.code === 'gone')
    return <Over onAskAgain={onAskAgain} />;
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">{hasCodeField ? 'One more step' : 'Your sign-in link'}</h1>
      <p className="meta">
        {hasCodeField
          ? 'Your account asks for a code of your authenticator app as well.'
          : 'Press the button to sign in on this device. The link works once.'}
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

function Over({ onAskAgain }: { onAskAgain: () => void }) {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">This link no longer works</h1>
      <p>A link works once, for {SIGN_IN_LINK_MINUTES} minutes. Ask for a new one to sign in.</p>
      <Button variant="primary" size="l" onClick={onAskAgain}>
        Ask for a new link
      </Button>
    </div>
  );
}
