// Setting up an authenticator app: the password, the code to scan, and one number of the app as proof that it works.
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
        help="First, so that we know it is you."
        error={errors.password?.message}
        isRequired
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened this step is gone */}
        <PasswordInput autoFocus autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isBusy={start.isPending}>
          Go on
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Not now
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
        Scan this with your authenticator app. On this telephone,{' '}
        <a className="link" href={uri}>
          open it in the app
        </a>
        .
      </p>
      <img className="qr" src={qrImage} alt="QR code for your authenticator app" width={200} height={200} />
      <div>
        <p className="meta">Or type the key by hand:</p>
        <p className="secret num mt-1">{inFours(secret)}</p>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <CopyButton text={secret}>Copy the key</CopyButton>
        </div>
      </div>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label="Code of the app"
        help="The six digits it shows now."
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
          Switch it on
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  );
}

/** As people read it off a screen; apps ignore the spaces. */
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
