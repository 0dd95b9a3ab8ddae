// Confirms an action and asks for the reason the other person will read.
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
  /** The question, with the name of the item or user. */
  title: ReactNode;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  help: string;
  /** Red button, for actions that take something away. */
  isDanger?: boolean;
  trigger: ReactNode;
  /** If it throws, the dialog stays open and shows the error. */
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
