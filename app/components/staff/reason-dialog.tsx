// Asks once before an act that another person will be told about, and for the reason they are told.
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { reasonBody, type ReasonBody } from '#shared/reason.schema.ts';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';

type ReasonDialogProps = {
  /** The question, with the name of the person in it. */
  title: ReactNode;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  help: string;
  /** The act takes something away, as most do that need a reason. */
  isDanger?: boolean;
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

type ReasonFormProps = Pick<ReasonDialogProps, 'confirmLabel' | 'help' | 'isDanger' | 'onConfirm'> & {
  onDone: () => void;
};

function ReasonForm({ confirmLabel, help, isDanger = true, onConfirm, onDone }: ReasonFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<ReasonBody>({
    resolver: formRules(reasonBody),
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
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel={confirmLabel}
      isBusy={isSubmitting}
      isDanger={isDanger}
    >
      <FormField label="Reason" help={help} error={errors.reason?.message} isRequired>
        <Textarea rows={3} {...register('reason')} />
      </FormField>
    </DialogForm>
  );
}
