// The user's email address, the pending one, and the form to change it.
import type { UseQueryResult } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { changeEmailBody } from '#shared/features/account/account.schema.ts';
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
import { ResendVerification } from './resend-verification.tsx';
import { useChangeEmail } from './security.api.ts';

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

const EMPTY = { email: '', password: '' };

function ChangeForm() {
  const change = useChangeEmail();
  const form = useForm({ resolver: formRules(changeEmailBody), defaultValues: EMPTY });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => form.reset(EMPTY),
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
