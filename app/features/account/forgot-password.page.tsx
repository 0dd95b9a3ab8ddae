// A forgotten password: the address goes in, and a link is mailed. The answer is the same whether or not anyone has it.
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
    title: 'Forgotten password',
    description: 'Choose a new password with a link we mail you.',
    path: '/forgot-password',
    isHidden: true,
  });
}

export default function ForgotPasswordPage() {
  const ask = useRequestPasswordReset();
  return (
    <div className="auth-body">
      {ask.isSuccess ? (
        <Sent message={ask.data.message} onAgain={() => ask.reset()} />
      ) : (
        <AddressForm ask={ask} />
      )}
      <p>
        <Link className="link meta" to="/auth">
          Back to sign in
        </Link>
      </p>
    </div>
  );
}

function AddressForm({ ask }: { ask: ReturnType<typeof useRequestPasswordReset> }) {
  const isHydrated = useHydrated();
  const form = useForm<{ email: string }>({
    resolver: formRules(requestPasswordResetBody),
    defaultValues: { email: '' },
  });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) =>
    ask.mutate(body, { onError: (error) => showServerErrors(error, form, ['email']) }),
  );
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">Forgotten your password?</h1>
      <p className="meta">Tell us your e-mail address, and we mail you a link to choose a new one.</p>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField label="E-mail address" error={errors.email?.message} isRequired>
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </FormField>
      <NeedsScript what="Choosing a new password" />
      <Button variant="primary" size="l" type="submit" isBusy={ask.isPending}>
        Send the link
      </Button>
      <p>
        <Link className="link meta" to="/sign-in-link">
          Keep your password and sign in with a link instead
        </Link>
      </p>
    </form>
  );
}

function Sent({ message, onAgain }: { message: string; onAgain: () => void }) {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">Look at your mail</h1>
      <p>{message}</p>
      <Button onClick={onAgain}>Try another address</Button>
    </div>
  );
}
