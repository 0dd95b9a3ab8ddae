// The sign-in form: the contract's own rules, each error beside its field, and a refusal above them all.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { loginBody, type LoginBody } from '#shared/features/account/account.schema.ts';
import { loginFailureText } from '#shared/features/account/login.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useLogin } from './session.api.ts';

export function LoginForm() {
  const login = useLogin();
  const isHydrated = useHydrated();
  const { register, handleSubmit, formState } = useForm<LoginBody>({
    resolver: zodResolver(loginBody),
    defaultValues: { username: '', password: '' },
  });
  const { errors } = formState;
  return (
    <form
      className="auth-form"
      // Before the script is here a press must not put the password into the address bar.
      method="post"
      noValidate={isHydrated}
      onSubmit={(event) => void handleSubmit((body) => login.mutate(body))(event)}
    >
      <h1 className="t-l">Welcome back</h1>
      {/* The toast has read it aloud; this stays while the person mends it. */}
      {login.isError && (
        <Notice tone="bad">
          <strong>Login failed.</strong> {loginFailureText(login.error)}
        </Notice>
      )}
      <FormField label="Username" error={errors.username?.message} isRequired>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </FormField>
      <FormField label="Password" error={errors.password?.message} isRequired>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </FormField>
      <noscript>
        <p className="meta">
          Signing in needs JavaScript. Please switch it on for this site and load the page again.
        </p>
      </noscript>
      <Button variant="primary" size="l" type="submit" isBusy={login.isPending}>
        Sign in
      </Button>
    </form>
  );
}
