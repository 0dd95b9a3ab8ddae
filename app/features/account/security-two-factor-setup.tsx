// Setting up an authenticator app: password, QR code, first code, recovery codes.
import { useForm } from 'react-hook-form';
import { passwordBody, twoFactorCodeBody } from '#shared/features/account/account.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { formRules } from '#app/lib/form-rules.ts';
import { useConfirmTwoFactor, useStartTwoFactor } from './security.api.ts';
import Download from 'icon:download';
import { useEffect, useRef, useState } from 'react';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useRootData } from '#app/lib/root-data.ts';
import { saveFile } from '#app/lib/save-file.ts';

type SetupProps = { onCodes: (codes: readonly string[]) => void; onCancel: () => void };

export function TwoFactorSetup({ onCodes, onCancel }: SetupProps) {
  const start = useStartTwoFactor();
  return start.data ? (
    <Scan secret={start.data} onCodes={onCodes} onCancel={onCancel} />
  ) : (
    <PasswordStep start={start} onCancel={onCancel} />
  );
}

type PasswordStepProps = { start: ReturnType<typeof useStartTwoFactor>; onCancel: () => void };

function PasswordStep({ start, onCancel }: PasswordStepProps) {
  const form = useForm({ resolver: formRules(passwordBody), defaultValues: { password: '' } });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) =>
    start.mutate(body, { onError: (error) => showServerErrors(error, form, ['password']) }),
  );
  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label="Your password"
        help="To make sure it’s you."
        error={errors.password?.message}
        isRequired
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened this step is gone */}
        <PasswordInput autoFocus autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isBusy={start.isPending}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type ScanProps = SetupProps & { secret: { secret: string; uri: string; qrImage: string } };

function Scan({ secret: { secret, uri, qrImage }, onCodes, onCancel }: ScanProps) {
  const confirm = useConfirmTwoFactor(onCodes);
  const form = useForm({ resolver: formRules(twoFactorCodeBody), defaultValues: { code: '' } });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) =>
    confirm.mutate(body, { onError: (error) => showServerErrors(error, form, ['code']) }),
  );
  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
      <p>
        Scan this code with your authenticator app. On your phone,{' '}
        <a className="link" href={uri}>
          open it in the app
        </a>
        .
      </p>
      <img className="qr" src={qrImage} alt="QR code for your authenticator app" width={200} height={200} />
      <div>
        <p className="meta">Or enter the key manually:</p>
        <p className="secret num mt-1">{groupByFour(secret)}</p>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <CopyButton text={secret}>Copy key</CopyButton>
        </div>
      </div>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label="Authenticator code"
        help="The six digits the app shows now."
        error={errors.code?.message}
        isRequired
      >
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form before this one is gone
          autoFocus
          autoComplete="one-time-code"
          inputMode="numeric"
          {...form.register('code')}
        />
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isBusy={confirm.isPending}>
          Turn on
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Groups of four are easier to read; apps ignore the spaces. */
function groupByFour(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}

type RecoveryCodesProps = { codes: readonly string[]; username: string; onDone: () => void };

export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { siteName } = useRootData();
  const [isSaved, setSaved] = useState(false);
  const [isReminded, setReminded] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // The form before this is gone, and the codes must not be missed.
  useEffect(() => box.current?.focus(), []);
  const save = () =>
    saveFile(
      'recovery-codes.txt',
      `${siteName} recovery codes for ${username}\nEach code works once.\n\n${codes.join('\n')}\n`,
      'text/plain',
    );
  return (
    <div ref={box} tabIndex={-1} className="grid gap-5">
      <Notice tone="warn">
        If you lose your phone, you can sign in with one of these codes. Each works once. Save them with your
        passwords: we won’t show them again.
      </Notice>
      <ul aria-label="Recovery codes" className="recovery-codes num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
        <Button icon={<Download className="icon" aria-hidden="true" />} onClick={save}>
          Download codes
        </Button>
      </div>
      <Checkbox
        checked={isSaved}
        onChange={(event) => setSaved(event.target.checked)}
        error={isReminded && !isSaved ? 'Save them somewhere safe and check this box.' : undefined}
      >
        I’ve saved these codes
      </Checkbox>
      <div>
        <Button variant="primary" onClick={() => (isSaved ? onDone() : setReminded(true))}>
          Done
        </Button>
      </div>
    </div>
  );
}
