// Asks once before an act that another person will be told about, and for the reason they are told.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { reasonBody, type ReasonBody } from '#shared/features/account/people.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';

type ReasonDialogProps = {
  /** The question, with the name of the person in it. */
  title: ReactNode;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  help: string;
  trigger: ReactNode;
  /** The dialog closes when it is done and stays, with the reason told, when it throws. */
  onConfirm: (reason: string) => Promise<unknown>;
};

export function ReasonDialog({ trigger, title, description, ...rest }: ReasonDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog trigger={trigger} title={title} description={description} isOpen={isOpen} onOpenChange={setOpen}>
      <ReasonForm {...rest} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type ReasonFormProps = Pick<ReasonDialogProps, 'confirmLabel' | 'help' | 'onConfirm'> & {
  onDone: () => void;
};

function ReasonForm({ confirmLabel, help, onConfirm, onDone }: ReasonFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<ReasonBody>({
    resolver: zodResolver(reasonBody),
    defaultValues: { reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason);
      onDone();
    } catch (error) {
      showServerErrors(error, { setError }, ['reason']);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert className="mb-4">
          {errors.root.message}
        </Notice>
      )}
      <FormField label="Reason" help={help} error={errors.reason?.message} isRequired>
        <Textarea rows={3} {...register('reason')} />
      </FormField>
      <div className="dialog-foot">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="danger-solid" type="submit" isBusy={isSubmitting}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
