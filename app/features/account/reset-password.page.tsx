// A new password, chosen with the link from the mail.
import { useForm, useWatch } from 'react-hook-form';
import { Link, type MetaArgs } from 'react-router';
import { z } from 'zod';
import { newPasswordField } from '#shared/features/account/account.schema.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { NewPasswordField } from './password-strength-field.tsx';
import { findPasswordProblem } from './password-strength-judge.ts';
import { useResetPassword } from './security.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'New password',
    description: 'Choose a new password.',
    path: '/reset-password',
    isHidden: true,
  });
}

export default function ResetPasswordPage() {
  const token = useMailedToken();
  const reset = useResetPassword();
  const isOver = reset.error instanceof ApiError && reset.error.code === 'gone';
  return (
    <div className="auth-body">
      {reset.isSuccess ? (
        <Done />
      ) : token === null || isOver ? (
        <NoLink isOver={isOver} />
      ) : (
        <PasswordForm token={token} reset={reset} />
      )}
    </div>
  );
}

const schema = z.object({ password: newPasswordField });
/** The link says nothing of whose it is. */
const NO_WORDS: readonly string[] = [];

type PasswordFormProps = { token: string; reset: ReturnType<typeof useResetPassword> };

function PasswordForm({ token, reset }: PasswordFormProps) {
  const isHydrated = useHydrated();
  const form = useForm({ resolver: formRules(schema), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });
  const send = form.handleSubmit(async ({ password }) => {
    const problem = await findPasswordProblem(password, NO_WORDS);
    if (problem) return form.setError('password', { message: problem }, { shouldFocus: true });
    reset.mutate({ token, password }, { onError: (error) => showServerErrors(error, form, ['password']) });
  });
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">Choose a new password</h1>
      <p className="meta">Every device that is signed in to your account will have to sign in again.</p>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <NewPasswordField
        label="New password"
        error={errors.password?.message}
        password={typed}
        ownWords={NO_WORDS}
        {...form.register('password')}
      />
      <NeedsScript what="Choosing a new password" />
      <Button variant="primary" size="l" type="submit" isBusy={reset.isPending || isSubmitting}>
        Save the new password
      </Button>
    </form>
  );
}

function Done() {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">Your new password is set</h1>
      <p>Sign in with it on each of your devices.</p>
      <ButtonLink variant="primary" size="l" to="/auth">
        Sign in
      </ButtonLink>
    </div>
  );
}

function NoLink({ isOver }: { isOver: boolean }) {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">{isOver ? 'This link no longer works' : 'This link is incomplete'}</h1>
      <p>
        {isOver
          ? 'A link works once, for two hours, and only the newest one counts. Your password is unchanged.'
          : 'Open the link from the mail again, or copy all of it into the address bar.'}
      </p>
      <ButtonLink variant="primary" size="l" to="/forgot-password">
        Ask for a new link
      </ButtonLink>
      <p>
        <Link className="link meta" to="/auth">
          Back to sign in
        </Link>
      </p>
    </div>
  );
}
