// The latest ledger check: whether entries and balances agree.
import { formatMoment } from '#shared/dates.ts';
import type { LedgerCheck } from '#shared/features/ledger/ledger.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useCheckLedger } from './ledger.api.ts';

export function isProved({ total, unbalancedCount, strayCount }: LedgerCheck): boolean {
  return Number(total) === 0 && unbalancedCount === 0 && strayCount === 0;
}

export function LedgerCheckPanel({ proof }: { proof: LedgerCheck | null }) {
  const prove = useCheckLedger();
  return (
    <section aria-labelledby="proof">
      <div className="mb-3 flex min-h-11 items-center justify-between gap-4 border-b border-ink pb-1">
        <h2 id="proof" className="t-s">
          Ledger check
        </h2>
        <Button
          size="s"
          isBusy={prove.isPending}
          onClick={() =>
            prove.mutate(undefined, {
              onError: (error) => toast({ title: failureTextOf(error), variant: 'destructive' }),
            })
          }
        >
          Check now
        </Button>
      </div>
      {proof ? <Found proof={proof} /> : <p className="meta">Not checked yet.</p>}
    </section>
  );
}

function Found({ proof }: { proof: LedgerCheck }) {
  const { total, unbalancedCount, strayCount, transactionCount, entryCount, checkedAt } = proof;
  return (
    <div aria-live="polite">
      {isProved(proof) ? (
        <Notice tone="ok">The ledger balances: every transaction sums to zero, and so does the total.</Notice>
      ) : (
        <Notice tone="bad">
          The ledger doesn’t balance. Don’t run payouts until you know why; start with the transactions that
          don’t sum to zero.
        </Notice>
      )}
      <RunningOrder className="meta num mt-3">
        <OrderLine figure={formatMoney(total)}>Total of all entries</OrderLine>
        <OrderLine figure={formatCount(unbalancedCount)}>Unbalanced transactions</OrderLine>
        <OrderLine figure={formatCount(strayCount)}>Balances that differ from their entries</OrderLine>
        <OrderLine figure={formatCount(transactionCount)}>Transactions checked</OrderLine>
        <OrderLine figure={formatCount(entryCount)}>Entries checked</OrderLine>
        <OrderLine figure={<time dateTime={checkedAt}>{formatMoment(checkedAt)}</time>}>Checked</OrderLine>
      </RunningOrder>
    </div>
  );
}
