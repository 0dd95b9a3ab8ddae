// Asks for the name of something new, or for another name of what is there.
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';

type NameDialogProps = {
  title: string;
  description?: ReactNode;
  help?: ReactNode;
  label: string;
  maxLength: number;
  initial?: string;
  confirmLabel: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The dialog closes when it is done, and stays with the reason when it throws. */
  onConfirm: (name: string) => Promise<unknown>;
};

export function NameDialog({ title, description, isOpen, onOpenChange, ...rest }: NameDialogProps) {
  return (
    <Dialog title={title} description={description} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NameForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type NameFormProps = Omit<NameDialogProps, 'title' | 'description' | 'isOpen' | 'onOpenChange'> & {
  onDone: () => void;
};

function NameForm({ label, help, maxLength, initial = '', confirmLabel, onConfirm, onDone }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim().length < 2) return setProblem('At least two letters');
    setBusy(true);
    setProblem('');
    try {
      await onConfirm(name.trim());
      onDone();
    } catch (error) {
      setProblem(failureTextOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogForm onSubmit={submit} submitLabel={confirmLabel} isBusy={isBusy}>
      <FormField label={label} help={help} error={problem} isRequired>
        <Input value={name} maxLength={maxLength} onChange={(event) => setName(event.target.value)} />
      </FormField>
    </DialogForm>
  );
}
