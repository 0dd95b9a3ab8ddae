// Another meeting link or address for a session that is booked already.
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { describeNotified } from '#shared/features/booking/booking.rules.ts';
import { useUpdateAppointmentPlace } from './booking.api.ts';

type ChangePlaceProps = {
  appointmentId: number;
  title: string;
  where: string;
  /** Whose place it is, said after the button: “of Open class, Thursday”. */
  about: string;
};

export function ChangePlace({ appointmentId, title, where, about }: ChangePlaceProps) {
  const update = useUpdateAppointmentPlace();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(where);
  const open = (next: boolean) => {
    setOpen(next);
    setTyped(where);
    update.reset();
  };
  const save = async () => {
    const saved = await update
      .mutateAsync({ params: { id: appointmentId }, body: { where: typed } })
      .catch(() => null);
    if (!saved) return;
    setOpen(false);
    toast({ title: 'Place changed', description: describeNotified(saved.notified) });
  };
  return (
    <Dialog
      title={`Where does “${title}” take place?`}
      description={`${about}. Everyone who booked gets an email and an updated calendar invitation.`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button size="s" variant="quiet">
          Change place…<span className="sr-only"> of {title}</span>
        </Button>
      }
    >
      <DialogForm
        problem={update.error ? failureTextOf(update.error) : undefined}
        submitLabel="Change place"
        isBusy={update.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          return save();
        }}
      >
        <FormField label="Meeting link or address" help="Only people with a confirmed booking see it.">
          <Input
            autoComplete="off"
            maxLength={500}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </FormField>
      </DialogForm>
    </Dialog>
  );
}
