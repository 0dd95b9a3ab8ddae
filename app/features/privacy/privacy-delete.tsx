// Deleting the account: names what goes and what stays, and asks for the password.
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { passwordBody } from '#shared/features/account/account.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useUser } from '#app/lib/user.api.ts';
import { useDeleteAccount } from '#app/features/account/security.api.ts';
import { useLeave } from '#app/features/account/session.api.ts';

export function DeleteAccountDialog() {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const user = useUser();
  const { form, send, isPending } = useDeleteForm();
  const { errors } = form.formState;
  const change = (next: boolean) => {
    form.reset();
    setOpen(next);
  };
  return (
    <Dialog
      title={`Delete the account ${user?.username}?`}
      description="This cannot be undone. You may want to download your data first."
      trigger={
        <Button variant="danger" className="-ml-3">
          Delete my account
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        <>
          <DialogClose>
            <Button>Keep my account</Button>
          </DialogClose>
          <Button variant="danger-solid" type="submit" form={formId} isBusy={isPending}>
            Delete for good
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        <div className="meta grid gap-2">
          <p>
            <strong>Goes:</strong> your name, username, e-mail address, picture, profile, applications,
            devices, and the way to sign in.
          </p>
          <p>
            <strong>Stays, without your name:</strong> orders, and certificates you were given.
          </p>
        </div>
        {errors.root && (
          <Notice tone="bad" isAlert>
            {errors.root.message}
          </Notice>
        )}
        <FormField label="Your password" error={errors.password?.message} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </FormField>
      </form>
    </Dialog>
  );
}

function useDeleteForm() {
  const remove = useDeleteAccount();
  const leave = useLeave();
  const form = useForm({ resolver: formRules(passwordBody), defaultValues: { password: '' } });
  // Awaited rather than called back: going home takes this form, and its callbacks, off the page.
  const send = form.handleSubmit(async (body) => {
    try {
      await remove.mutateAsync(body);
    } catch (error) {
      return showServerErrors(error, form, ['password']);
    }
    await leave();
    toast({ title: 'Your account is deleted', description: 'Thank you for dancing with us.' });
  });
  return { form, send, isPending: remove.isPending };
}
