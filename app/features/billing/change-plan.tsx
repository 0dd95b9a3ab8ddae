// Changing plan or period: what it costs, to the cent, before anything happens.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import type * as contract from '#shared/features/billing/billing.contract.ts';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { parseId } from '#shared/ids.ts';
import { formatFullDay } from '#shared/dates.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { RadioGroup } from '#app/components/ui/radio-group.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { previewSubscriptionQuery } from './billing.api.ts';
import { perPeriod, priceOf } from './plan-text.ts';

export type PlanChoice = { planId: number; period: PlanPeriod };
type Preview = ContractOutput<typeof contract.previewSubscription>;

type ChangePlanProps = {
  membership: Membership;
  plans: readonly Plan[];
  /** Resolves when it is done, or with what the member should read. */
  onChange: (choice: PlanChoice, preview: Preview) => Promise<string | null>;
};

export function ChangePlan({ membership, plans, onChange }: ChangePlanProps) {
  const [search] = useSearchParams();
  const current = { planId: membership.planId, period: membership.period };
  const [choice, setChoice] = useState<PlanChoice>(() => {
    const asked = plans.find(({ id }) => id === parseId(search.get('plan')));
    if (!asked) return current;
    return { planId: asked.id, period: search.get('period') === 'month' ? 'month' : 'year' };
  });
  const isSame = choice.planId === current.planId && choice.period === current.period;
  const { nextPayment } = membership;
  const isPlanned =
    nextPayment !== null &&
    (nextPayment.planName !== membership.planName || nextPayment.period !== membership.period);
  return (
    <SettingsPart
      id="change"
      title="Plan"
      intro="Moving up starts right away. Moving down waits until what you’ve paid for is used."
    >
      <RadioGroup
        legend="Pay"
        name="period"
        value={choice.period}
        onValueChange={(period) => setChoice({ ...choice, period: period === 'month' ? 'month' : 'year' })}
        options={[
          { value: 'month', label: 'Monthly' },
          { value: 'year', label: 'Yearly' },
        ]}
      />
      <RadioGroup
        legend="Plan"
        name="plan"
        value={String(choice.planId)}
        onValueChange={(id) => setChoice({ ...choice, planId: Number(id) })}
        options={plans.map((plan) => ({
          value: String(plan.id),
          label: (
            <>
              {plan.name}{' '}
              <span className="meta num">
                {plan.id === current.planId && choice.period === current.period
                  ? 'your plan'
                  : `${formatMoney(priceOf(plan, choice.period))} ${perPeriod(choice.period)}`}
              </span>
            </>
          ),
        }))}
      />
      {(!isSame || isPlanned) && (
        <Quote
          key={`${choice.planId} ${choice.period}`}
          membership={membership}
          choice={choice}
          isKeeping={isSame}
          onChange={onChange}
        />
      )}
    </SettingsPart>
  );
}

type QuoteProps = Pick<ChangePlanProps, 'membership' | 'onChange'> & {
  choice: PlanChoice;
  /** They stay with what they have: a planned change is taken back. */
  isKeeping: boolean;
};

function Quote({ membership, choice, isKeeping, onChange }: QuoteProps) {
  const quote = useQuery(previewSubscriptionQuery(choice));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data: preview, error } = quote;
  if (error) return <Notice tone="warn">{failureTextOf(error)}</Notice>;
  if (!preview) {
    return (
      <SkeletonGroup label="Working out the price">
        <Skeleton className="h-24" />
      </SkeletonGroup>
    );
  }
  const change = async () => {
    setBusy(true);
    const next = await onChange(choice, preview);
    setProblem(next);
    if (next !== null) await quote.refetch();
    setBusy(false);
  };
  return (
    <div>
      {isKeeping ? (
        <p className="meta">
          Nothing changes on {formatFullDay(membership.endsAt)}, and nothing is charged now.
        </p>
      ) : (
        <>
          <Breakdown membership={membership} preview={preview} />
          <EndingSeats preview={preview} />
        </>
      )}
      {problem && (
        <Notice tone="bad" isAlert className="mt-4">
          {problem}
        </Notice>
      )}
      <Button variant="primary" className="mt-5" isBusy={isBusy} onClick={() => void change()}>
        {isKeeping ? `Keep ${membership.planName}` : buttonText(membership, preview)}
      </Button>
    </div>
  );
}

/** Said before the change, so that the member can choose who stays. */
function EndingSeats({ preview: { isNow, startsAt, endingSeats } }: { preview: Preview }) {
  if (endingSeats.length === 0) return null;
  const when = isNow ? 'right away' : `on ${formatFullDay(startsAt)}`;
  return (
    <Notice tone="warn" className="mt-4">
      This plan has fewer seats. {new Intl.ListFormat('en-US').format(endingSeats)}{' '}
      {endingSeats.length === 1 ? 'loses a seat' : 'lose their seats'} {when}. Those who joined first stay; to
      choose someone else, revoke seats under Teachers before.
    </Notice>
  );
}

function buttonText(membership: Membership, { isNow, total }: Preview): string {
  if (!isNow) return `Change on ${formatFullDay(membership.endsAt)}`;
  return decimalToCents(total) === 0 ? 'Change now' : `Pay ${formatMoney(total)} and change`;
}

function Breakdown({ membership, preview }: { membership: Membership; preview: Preview }) {
  const { isNow, price, credit, tax, total, startsAt, endsAt } = preview;
  if (!isNow) {
    return (
      <p className="meta">
        Nothing is charged now. {membership.planName} stays open until {formatFullDay(startsAt)}; then your
        card is charged {formatMoney(price)}, before tax.
      </p>
    );
  }
  if (membership.state === 'trialing') {
    return (
      <p className="meta">
        Your trial goes on until {formatFullDay(endsAt)}. Nothing is charged before; then it costs{' '}
        {formatMoney(price)}, before tax.
      </p>
    );
  }
  return (
    <>
      <RunningOrder label="What it costs">
        <OrderLine figure={formatMoney(price)}>From today until {formatFullDay(endsAt)}</OrderLine>
        {decimalToCents(credit) > 0 && (
          <OrderLine figure={`−${formatMoney(credit)}`}>Unused part of {membership.planName}</OrderLine>
        )}
        {decimalToCents(tax) > 0 && <OrderLine figure={formatMoney(tax)}>Tax</OrderLine>}
        <OrderLine isTotal figure={formatMoney(total)}>
          Today
        </OrderLine>
      </RunningOrder>
      <p className="meta mt-2">
        Charged to your card now. The next payment is {formatMoney(price)} on {formatFullDay(endsAt)}, before
        tax.
      </p>
    </>
  );
}
