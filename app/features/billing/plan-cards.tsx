// The plans side by side, each with its price, what it includes and one button.
import Check from 'icon:check';
import type { ReactNode } from 'react';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Dancers } from './dancers.tsx';
import { perPeriod, planFeatures, priceOf, shareText } from './plan-text.ts';

/** Where a plan's button leads, and what it says. */
export type PlanAction = { label: string; shortLabel?: string; to: string };

type PlanCardsProps = {
  plans: readonly Plan[];
  period: PlanPeriod;
  actionOf: (plan: Plan) => PlanAction;
  /** The one that is open on a phone. */
  chosenId: number;
  onChoose: (id: number) => void;
};

export function PlanCards({ plans, period, actionOf, chosenId, onChoose }: PlanCardsProps) {
  return (
    <div className="plans">
      {plans.map((plan, at) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          period={period}
          action={actionOf(plan)}
          isFirst={at === 0}
          isChosen={plan.id === chosenId}
          onChoose={() => onChoose(plan.id)}
        />
      ))}
    </div>
  );
}

type PlanCardProps = {
  plan: Plan;
  period: PlanPeriod;
  action: PlanAction;
  isFirst: boolean;
  isChosen: boolean;
  onChoose: () => void;
};

function PlanCard({ plan, period, action, isFirst, isChosen, onChoose }: PlanCardProps) {
  const price = formatMoney(priceOf(plan, period));
  return (
    <article className="plan" aria-labelledby={`plan-${plan.id}`}>
      <div className="plan-floor">
        <Dancers seats={plan.seats} />
        {isFirst && plan.seats === 1 && <span className="plan-beat" aria-hidden="true" />}
      </div>
      <h2 className="plan-title t-m" id={`plan-${plan.id}`}>
        {plan.name}
      </h2>
      <label className="plan-pick">
        <input type="radio" className="box" name="plan" checked={isChosen} onChange={onChoose} />
        <span className="t-s">{plan.name}</span>
        <span className="meta">{plan.audience}</span>
        <span className="plan-pick-price num">
          <strong>{price}</strong>
          <span className="small block">{perPeriod(period)}</span>
        </span>
      </label>
      <p className="plan-price">
        <strong>{price}</strong> <span className="meta">{perPeriod(period)}</span>
        <span className="small block">{shareText(plan, period) || plan.audience}</span>
      </p>
      <ul className="plan-gets" aria-label={`What ${plan.name} includes`}>
        {planFeatures(plan, period).map((feature) => (
          <Feature key={feature}>{feature}</Feature>
        ))}
      </ul>
      <p className="plan-do">
        <ButtonLink variant={isFirst ? 'primary' : 'second'} size="l" isFull to={action.to}>
          {action.label}
        </ButtonLink>
      </p>
    </article>
  );
}

export function Feature({ children }: { children: ReactNode }) {
  return (
    <li>
      <Check className="icon" aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}

/** On a phone: the one figure and the one button of the plan that is open. */
export function PlanBar({ plan, period, action }: { plan: Plan; period: PlanPeriod; action: PlanAction }) {
  return (
    <div className="plans-bottom">
      <span>
        <strong>{plan.name}</strong>
        <span className="small num block">
          {formatMoney(priceOf(plan, period))} {perPeriod(period)}
        </span>
      </span>
      <ButtonLink variant="primary" to={action.to}>
        {action.shortLabel ?? action.label}
      </ButtonLink>
    </div>
  );
}
