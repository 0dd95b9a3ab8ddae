// Next to the form of a plan: its members, and every price it ever had.
import { Link } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { PLAN_PERIOD_LABELS } from '#shared/features/plan/plan.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { PLANS_HOME, type StaffPlan } from './staff-plan.api.ts';

export function PlanSide({ plan: { id, members, prices } }: { plan: StaffPlan }) {
  return (
    <>
      <StaffPart
        title="Members"
        action={
          members > 0 && (
            <Link className="link meta" to={`${PLANS_HOME}/members?group=current&planId=${id}`}>
              View members
            </Link>
          )
        }
      >
        <p className="meta py-3">
          {members === 0
            ? 'Nobody has this plan. You can change everything about it.'
            : `${members === 1 ? 'One member has' : `${formatCount(members)} members have`} this plan. You can add benefits, which they get right away, but not take any away: they signed up for them.`}
        </p>
      </StaffPart>
      <StaffPart title="Prices">
        <RunningOrder className="num">
          {prices.map((price) => (
            <OrderLine key={price.id} figure={formatMoney(price.amount)}>
              {PLAN_PERIOD_LABELS[price.period]}
              {price.retiredAt ? `, until ${formatDay(price.retiredAt)}` : ', for new members'}
              <span className="small block">
                Since {formatDay(price.createdAt)},{' '}
                {price.members === 1 ? '1 member pays it' : `${formatCount(price.members)} members pay it`}
              </span>
            </OrderLine>
          ))}
        </RunningOrder>
        <p className="small mt-3">
          A price never changes for those who have it. Enter another one, and it is for new members.
        </p>
      </StaffPart>
    </>
  );
}
