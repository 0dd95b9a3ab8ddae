// The top of a seller's payments page: balance, next payout, payout account, and anything that blocks a payout.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
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

/** The bank's messages may or may not end with a period. */
const asSentence = (text: string | null) => text && (/[.!?]$/.test(text) ? text : `${text}.`);
const isZero = (amount: string) => Number(amount) === 0;

/** Problems the seller has to know about. */
export function PayoutSummary({ overview: { hold, debt, lastPayout } }: Props) {
  return (
    <>
      {hold && (
        <Notice tone="bad" className="mt-6">
          <strong>Your payouts are on hold</strong> since {formatDay(hold.since)}: {hold.reason} You keep
          earning, and nothing is lost.
        </Notice>
      )}
      {lastPayout?.state === 'failed' && (
        <Notice tone="warn" className="mt-6">
          <strong>Your payout of {formatMoney(lastPayout.amount)} failed</strong> on{' '}
          {formatDay(lastPayout.at)}. {asSentence(lastPayout.failure)} We’ll try again with the next payout.
        </Notice>
      )}
      {!isZero(debt) && (
        <Notice tone="warn" className="mt-6">
          We’ll deduct {formatMoney(debt)} from your next payouts, for sales that were refunded after we had
          paid them out.
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
        { label: 'Available', value: formatMoney(available), hint: 'refund window is over' },
        { label: 'Pending', value: formatMoney(pending), hint: 'still refundable for 7 days' },
        {
          label: 'On hold',
          value: formatMoney(held),
          hint: isZero(held) ? 'nothing' : 'see Earnings',
        },
        { label: 'Processing', value: formatMoney(processing), hint: 'on its way to you' },
        { label: 'Paid out', value: formatMoney(paidOut), hint: 'so far' },
      ]}
    />
  );
}

export function PayoutInTransit({ overview }: Props) {
  const { next, balance, debt, lastPayout, minimum, memberShare } = overview;
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
        <OrderLine figure={formatMoney(balance)}>Your balance with us</OrderLine>
        {!isZero(debt) && (
          <OrderLine figure={formatMoney(debt)}>Deducted for refunds of earlier sales</OrderLine>
        )}
        {lastPayout?.state === 'paid' && (
          <OrderLine figure={formatMoney(lastPayout.amount)}>Paid {formatDay(lastPayout.at)}</OrderLine>
        )}
        <OrderLine figure={formatMoney(minimum)}>Minimum payout</OrderLine>
      </RunningOrder>
      {memberShare > 0 && (
        <p className="meta mt-4 text-pretty">
          Members who use your items from the library earn you money too: {memberShare}% of what each of them
          pays is divided among the items they use.{' '}
          <Link className="link" to="/help/get-paid">
            How it’s counted
          </Link>
        </p>
      )}
    </section>
  );
}

function whyNot({ next, minimum, isTestBank }: PaymentsOverview): string {
  const bank = isTestBank ? 'the test bank' : 'Stripe';
  if (next.block === 'on_hold') return 'Your payouts are on hold.';
  if (next.block === 'shop_closed') return 'No payouts while your store is suspended.';
  if (next.block === 'no_account') return `No payouts yet. Set up your payout account with ${bank} first.`;
  if (next.block === 'account_started')
    return `No payouts yet. Finish setting up your payout account with ${bank}.`;
  if (next.block === 'account_restricted') return `Payouts are paused: ${bank} needs more information.`;
  if (next.block === 'in_progress') return 'A payout is on its way. The next one follows.';
  if (next.block === 'below_minimum') return `No payout yet. The minimum is ${formatMoney(minimum)}.`;
  return 'Nothing to pay out. We pay out each sale after seven days.';
}

const STATES: Readonly<Record<AccountStatus['state'], { label: string; tone: BadgeTone }>> = {
  none: { label: 'Not connected', tone: 'warn' },
  started: { label: 'Incomplete', tone: 'warn' },
  restricted: { label: 'Action needed', tone: 'bad' },
  ready: { label: 'Ready', tone: 'ok' },
};

/** Loaded on its own, so the balance above doesn't wait for the gateway. */
export function BankAccount({ overview }: Props) {
  const status = useQuery(getPayoutAccountStatusQuery());
  return (
    <section aria-labelledby="bank-account">
      <h2 id="bank-account" className="t-s mb-2 border-b border-ink pb-2">
        Payout account
      </h2>
      <QueryView query={status} what="your payout account" skeleton={<Skeleton className="mt-4 h-24" />}>
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
          {isTestBank ? 'Test bank: no real money moves.' : 'Stripe pays into your bank account.'}
          {!isFresh && ' We can’t reach it right now; this is the last known state.'}
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
  started: 'Continue setup',
  restricted: 'Add the missing information',
  ready: 'Change payout account',
};
