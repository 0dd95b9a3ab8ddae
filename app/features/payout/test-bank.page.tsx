// The test bank's form: stands in for Stripe's onboarding when no Stripe key is set.
import { useNavigate, type MetaArgs } from 'react-router';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useSubmitTestBankForm } from './payments.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Test bank',
    description: 'A stand-in for a real bank, for testing payouts.',
    path: '/seller/payments/test-bank',
    isHidden: true,
  });
}

export default function TestBankPage() {
  const bank = useSubmitTestBankForm();
  const navigate = useNavigate();
  const answer = (isComplete: boolean) =>
    bank.mutate(isComplete, {
      onSuccess: () => {
        toast({ title: isComplete ? 'Test bank connected' : 'The test bank needs a document' });
        void navigate('/seller/payments');
      },
    });
  return (
    <StaffPage
      title="This is a test bank"
      intro="This site isn’t connected to a bank yet, so payouts go to a test bank and no real money moves. A real bank would ask for your name, address and account number here."
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="primary" isBusy={bank.isPending} onClick={() => answer(true)}>
          Open account
        </Button>
        <Button isBusy={bank.isPending} onClick={() => answer(false)}>
          Leave out a document
        </Button>
        <ButtonLink to="/seller/payments">Back to payments</ButtonLink>
      </div>
      {bank.error && (
        <Notice tone="bad" isAlert className="mt-6">
          {failureTextOf(bank.error)}
        </Notice>
      )}
    </StaffPage>
  );
}
