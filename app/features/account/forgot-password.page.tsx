// Requests a password reset link. The response is the same whether or not the address has an account.
import { useForm } from 'react-hook-form';
import { Link, type MetaArgs } from 'react-router';
import { requestPasswordResetBody } from '#shared/features/account/account.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { useRequestPasswordReset } from './security.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Forgot password',
    description: 'Reset your password with a link we email you.',
    path: '/forgot-password',
    isHidden: true,
  });
}

export default function ForgotPasswordPage() {
  const request = useRequestPasswordReset();
  return (
    <div className="auth-body">
      {request.isSuccess ? (
        <Sent message={request.data.message} onAgain={() => request.reset()} />
      ) : (
        <AddressForm request={request} />
      )}
      <p>
        <Link className="link meta" to="/auth">
          Back to sign in
        </Link>
      </p>
    </div>
  );
}

function AddressForm({ request }: { request: ReturnType<typeof useRequestPasswordReset> }) {
  const isHydrated = useHydrated();
  const form = useForm<{ email: string }>({
    resolver: formRules(requestPasswordResetBody),
    defaultValues: { email: '' },
  });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) =>
    request.mutate(body, { onError: (error) => showServerErrors(error, form, ['email']) }),
  );
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">Forgot your password?</h1>
      <p className="meta">Enter your email address and we’ll send you a link to choose a new one.</p>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField label="Email address" error={errors.email?.message} isRequired>
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </FormField>
      <NeedsScript what="Choosing a new password" />
      <Button variant="primary" size="l" type="submit" isBusy={request.isPending}>
        Send link
      </Button>
      <p>
        <Link className="link meta" to="/sign-in-link">
          Sign in with a link instead
        </Link>
      </p>
    </form>
  );
}

function Sent({ message, onAgain }: { message: string; onAgain: () => void }) {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">Check your email</h1>
      <p>{message}</p>
      <Button onClick={onAgain}>Use a different address</Button>
    </div>
  );
}
