// Asks for a name, to create or rename something.
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
  /** If it throws, the dialog stays open and shows the error. */
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
    if (name.trim().length < 2) return setProblem('Use at least 2 characters');
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
