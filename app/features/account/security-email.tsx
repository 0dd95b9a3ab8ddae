// My address: whether it is confirmed, which one waits, and asking for another.
import { useQuery } from '@tanstack/react-query';
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
import { ownProfileQuery } from '#app/features/profile/profile.api.ts';
import { ResendVerification } from './resend-verification.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { useChangeEmail } from './security.api.ts';

export function SecurityEmail() {
  return (
    <SettingsPart
      title="E-mail address"
      intro="A new address counts once you open the link we mail to it. The old one is told."
    >
      <PresentAddress />
      <ChangeForm />
    </SettingsPart>
  );
}

function PresentAddress() {
  const { data: profile, error, refetch, isFetching } = useQuery(ownProfileQuery());
  if (error) {
    return (
      <ErrorState
        title="We could not load your address"
        headingLevel={3}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    );
  }
  if (!profile) {
    return (
      <SkeletonGroup label="Loading your address">
        <Skeleton className="h-6 w-64" />
      </SkeletonGroup>
    );
  }
  const { email, isEmailVerified, pendingEmail } = profile;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <span className="wrap-anywhere">{email}</span>
        {isEmailVerified ? <Badge tone="ok">Confirmed</Badge> : <Badge tone="warn">Not confirmed</Badge>}
      </p>
      {!isEmailVerified && <ResendVerification />}
      {pendingEmail && (
        <Notice tone="warn">
          <strong className="wrap-anywhere">{pendingEmail}</strong> waits for you to open the link we mailed
          there. Until then we write to {email}.
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
      <FormField label="New e-mail address" error={errors.email?.message} isRequired>
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
        help="So that nobody else can change it on your unlocked screen."
        error={errors.password?.message}
        isRequired
      >
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isBusy={change.isPending}>
          Change address
        </Button>
        <p className="help" aria-live="polite">
          {change.isSuccess && `We mailed a link to ${change.data.email}.`}
        </p>
      </div>
    </form>
  );
}
