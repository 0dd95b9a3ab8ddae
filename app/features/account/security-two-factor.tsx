// The authenticator app: setting it up, its recovery codes, switching it off.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '#shared/features/account/account.contract.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { RecoveryCodes } from './security-recovery-codes.tsx';
import { RenewCodesDialog, DisableTwoFactorDialog } from './security-two-factor-dialogs.tsx';
import { TwoFactorSetup } from './security-two-factor-setup.tsx';
import { getTwoFactorQuery } from './security.api.ts';
import './security.css';

export function SecurityTwoFactor({ user }: { user: User }) {
  return (
    <SettingsPart
      title="Authenticator app"
      intro="A second key beside your password: six digits that an app on your telephone shows when you sign in."
    >
      {user.needsTwoFactor && (
        <Notice tone="warn">
          Your role asks for it. Until an app is set up, your role gives you no powers.
        </Notice>
      )}
      <TwoFactor user={user} />
    </SettingsPart>
  );
}

/** Each step takes the place of the one before, and with it the button that was pressed: focus waits in the box. */
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
        <SwitchedOn status={status} onCodes={showCodes} />
      ) : step === 'setup' ? (
        <TwoFactorSetup onCodes={showCodes} onCancel={backToStatus} />
      ) : status ? (
        <SwitchedOff user={user} onSetUp={() => setStep('setup')} />
      ) : error ? (
        <ErrorState
          title="We could not look it up"
          headingLevel={3}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureTextOf(error)}
        </ErrorState>
      ) : (
        <SkeletonGroup label="Looking it up">
          <Skeleton className="h-11 w-48" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function SwitchedOff({ user, onSetUp }: { user: User; onSetUp: () => void }) {
  if (!user.isEmailVerified) return <ConfirmFirst email={user.email} />;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Badge>Off</Badge> Your password alone opens your account.
      </p>
      <div>
        <Button onClick={onSetUp}>Set up an authenticator app</Button>
      </div>
    </>
  );
}

/** Whoever sets up an app on an address that is not theirs would lock its owner out for good. */
function ConfirmFirst({ email }: { email: string }) {
  return (
    <>
      <Notice tone="warn">
        Confirm your e-mail address first: open the link in the mail we sent to {email}. After that you can
        set up an authenticator app here.
      </Notice>
      <ResendVerification label="Send the confirmation email again" />
    </>
  );
}

const FEW_CODES = 3;

type SwitchedOnProps = {
  status: { isRequired: boolean; recoveryCodesLeft: number };
  onCodes: (codes: readonly string[]) => void;
};

function SwitchedOn({ status: { isRequired, recoveryCodesLeft: left }, onCodes }: SwitchedOnProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone="ok">On</Badge>
        {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
      </p>
      {left < FEW_CODES && (
        <Notice tone="warn">
          Get new recovery codes before you run out: without one, a lost telephone locks you out.
        </Notice>
      )}
      {isRequired && <p className="meta">Your role asks for it, so it stays on.</p>}
      <div className="flex flex-wrap gap-3">
        <RenewCodesDialog onCodes={onCodes} />
        {!isRequired && <DisableTwoFactorDialog />}
      </div>
    </>
  );
}
