// Answers a buyer who asks for their money back.
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
  /** What goes back, in words. */
  amount?: string;
  trigger: ReactNode;
  /** Sellers and staff have each their own way. */
  onDecide: DecideRefund;
};

export function DecideDialog({ trigger, decision, what, amount, id, onDecide }: DecideDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const isApproval = decision === 'approve';
  return (
    <Dialog
      trigger={trigger}
      title={isApproval ? `Refund “${what}”?` : `Decline the refund of “${what}”?`}
      description={
        isApproval
          ? `${amount ? `${amount} goes` : 'The money goes'} back to the card, and the buyer can no longer open what it paid for. They are told by mail.`
          : 'The buyer keeps what they bought and reads your answer by mail.'
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
      toast({ title: isApproval ? 'The refund is on its way' : 'Declined' });
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
      <FormField label="A word to the buyer" isOptional>
        <Textarea rows={3} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </FormField>
    </DialogForm>
  );
}
