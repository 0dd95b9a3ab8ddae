// One email field and a button: offers a seat, or reassigns one.
import { useForm } from 'react-hook-form';
import { inviteBody, type InviteBody } from '#shared/features/seat/seat.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';

type SeatFormProps = {
  label: string;
  help?: string;
  submitLabel: string;
  /** If it throws, the form stays open and shows the reason. */
  onSend: (email: string) => Promise<unknown>;
  onCancel?: () => void;
};

export function SeatForm({ label, help, submitLabel, onSend, onCancel }: SeatFormProps) {
  const form = useForm<InviteBody>({ resolver: formRules(inviteBody), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ email }) => {
    try {
      await onSend(email);
      form.reset();
    } catch (error) {
      showServerErrors(error, form, ['email']);
    }
  });
  return (
    <form className="seat-form" noValidate onSubmit={(event) => void send(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField label={label} help={help} error={errors.email?.message} isRequired>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </FormField>
      <div className="seat-form-actions">
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button variant={onCancel ? 'second' : 'primary'} type="submit" isBusy={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
