// One seller's money on the staff page of that seller: how it stands, the hold, the fee agreed with them.
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
  started: 'Not finished',
  restricted: 'More is needed',
  ready: 'Ready',
};

type Seller = { id: number; shop: string; isMine: boolean };

export function SellerMoney({ seller }: { seller: Seller }) {
  const query = useQuery(getSellerBalanceQuery(seller.id));
  return (
    <section className="mb-10" aria-labelledby="seller-money">
      <h2 id="seller-money" className="t-s mb-2 border-b border-ink pb-2">
        Money
      </h2>
      <QueryView query={query} what="the money" skeleton={<Skeleton className="h-56" />}>
        {(money) => <Sheet seller={seller} money={money} />}
      </QueryView>
    </section>
  );
}

function Sheet({ seller, money }: { seller: Seller; money: Money }) {
  const { hold, ownFee, houseFee } = money;
  return (
    <>
      {hold && (
        <Notice tone="bad" className="my-4">
          <strong>Payouts on hold</strong> since {formatDay(hold.since)}: {hold.reason}
        </Notice>
      )}
      <RunningOrder className="meta">
        <OrderLine figure={formatMoney(money.balance)}>Owed to them</OrderLine>
        <OrderLine figure={formatMoney(money.available)}>Available</OrderLine>
        <OrderLine figure={formatMoney(money.pending)}>Pending</OrderLine>
        <OrderLine figure={formatMoney(money.held)}>Sales on hold</OrderLine>
        <OrderLine figure={formatMoney(money.processing)}>On its way</OrderLine>
        <OrderLine figure={formatMoney(money.paidOut)}>Paid out so far</OrderLine>
        {Number(money.debt) > 0 && <OrderLine figure={formatMoney(money.debt)}>They owe us</OrderLine>}
        <OrderLine figure={ACCOUNTS[money.accountState]}>Account for payouts</OrderLine>
        <OrderLine figure={`${ownFee ?? houseFee}%`}>{ownFee ? 'Fee, agreed' : 'Fee, as for all'}</OrderLine>
      </RunningOrder>
      {!seller.isMine && (
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
      title={`Put the payouts of ${seller.shop} on hold?`}
      description="Nothing is paid out to them until you release it. What they earn is added up. A payout that is on its way still arrives."
      help="They read this reason, by mail and on their payments page."
      confirmLabel="Put on hold"
      trigger={<Button variant="danger">Hold payouts…</Button>}
      onConfirm={async (reason) => {
        await hold.mutateAsync({ params: { id: seller.id }, body: { reason } });
        toast({ title: 'Payouts are on hold', description: 'The seller is told why by mail.' });
      }}
    />
  );
}

function Release({ seller }: { seller: Seller }) {
  const release = useReleasePayouts();
  return (
    <ConfirmDialog
      title={`Pay ${seller.shop} again?`}
      description="What is available is paid with the next run. The seller is told by mail."
      confirmLabel="Release"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button variant="primary">Release payouts…</Button>}
      onConfirm={async () => {
        await release.mutateAsync({ params: { id: seller.id } });
        toast({ title: `${seller.shop} is paid again` });
      }}
    />
  );
}

function Fee({ seller, money }: { seller: Seller; money: Money }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={<Button>Change the fee…</Button>}
      title={`The fee of ${seller.shop}`}
      description={`Of sales from now on; what was sold keeps its fee. Everybody else pays ${money.houseFee}%.`}
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
      setProblem('A percentage from 0 to 100, such as 12.5');
      return;
    }
    try {
      await setFee.mutateAsync({ params: { id: seller.id }, body: { percent: value === '' ? null : value } });
      toast({ title: 'The fee is changed', description: `${value === '' ? houseFee : value}% from now on.` });
      onDone();
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  return (
    <DialogForm onSubmit={submit} submitLabel="Change the fee" isBusy={setFee.isPending}>
      <FormField
        label="Fee in percent"
        help={`Left empty, it is ${houseFee}% as for everybody.`}
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
