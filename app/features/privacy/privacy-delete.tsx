// The dialog that deletes the account after asking for the password.
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { passwordBody } from '#shared/features/account/account.schema.ts';
import type { AccountLosses } from '#shared/features/privacy/privacy.contract.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useUser } from '#app/lib/user.api.ts';
import { lossLines } from './loss-text.ts';
import { listAccountLossesQuery, useDeleteAccount } from './privacy.api.ts';

export function DeleteAccountDialog({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const user = useUser();
  const { form, send, isPending } = useDeleteForm(onDeleted);
  const { errors } = form.formState;
  const losses = useQuery({ ...listAccountLossesQuery(), enabled: isOpen });
  const change = (next: boolean) => {
    form.reset();
    setOpen(next);
  };
  return (
    <Dialog
      title={`Delete the account “${user?.username}”?`}
      description="You can’t undo this. You may want to download your data first."
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
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="danger-solid"
            type="submit"
            form={formId}
            isBusy={isPending}
            disabled={!losses.data}
          >
            Delete account
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        <div className="meta grid gap-2">
          <QueryView
            query={losses}
            what="what you would lose"
            skeleton={<Skeleton className="h-16" />}
            isAside
          >
            {(found) => <Losses losses={found} />}
          </QueryView>
          <p>
            <strong>Deleted:</strong> your name, username, email address, picture, profile, applications,
            sessions and sign-in details.
          </p>
          <p>
            <strong>Kept without your name:</strong> your orders and certificates.
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

function Losses({ losses }: { losses: AccountLosses }) {
  const lines = lossLines(losses);
  if (lines.length === 0) return null;
  return (
    <Notice tone="bad">
      <p>
        <strong>You lose what you paid for, without a refund:</strong>
      </p>
      <ul className="mt-2 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

function useDeleteForm(onDeleted: () => Promise<void>) {
  const deletion = useDeleteAccount();
  const form = useForm({ resolver: formRules(passwordBody), defaultValues: { password: '' } });
  // Awaited instead of callbacks: leaving the page unmounts this form, and its callbacks with it.
  const send = form.handleSubmit(async (body) => {
    try {
      await deletion.mutateAsync(body);
    } catch (error) {
      return showServerErrors(error, form, ['password']);
    }
    await onDeleted();
    toast({ title: 'Account deleted', description: 'Thank you for dancing with us.' });
  });
  return { form, send, isPending: deletion.isPending };
}
