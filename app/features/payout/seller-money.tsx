// A seller's balance, payout hold and fee, on the staff page of that seller.
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { formatDay } from '#shared/dates.ts';
import { pointsOf } from '#shared/features/payout/payout.rules.ts';
import type { SellerMoney as Money } from '#shared/features/payout/payout-staff.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  getSellerBalanceQuery,
  useHoldPayouts,
  useReleasePayouts,
  useSetSellerFee,
} from './payouts-staff.api.ts';

const ACCOUNTS: Readonly<Record<Money['accountState'], string>> = {
  none: 'Not connected',
  started: 'Incomplete',
  restricted: 'Action needed',
  ready: 'Ready',
};

type Seller = { id: number; shop: string; isMine: boolean };

type SellerMoneyProps = { seller: Seller; mayManage: boolean };

export function SellerMoney({ seller, mayManage }: SellerMoneyProps) {
  const query = useQuery(getSellerBalanceQuery(seller.id));
  return (
    <section className="mb-10" aria-labelledby="seller-money">
      <h2 id="seller-money" className="t-s mb-2 border-b border-ink pb-2">
        Money
      </h2>
      <QueryView query={query} what="the balance" skeleton={<Skeleton className="h-56" />}>
        {(money) => <Sheet seller={seller} money={money} mayManage={mayManage} />}
      </QueryView>
    </section>
  );
}

function Sheet({ seller, money, mayManage }: SellerMoneyProps & { money: Money }) {
  const { hold, ownFee, houseFee } = money;
  return (
    <>
      {hold && (
        <Notice tone="bad" className="my-4">
          <strong>Payouts on hold</strong> since {formatDay(hold.since)}: {hold.reason}
        </Notice>
      )}
      <RunningOrder className="meta">
        <OrderLine figure={formatMoney(money.balance)}>Balance owed</OrderLine>
        <OrderLine figure={formatMoney(money.available)}>Available</OrderLine>
        <OrderLine figure={formatMoney(money.pending)}>Pending</OrderLine>
        <OrderLine figure={formatMoney(money.held)}>On hold</OrderLine>
        <OrderLine figure={formatMoney(money.processing)}>Processing</OrderLine>
        <OrderLine figure={formatMoney(money.paidOut)}>Paid out</OrderLine>
        {Number(money.debt) > 0 && (
          <OrderLine figure={formatMoney(money.debt)}>To be deducted for refunds</OrderLine>
        )}
        <OrderLine figure={ACCOUNTS[money.accountState]}>Payout account</OrderLine>
        <OrderLine figure={`${ownFee ?? houseFee}%`}>{ownFee ? 'Agreed fee' : 'Standard fee'}</OrderLine>
      </RunningOrder>
      {mayManage && !seller.isMine && (
        <div className="mt-5 flex flex-wrap gap-3">
          {hold ? <Release seller={seller} /> : <Hold seller={seller} />}
          <Fee seller={seller} money={money} />
        </div>
      )}
    </>
  );
}

function Hold({ seller }: { seller: Seller }) {
  const hold = useHoldPayouts();
  return (
    <ReasonDialog
      title={`Hold payouts to ${seller.shop}?`}
      description="They get no payouts until you release the hold. They keep earning. A payout that is already on its way still arrives."
      help="The seller sees this reason, by email and on their payments page."
      confirmLabel="Hold payouts"
      trigger={<Button variant="danger">Hold payouts…</Button>}
      onConfirm={async (reason) => {
        await hold.mutateAsync({ params: { id: seller.id }, body: { reason } });
        toast({ title: 'Payouts on hold', description: 'We’ve emailed the seller the reason.' });
      }}
    />
  );
}

function Release({ seller }: { seller: Seller }) {
  const release = useReleasePayouts();
  return (
    <ConfirmDialog
      title={`Release payouts to ${seller.shop}?`}
      description="Their available balance is paid with the next run. We’ll email them."
      confirmLabel="Release payouts"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button variant="primary">Release payouts…</Button>}
      onConfirm={async () => {
        await release.mutateAsync({ params: { id: seller.id } });
        toast({ title: 'Payouts released' });
      }}
    />
  );
}

function Fee({ seller, money }: { seller: Seller; money: Money }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={<Button>Change fee…</Button>}
      title={`Fee for ${seller.shop}`}
      description={`Applies to sales from now on. The standard fee is ${money.houseFee}%.`}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <FeeForm seller={seller} money={money} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type FeeFormProps = { seller: Seller; money: Money; onDone: () => void };

function FeeForm({ seller, money: { ownFee, houseFee }, onDone }: FeeFormProps) {
  const setFee = useSetSellerFee();
  const [percent, setPercent] = useState(ownFee ?? '');
  const [problem, setProblem] = useState('');
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const value = percent.trim();
    if (value !== '' && pointsOf(value) === null) {
      setProblem('Enter a percentage from 0 to 100, such as 12.5');
      return;
    }
    try {
      await setFee.mutateAsync({ params: { id: seller.id }, body: { percent: value === '' ? null : value } });
      toast({ title: 'Fee changed', description: `${value === '' ? houseFee : value}% from now on.` });
      onDone();
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  return (
    <DialogForm onSubmit={submit} submitLabel="Change fee" isBusy={setFee.isPending}>
      <FormField
        label="Fee in percent"
        help={`Leave empty for the standard fee of ${houseFee}%.`}
        error={problem}
      >
        <Input
          inputMode="decimal"
          value={percent}
          maxLength={6}
          onChange={(event) => setPercent(event.target.value)}
        />
      </FormField>
    </DialogForm>
  );
}
