// The sandbox's version of a bank's confirmation page: did you make this payment?
import { useState, type ReactNode } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { confirmSandboxPayment } from './checkout.api.ts';

type Question = { clientSecret: string; answered: (how: 'answered' | 'left') => void };

type BankQuestion = {
  /** Settles when the buyer has answered or closed the dialog. */
  ask: (clientSecret: string) => Promise<'answered' | 'left'>;
  dialog: ReactNode;
};

export function useBankQuestion(amount: string, siteName: string): BankQuestion {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask: BankQuestion['ask'] = (clientSecret) =>
    new Promise((answered) => setQuestion({ clientSecret, answered }));
  const end = (how: 'answered' | 'left') => {
    question?.answered(how);
    setQuestion(null);
  };
  const dialog = (
    <Dialog
      title="Did you make this payment?"
      description={`Your bank asks you to confirm a payment of ${amount} to ${siteName || 'the school'}. Nothing has been charged yet.`}
      isOpen={question !== null}
      onOpenChange={(isOpen) => !isOpen && end('left')}
    >
      {question && <Answers clientSecret={question.clientSecret} onAnswered={() => end('answered')} />}
    </Dialog>
  );
  return { ask, dialog };
}

function Answers({ clientSecret, onAnswered }: { clientSecret: string; onAnswered: () => void }) {
  const [given, setGiven] = useState<'approve' | 'refuse' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const answer = async (word: 'approve' | 'refuse') => {
    setGiven(word);
    setProblem(null);
    try {
      await confirmSandboxPayment(clientSecret, word);
      onAnswered();
    } catch (error) {
      setGiven(null);
      // A refusal is an answer, too; the state is checked next.
      if (error instanceof ApiError && [402, 409].includes(error.status)) onAnswered();
      else setProblem(failureTextOf(error));
    }
  };
  return (
    <>
      {problem && (
        <Notice tone="bad" isAlert className="mb-4">
          {problem}
        </Notice>
      )}
      <div className="dialog-foot">
        <Button isBusy={given !== null} onClick={() => void answer('refuse')}>
          No, decline it
        </Button>
        <Button variant="primary" isBusy={given !== null} onClick={() => void answer('approve')}>
          Yes, confirm it
        </Button>
      </div>
    </>
  );
}
