// Approves or declines a refund request.
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';

export type RefundDecision = { id: number; decision: 'approve' | 'decline'; answer: string };
export type DecideRefund = (decision: RefundDecision) => Promise<unknown>;

type DecideDialogProps = {
  id: number;
  decision: 'approve' | 'decline';
  /** “RV-000017” or the title of the line. */
  what: string;
  /** The formatted amount. */
  amount?: string;
  trigger: ReactNode;
  /** Sellers and staff call different endpoints. */
  onDecide: DecideRefund;
};

export function DecideDialog({ trigger, decision, what, amount, id, onDecide }: DecideDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const isApproval = decision === 'approve';
  return (
    <Dialog
      trigger={trigger}
      title={isApproval ? `Refund “${what}”?` : `Decline the refund for “${what}”?`}
      description={
        isApproval
          ? `${amount ? `${amount} goes` : 'The money goes'} back to the buyer’s card, and they lose access. We’ll email them.`
          : 'The buyer keeps access. We’ll email them your answer.'
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <DecideForm id={id} decision={decision} onDecide={onDecide} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type FormProps = Pick<DecideDialogProps, 'id' | 'decision' | 'onDecide'> & { onDone: () => void };

function DecideForm({ id, decision, onDecide, onDone }: FormProps) {
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isApproval = decision === 'approve';
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setProblem(undefined);
    setBusy(true);
    try {
      await onDecide({ id, decision, answer: answer.trim() });
      toast({ title: isApproval ? 'Refund approved' : 'Refund declined' });
      onDone();
    } catch (error) {
      setProblem(failureTextOf(error));
      setBusy(false);
    }
  };
  return (
    <DialogForm
      problem={problem}
      onSubmit={submit}
      submitLabel={isApproval ? 'Refund' : 'Decline'}
      isBusy={isBusy}
      isDanger={!isApproval}
    >
      <FormField label="Message to the buyer" isOptional>
        <Textarea rows={3} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </FormField>
    </DialogForm>
  );
}
