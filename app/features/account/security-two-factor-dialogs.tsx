// Two questions about the authenticator app, each asked with the password.
import { useId, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { passwordBody, twoFactorOffBody } from '#shared/features/account/account.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useRenewRecoveryCodes, useDisableTwoFactor } from './security.api.ts';

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
      description="The codes you have now are worth nothing from then on."
      trigger={<Button>New recovery codes</Button>}
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        <Foot>
          <Button variant="primary" type="submit" form={formId} isBusy={renew.isPending}>
            Get new codes
          </Button>
        </Foot>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        <Refusal message={errors.root?.message} />
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
  const stop = useDisableTwoFactor();
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
    // Once it is off, this dialog goes with the part of the page it belongs to.
    stop.mutate(body, { onError: (error) => showServerErrors(error, form, ['password', 'code']) }),
  );
  return (
    <Dialog
      title="Switch off the authenticator app?"
      description="Your password alone opens your account then. You can set an app up again at any time."
      trigger={<Button variant="danger">Switch off</Button>}
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        <Foot>
          <Button variant="danger-solid" type="submit" form={formId} isBusy={stop.isPending}>
            Switch off
          </Button>
        </Foot>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        <Refusal message={errors.root?.message} />
        <FormField label="Your password" error={errors.password?.message} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </FormField>
        <FormField label="Code of the app" help="Or a recovery code." error={errors.code?.message} isRequired>
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

function Foot({ children }: { children: ReactNode }) {
  return (
    <>
      <DialogClose>
        <Button>Keep it</Button>
      </DialogClose>
      {children}
    </>
  );
}

function Refusal({ message }: { message: string | undefined }) {
  return message ? (
    <Notice tone="bad" isAlert>
      {message}
    </Notice>
  ) : null;
}
