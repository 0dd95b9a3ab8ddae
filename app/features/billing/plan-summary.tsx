// What is about to be joined, and what it costs: next to the form.
import { useId } from 'react';
import { Link } from 'react-router';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Feature } from './plan-cards.tsx';
import { perPeriod, planFeatures, priceOf } from './plan-text.ts';
import './plans.css';

type PlanSummaryProps = {
  plan: Plan;
  period: PlanPeriod;
  isTrial: boolean;
  bill: { tax: string | null; total: string };
};

export function PlanSummary({ plan, period, isTrial, bill }: PlanSummaryProps) {
  const titleId = useId();
  const other = period === 'year' ? 'month' : 'year';
  const to = `/subscription/join?plan=${plan.id}&period=${other}${isTrial ? '&trial=1' : ''}`;
  const price = formatMoney(priceOf(plan, period));
  return (
    <section className="summary" aria-labelledby={titleId}>
      <h2 className="t-s" id={titleId}>
        {plan.name}, {period === 'year' ? 'yearly' : 'monthly'}
      </h2>
      <p className="meta mt-1">
        <Link className="link" to={to} replace preventScrollReset>
          Pay {other === 'year' ? 'by the year' : 'by the month'} instead
        </Link>
        : {formatMoney(priceOf(plan, other))} {perPeriod(other)}
      </p>
      <ul className="plan-gets mb-0!" aria-label={`What ${plan.name} includes`}>
        {planFeatures(plan, period).map((feature) => (
          <Feature key={feature}>{feature}</Feature>
        ))}
      </ul>
      <RunningOrder className="summary-sums">
        {isTrial ? (
          <OrderLine figure={`${price} ${perPeriod(period)}`}>
            After {plan.trialDays} days, if you stay
          </OrderLine>
        ) : (
          bill.tax !== null && <OrderLine figure={price}>Price</OrderLine>
        )}
        {!isTrial && bill.tax !== null && <OrderLine figure={formatMoney(bill.tax)}>Tax</OrderLine>}
        <OrderLine isTotal figure={formatMoney(isTrial ? '0.00' : bill.total)}>
          Today
        </OrderLine>
      </RunningOrder>
    </section>
  );
}
