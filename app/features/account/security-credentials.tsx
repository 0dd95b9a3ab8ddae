// Changing the email address and the password.
import type { UseQueryResult } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { changeEmailBody, changePasswordBody } from '#shared/features/account/account.schema.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { ResendVerification } from './verify-email-notice.tsx';
import { useChangeEmail, useChangePassword } from './security.api.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { NewPasswordField, findPasswordProblem } from './new-password-field.tsx';

type EmailQuery = UseQueryResult<{ email: string; isEmailVerified: boolean; pendingEmail: string | null }>;

export function SecurityEmail({ profile }: { profile: EmailQuery }) {
  return (
    <SettingsPart
      title="Email address"
      intro="To switch to a new address, open the link we send there. We’ll let the old address know."
    >
      <CurrentAddress profile={profile} />
      <ChangeForm />
    </SettingsPart>
  );
}

function CurrentAddress({ profile }: { profile: EmailQuery }) {
  const { data, error, refetch, isFetching } = profile;
  if (error) {
    return (
      <ErrorState
        title="Couldn’t load your email address"
        headingLevel={3}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading your email address">
        <Skeleton className="h-6 w-64" />
      </SkeletonGroup>
    );
  }
  const { email, isEmailVerified, pendingEmail } = data;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <span className="wrap-anywhere">{email}</span>
        {isEmailVerified ? <Badge tone="ok">Confirmed</Badge> : <Badge tone="warn">Not confirmed</Badge>}
      </p>
      {!isEmailVerified && <ResendVerification />}
      {pendingEmail && (
        <Notice tone="warn">
          Open the link we sent to <strong className="wrap-anywhere">{pendingEmail}</strong> to confirm it.
          Until then we use {email}.
        </Notice>
      )}
    </>
  );
}

const EMPTY_EMAIL = { email: '', password: '' };

function ChangeForm() {
  const change = useChangeEmail();
  const form = useForm({ resolver: formRules(changeEmailBody), defaultValues: EMPTY_EMAIL });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => form.reset(EMPTY_EMAIL),
      onError: (error) => showServerErrors(error, form, ['email', 'password']),
    }),
  );
  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField label="New email address" error={errors.email?.message} isRequired>
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </FormField>
      <FormField
        label="Your password"
        help="So that nobody can change it on a device you left unlocked."
        error={errors.password?.message}
        isRequired
      >
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isBusy={change.isPending}>
          Change email address
        </Button>
        <p className="help" aria-live="polite">
          {change.isSuccess && `We sent a link to ${change.data.email}.`}
        </p>
      </div>
    </form>
  );
}

const EMPTY_PASSWORD = { currentPassword: '', newPassword: '' };

export function SecurityPassword({ user }: { user: User }) {
  const change = useChangePassword();
  const form = useForm({ resolver: formRules(changePasswordBody), defaultValues: EMPTY_PASSWORD });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'newPassword' });
  const userInputs = [user.firstName, user.lastName, user.username, user.email];
  const send = form.handleSubmit(async (body) => {
    const problem = await findPasswordProblem(body.newPassword, userInputs);
    if (problem) return form.setError('newPassword', { message: problem }, { shouldFocus: true });
    change.mutate(body, {
      onSuccess() {
        form.reset(EMPTY_PASSWORD);
        toast({ title: 'Password changed', description: 'Your other devices are signed out.' });
      },
      onError: (error) => showServerErrors(error, form, ['currentPassword', 'newPassword']),
    });
  });
  return (
    <SettingsPart title="Password" intro="Changing it signs out all your other devices.">
      <form className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        {errors.root && (
          <Notice tone="bad" isAlert>
            {errors.root.message}
          </Notice>
        )}
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <FormField label="Current password" error={errors.currentPassword?.message} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </FormField>
        <p className="help">
          Forgot it, or started from an email without one?{' '}
          <Link className="link" to="/forgot-password">
            Choose a password by email
          </Link>
        </p>
        <NewPasswordField
          label="New password"
          error={errors.newPassword?.message}
          password={typed}
          userInputs={userInputs}
          {...form.register('newPassword')}
        />
        <div>
          <Button type="submit" isBusy={change.isPending || isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
    </SettingsPart>
  );
}
