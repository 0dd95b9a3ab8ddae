// The dialog to apply as a seller or instructor.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ApplicationKind } from '#shared/features/application/application.states.ts';
import {
  createApplicationBody,
  type CreateApplicationBody,
} from '#shared/features/application/application.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useCreateApplication } from './application.api.ts';

const TEXTS: Readonly<Record<ApplicationKind, { button: string; title: string; help: string }>> = {
  sell: {
    button: 'Apply to sell',
    title: 'Sell your teaching material',
    help: 'What would you like to sell, for which styles and ages, and where have you used it?',
  },
  teach: {
    button: 'Apply to teach',
    title: 'Teach and be booked',
    help: 'What do you teach, for how long, and where can we see it?',
  },
};

type ApplyDialogProps = {
  kind: ApplicationKind;
  /** For pages where applying is the main action. */
  isPrimary?: boolean;
};

export function ApplyDialog({ kind, isPrimary = false }: ApplyDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const { button, title } = TEXTS[kind];
  return (
    <Dialog
      title={title}
      description="We read every application and reply by email."
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={isPrimary ? <Button variant="primary">{button}</Button> : <Button size="s">{button}</Button>}
    >
      <ApplyForm kind={kind} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function ApplyForm({ kind, onDone }: { kind: ApplicationKind; onDone: () => void }) {
  const create = useCreateApplication();
  const { register, handleSubmit, setError, formState } = useForm<CreateApplicationBody>({
    resolver: formRules(createApplicationBody),
    defaultValues: { kind, note: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await create.mutateAsync(body);
      toast({ title: 'Application sent', description: 'We’ll reply by email.' });
      onDone();
    } catch (error) {
      showServerErrors(error, { setError }, ['note']);
    }
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel="Send application"
      cancelLabel="Not now"
      isBusy={isSubmitting}
    >
      <FormField label="Message" help={TEXTS[kind].help} error={errors.note?.message} isOptional>
        <Textarea rows={4} {...register('note')} />
      </FormField>
    </DialogForm>
  );
}
