// Two-factor sign-in: status, setup, recovery codes, turning it off.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, useId, type ReactNode } from 'react';
import type { User } from '#shared/features/account/account.contract.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { ResendVerification } from './verify-email-notice.tsx';
import { RecoveryCodes, TwoFactorSetup } from './security-two-factor-setup.tsx';
import { getTwoFactorQuery, useRenewRecoveryCodes, useDisableTwoFactor } from './security.api.ts';
import './security.css';
import { useForm } from 'react-hook-form';
import { passwordBody, twoFactorOffBody } from '#shared/features/account/account.schema.ts';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { formRules } from '#app/lib/form-rules.ts';

export function SecurityTwoFactor({ user }: { user: User }) {
  return (
    <SettingsPart
      title="Authenticator app"
      intro="A second step when you sign in: six digits from an app on your phone."
    >
      {user.needsTwoFactor && (
        <Notice tone="warn">
          Your role requires it. Until you set up an app, you don’t have the permissions of your role.
        </Notice>
      )}
      <TwoFactor user={user} />
    </SettingsPart>
  );
}

/** Each step replaces the one before, and the pressed button with it, so the focus moves to the box. */
function TwoFactor({ user }: { user: User }) {
  const { data: status, error, refetch, isFetching } = useQuery(getTwoFactorQuery());
  const [step, setStep] = useState<'status' | 'setup' | { codes: readonly string[] }>('status');
  const box = useRef<HTMLDivElement>(null);
  const backToStatus = () => {
    setStep('status');
    box.current?.focus();
  };
  const showCodes = (codes: readonly string[]) => setStep({ codes });
  return (
    <div ref={box} tabIndex={-1} className="grid gap-5">
      {typeof step === 'object' ? (
        <RecoveryCodes codes={step.codes} username={user.username} onDone={backToStatus} />
      ) : status?.isOn ? (
        <TwoFactorOn status={status} onCodes={showCodes} />
      ) : step === 'setup' ? (
        <TwoFactorSetup onCodes={showCodes} onCancel={backToStatus} />
      ) : status ? (
        <TwoFactorOff user={user} onSetUp={() => setStep('setup')} />
      ) : error ? (
        <ErrorState
          title="Couldn’t load your two-factor settings"
          headingLevel={3}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureTextOf(error)}
        </ErrorState>
      ) : (
        <SkeletonGroup label="Loading">
          <Skeleton className="h-11 w-48" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function TwoFactorOff({ user, onSetUp }: { user: User; onSetUp: () => void }) {
  if (!user.isEmailVerified) return <ConfirmFirst email={user.email} />;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Badge>Off</Badge> You sign in with your password only.
      </p>
      <div>
        <Button onClick={onSetUp}>Set up an authenticator app</Button>
      </div>
    </>
  );
}

/** An app on an account with someone else's address would lock that person out for good. */
function ConfirmFirst({ email }: { email: string }) {
  return (
    <>
      <Notice tone="warn">
        Confirm your email address first: open the link we sent to {email}. After that you can set up an
        authenticator app.
      </Notice>
      <ResendVerification label="Send the confirmation email again" />
    </>
  );
}

const FEW_CODES = 3;

type TwoFactorOnProps = {
  status: { isRequired: boolean; recoveryCodesLeft: number };
  onCodes: (codes: readonly string[]) => void;
};

function TwoFactorOn({ status: { isRequired, recoveryCodesLeft: left }, onCodes }: TwoFactorOnProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone="ok">On</Badge>
        {left === 1 ? '1 recovery code left' : `${left} recovery codes left`}
      </p>
      {left < FEW_CODES && (
        <Notice tone="warn">
          Get new recovery codes before you run out. Without one, losing your phone locks you out.
        </Notice>
      )}
      {isRequired && <p className="meta">Your role requires it.</p>}
      <div className="flex flex-wrap gap-3">
        <RenewCodesDialog onCodes={onCodes} />
        {!isRequired && <DisableTwoFactorDialog />}
      </div>
    </>
  );
}

export function RenewCodesDialog({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const renew = useRenewRecoveryCodes(onCodes);
  const form = useForm({ resolver: formRules(passwordBody), defaultValues: { password: '' } });
  const { errors } = form.formState;
  const change = (next: boolean) => {
    form.reset();
    setOpen(next);
  };
  const send = form.handleSubmit((body) =>
    renew.mutate(body, { onError: (error) => showServerErrors(error, form, ['password']) }),
  );
  return (
    <Dialog
      title="Get new recovery codes?"
      description="Your current codes will stop working."
      trigger={<Button>Get new recovery codes</Button>}
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        <DialogButtons>
          <Button variant="primary" type="submit" form={formId} isBusy={renew.isPending}>
            Get new codes
          </Button>
        </DialogButtons>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        <ErrorNotice message={errors.root?.message} />
        <FormField label="Your password" error={errors.password?.message} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </FormField>
      </form>
    </Dialog>
  );
}

export function DisableTwoFactorDialog() {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const disable = useDisableTwoFactor();
  const form = useForm({
    resolver: formRules(twoFactorOffBody),
    defaultValues: { password: '', code: '' },
  });
  const { errors } = form.formState;
  const change = (next: boolean) => {
    form.reset();
    setOpen(next);
  };
  const send = form.handleSubmit((body) =>
    // Doesn't close the dialog: it unmounts once two-factor sign-in is off.
    disable.mutate(body, { onError: (error) => showServerErrors(error, form, ['password', 'code']) }),
  );
  return (
    <Dialog
      title="Turn off two-factor sign-in?"
      description="You’ll sign in with your password only. You can set it up again at any time."
      trigger={<Button variant="danger">Turn off</Button>}
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        <DialogButtons>
          <Button variant="danger-solid" type="submit" form={formId} isBusy={disable.isPending}>
            Turn off
          </Button>
        </DialogButtons>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        <ErrorNotice message={errors.root?.message} />
        <FormField label="Your password" error={errors.password?.message} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </FormField>
        <FormField
          label="Authenticator code"
          help="Or a recovery code."
          error={errors.code?.message}
          isRequired
        >
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('code')}
          />
        </FormField>
      </form>
    </Dialog>
  );
}

function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      {children}
    </>
  );
}

function ErrorNotice({ message }: { message: string | undefined }) {
  return message ? (
    <Notice tone="bad" isAlert>
      {message}
    </Notice>
  ) : null;
}
