// The head of a seller's payments: the sums, what comes next, where it goes, and what stands in the way.
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatFullDay } from '#shared/dates.ts';
import type { AccountStatus, PaymentsOverview } from '#shared/features/payout/payout.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { BalanceStats } from './payout-columns.tsx';
import { getPayoutAccountStatusQuery, useStartPayoutOnboarding } from './payments.api.ts';

type Props = { overview: PaymentsOverview };

/** The bank's words end as it likes. */
const asSentence = (words: string | null) => words && (/[.!?]$/.test(words) ? words : `${words}.`);
const isZero = (amount: string) => Number(amount) === 0;

/** What a seller must not overlook. */
export function PayoutSummary({ overview: { hold, debt, lastPayout } }: Props) {
  return (
    <>
      {hold && (
        <Notice tone="bad" className="mt-6">
          <strong>Your payouts are on hold</strong> since {formatDay(hold.since)}: {hold.reason} What you earn
          is added up and stays yours.
        </Notice>
      )}
      {lastPayout?.state === 'failed' && (
        <Notice tone="warn" className="mt-6">
          <strong>Your payout of {formatMoney(lastPayout.amount)} did not go through</strong> on{' '}
          {formatDay(lastPayout.at)}. {asSentence(lastPayout.failure)} It is tried again with the next payout.
        </Notice>
      )}
      {!isZero(debt) && (
        <Notice tone="warn" className="mt-6">
          {formatMoney(debt)} is kept from your next payouts: sales were refunded after they had been paid
          out.
        </Notice>
      )}
    </>
  );
}

export function Balance({ overview }: Props) {
  const { available, pending, held, processing, paidOut } = overview;
  return (
    <BalanceStats
      figures={[
        { label: 'Available', value: formatMoney(available), words: 'past its seven days' },
        { label: 'Pending', value: formatMoney(pending), words: 'in the seven days for refunds' },
        {
          label: 'On hold',
          value: formatMoney(held),
          words: isZero(held) ? 'nothing' : 'see Sale by sale',
        },
        { label: 'Processing', value: formatMoney(processing), words: 'on its way to you' },
        { label: 'Paid out', value: formatMoney(paidOut), words: 'so far' },
      ]}
    />
  );
}

export function PayoutInTransit({ overview }: Props) {
  const { next, balance, debt, lastPayout, minimum } = overview;
  return (
    <section aria-labelledby="next-payout">
      <h2 id="next-payout" className="t-s mb-2 border-b border-ink pb-2">
        Next payout
      </h2>
      <p className="my-4">
        {next.block === null && next.date !== null ? (
          <>
            <strong>{formatMoney(next.amount)}</strong> on {formatFullDay(next.date)}.
          </>
        ) : (
          whyNot(overview)
        )}
      </p>
      <RunningOrder className="meta">
        <OrderLine figure={formatMoney(balance)}>Balance, all that we owe you</OrderLine>
        {!isZero(debt) && <OrderLine figure={formatMoney(debt)}>Kept for refunds of earlier sales</OrderLine>}
        {lastPayout?.state === 'paid' && (
          <OrderLine figure={formatMoney(lastPayout.amount)}>Paid {formatDay(lastPayout.at)}</OrderLine>
        )}
        <OrderLine figure={formatMoney(minimum)}>Smallest payout</OrderLine>
      </RunningOrder>
    </section>
  );
}

function whyNot({ next, minimum, isTestBank }: PaymentsOverview): string {
  const bank = isTestBank ? 'the test bank' : 'Stripe';
  if (next.block === 'on_hold') return 'None while your payouts are on hold.';
  if (next.block === 'shop_closed') return 'None while your shop is suspended.';
  if (next.block === 'no_account') return `None yet: tell ${bank} first where your money goes.`;
  if (next.block === 'account_started') return `None yet: ${bank} does not know enough about you.`;
  if (next.block === 'account_restricted') return `None for now: ${bank} asks for more.`;
  if (next.block === 'in_progress') return 'A payout is on its way; the next one follows it.';
  if (next.block === 'below_minimum') return `None yet: it takes ${formatMoney(minimum)} at least.`;
  return 'Nothing is waiting. Your next sale is paid out seven days after it.';
}

const STATES: Readonly<Record<AccountStatus['state'], { label: string; tone: BadgeTone }>> = {
  none: { label: 'Not connected', tone: 'warn' },
  started: { label: 'Not finished', tone: 'warn' },
  restricted: { label: 'More is needed', tone: 'bad' },
  ready: { label: 'Ready', tone: 'ok' },
};

/** Asked of the gateway by itself: the sums above do not wait for it. */
export function BankAccount({ overview }: Props) {
  const status = useQuery(getPayoutAccountStatusQuery());
  return (
    <section aria-labelledby="bank-account">
      <h2 id="bank-account" className="t-s mb-2 border-b border-ink pb-2">
        Where it goes
      </h2>
      <QueryView query={status} what="your account" skeleton={<Skeleton className="mt-4 h-24" />}>
        {(account) => <Account account={account} isTestBank={overview.isTestBank} />}
      </QueryView>
    </section>
  );
}

function Account({ account, isTestBank }: { account: AccountStatus; isTestBank: boolean }) {
  const onboarding = useStartPayoutOnboarding();
  const { state, needs, isFresh } = account;
  const bank = isTestBank ? 'The test bank' : 'Stripe';
  const { label, tone } = STATES[state];
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Badge tone={tone}>{label}</Badge>
        <span className="meta">
          {isTestBank ? 'Test bank: no real money moves.' : 'Stripe pays to your bank account.'}
          {!isFresh && ' It does not answer now; this is what it last said.'}
        </span>
      </p>
      {needs.length > 0 && (
        <>
          <p className="mt-4">{bank} still needs:</p>
          <ul className="mt-1 list-disc pl-5">
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-5">
        <Button
          variant={state === 'ready' ? undefined : 'primary'}
          isBusy={onboarding.isPending}
          onClick={() => onboarding.mutate()}
        >
          {BUTTONS[state]}
        </Button>
      </p>
      {onboarding.error && (
        <Notice tone="bad" isAlert className="mt-4">
          {failureTextOf(onboarding.error)}
        </Notice>
      )}
    </>
  );
}

const BUTTONS: Readonly<Record<AccountStatus['state'], string>> = {
  none: 'Set up payouts',
  started: 'Go on with it',
  restricted: 'Add what is missing',
  ready: 'Change the account',
};
