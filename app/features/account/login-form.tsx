// The sign-in form. Users with two-factor sign-in are asked for the code after the right password.
import { useEffect, useState, type SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { LoginBody } from '#shared/features/account/account.schema.ts';
import { loginFailureText } from '#shared/features/account/account.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { lazyResolver } from '#app/lib/lazy-resolver.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { isCodeRequired, isThrottled, useLogin, useRequestSignInLink } from './session.api.ts';
import { CodeField } from './code-field.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';

export function LoginForm() {
  const isHydrated = useHydrated();
  const { login, form, hasCodeField, submit } = useLoginForm();
  const { register, formState } = form;
  const { errors } = formState;
  const isRefused = login.isError && !isCodeRequired(login.error);
  return (
    <form
      className="auth-form"
      // Submitting before the script has loaded must not put the password into the URL.
      method="post"
      noValidate={isHydrated}
      onSubmit={submit}
    >
      <h1 className="t-l">Welcome back</h1>
      {/* Not an alert: the toast has announced it. */}
      {isRefused && (
        <Notice tone="bad">
          <strong>Login failed.</strong> {loginFailureText(login.error)}
        </Notice>
      )}
      {isThrottled(login.error) && <SignInLinkOffer username={form.getValues('username')} />}
      <FormField
        label="Username"
        help="Your email address works too."
        error={errors.username?.message}
        isRequired
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </FormField>
      <FormField
        label="Password"
        error={errors.password?.message}
        isRequired
        aside={
          <Link className="link meta" to="/forgot-password">
            Forgot your password?
          </Link>
        }
      >
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </FormField>
      {hasCodeField && <CodeField error={errors.code?.message} {...register('code')} />}
      <NeedsScript what="Signing in" />
      <Button variant="primary" size="l" type="submit" isBusy={login.isPending}>
        Sign in
      </Button>
      <p>
        <Link className="link meta" to="/sign-in-link">
          Email me a sign-in link instead
        </Link>
      </p>
    </form>
  );
}

const RULES = lazyResolver<LoginBody>(
  async () => (await import('#shared/features/account/account.schema.ts')).loginBody,
);

function useLoginForm() {
  const login = useLogin();
  const [hasCodeField, setCodeField] = useState(false);
  const form = useForm<LoginBody>({
    resolver: RULES,
    defaultValues: { username: '', password: '', code: '' },
  });
  const { setFocus, setError } = form;
  useEffect(() => {
    if (hasCodeField) setFocus('code');
  }, [hasCodeField, setFocus]);
  const send = ({ username, password, code }: LoginBody) => {
    if (hasCodeField && !code) {
      setError('code', { message: 'Enter the code from your authenticator app' }, { shouldFocus: true });
      return;
    }
    login.mutate(code ? { username, password, code } : { username, password }, {
      onError(error) {
        if (!isCodeRequired(error)) return;
        setCodeField(true);
        if (code) setError('code', { message: loginFailureText(error) }, { shouldFocus: true });
      },
    });
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(send)(event);
  return { login, form, hasCodeField, submit };
}

/** Password sign-in is blocked for a while; a link by email still works. */
function SignInLinkOffer({ username }: { username: string }) {
  const request = useRequestSignInLink();
  return (
    <Notice isAlert>
      {request.isSuccess ? (
        <p>{request.data.message}</p>
      ) : (
        <>
          <p>Someone else may be guessing your password. We can email you a link that signs you in.</p>
          <Button className="mt-3" isBusy={request.isPending} onClick={() => request.mutate(username)}>
            Email me a sign-in link
          </Button>
          {request.isError && <p className="error-text mt-2">{failureTextOf(request.error)}</p>}
        </>
      )}
    </Notice>
  );
}
