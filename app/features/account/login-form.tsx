// The sign-in form. Users with two-factor sign-in are asked for the code after the right password.
import { useEffect, useState, type SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { LoginBody } from '#shared/features/account/account.schema.ts';
import {
  loginFailureText,
  SIGN_IN_FORM_OUTCOMES,
  SIGN_IN_FORM_PATH,
  SIGN_IN_FORM_TEXTS,
} from '#shared/features/account/account.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { readSignUpReason, signUpSentence } from '#app/lib/sign-up-reason.ts';
import { lazyResolver } from '#app/lib/lazy-resolver.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { isCodeRequired, isThrottled, useLogin, useRequestSignInLink } from './session.api.ts';
import { CodeField } from './code-field.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';

export function LoginForm() {
  const isHydrated = useHydrated();
  const reason = readSignUpReason(useLocation().state);
  const sent = useSentForm();
  const { login, form, hasCodeField, submit } = useLoginForm(sent === 'code');
  const { register, formState } = form;
  const { errors } = formState;
  const isRefused = login.isError && !isCodeRequired(login.error);
  return (
    <form
      className="auth-form"
      // Before the script has loaded, the browser sends the form itself.
      method="post"
      action={SIGN_IN_FORM_PATH}
      noValidate={isHydrated}
      onSubmit={submit}
    >
      <h1 className="t-l">Welcome back</h1>
      {reason && <p className="lead wrap-anywhere">Sign in {signUpSentence(reason)}.</p>}
      {login.isIdle && sent && (
        <Notice tone={sent === 'code' ? 'plain' : 'bad'} isAlert>
          {SIGN_IN_FORM_TEXTS[sent]}
        </Notice>
      )}
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

/** What became of a form that was sent without a script. */
function useSentForm() {
  const [search] = useSearchParams();
  const outcome = SIGN_IN_FORM_OUTCOMES.find((known) => known === search.get('form'));
  return outcome === 'signed-in' ? undefined : outcome;
}

function useLoginForm(isCodeWanted: boolean) {
  const login = useLogin();
  const [hasCodeField, setCodeField] = useState(isCodeWanted);
  const form = useForm<LoginBody>({
    resolver: RULES,
    defaultValues: { username: '', password: '', code: '' },
  });
  const { setFocus, setError } = form;
  useEffect(() => {
    if (hasCodeField && !isCodeWanted) setFocus('code');
  }, [hasCodeField, isCodeWanted, setFocus]);
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
