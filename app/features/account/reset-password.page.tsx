// Sets a new password with the link from the email.
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Link, type MetaArgs } from 'react-router';
import { z } from 'zod';
import { newPasswordField } from '#shared/features/account/account.schema.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { NewPasswordField, findPasswordProblem } from './new-password-field.tsx';
import { checkPasswordResetLinkQuery, useResetPassword } from './security.api.ts';

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
  const link = useQuery({ ...checkPasswordResetLinkQuery(token ?? ''), enabled: token !== null, gcTime: 0 });
  return (
    <div className="auth-body">
      {reset.isSuccess ? (
        <Done />
      ) : token === null ? (
        <InvalidLink isExpired={false} />
      ) : isGone(reset.error) || isGone(link.error) ? (
        <InvalidLink isExpired />
      ) : link.isPending ? (
        <Checking />
      ) : (
        // Also if it couldn't be checked: saving says what is wrong.
        <PasswordForm token={token} reset={reset} />
      )}
    </div>
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'gone';

function Checking() {
  return (
    <div className="auth-form">
      <h1 className="t-l">Choose a new password</h1>
      <NeedsScript what="Choosing a new password" />
      <SkeletonGroup label="Checking your link">
        <Skeleton className="h-12" />
      </SkeletonGroup>
    </div>
  );
}

const schema = z.object({ password: newPasswordField });
/** The link doesn't reveal whose it is. */
const NO_USER_INPUTS: readonly string[] = [];

type PasswordFormProps = { token: string; reset: ReturnType<typeof useResetPassword> };

function PasswordForm({ token, reset }: PasswordFormProps) {
  const isHydrated = useHydrated();
  const form = useForm({ resolver: formRules(schema), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });
  const send = form.handleSubmit(async ({ password }) => {
    const problem = await findPasswordProblem(password, NO_USER_INPUTS);
    if (problem) return form.setError('password', { message: problem }, { shouldFocus: true });
    reset.mutate({ token, password }, { onError: (error) => showServerErrors(error, form, ['password']) });
  });
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">Choose a new password</h1>
      <p className="meta">This signs you out on all your devices.</p>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <NewPasswordField
        label="New password"
        error={errors.password?.message}
        password={typed}
        userInputs={NO_USER_INPUTS}
        {...form.register('password')}
      />
      <NeedsScript what="Choosing a new password" />
      <Button variant="primary" size="l" type="submit" isBusy={reset.isPending || isSubmitting}>
        Save password
      </Button>
    </form>
  );
}

function Done() {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">Password changed</h1>
      <p>Sign in with your new password.</p>
      <ButtonLink variant="primary" size="l" to="/auth">
        Sign in
      </ButtonLink>
    </div>
  );
}

function InvalidLink({ isExpired }: { isExpired: boolean }) {
  return (
    <div className="auth-form" role="status">
      <h1 className="t-l">{isExpired ? 'This link no longer works' : 'This link is incomplete'}</h1>
      <p>
        {isExpired
          ? 'Reset links work once, within two hours, and only the newest one is valid. Your password hasn’t changed.'
          : 'Open the link in the email again, or copy all of it into the address bar.'}
      </p>
      <ButtonLink variant="primary" size="l" to="/forgot-password">
        Request a new link
      </ButtonLink>
      <p>
        <Link className="link meta" to="/auth">
          Back to sign in
        </Link>
      </p>
    </div>
  );
}
