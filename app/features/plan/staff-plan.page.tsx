// Creates or edits a membership plan: prices and benefits.
import { useQuery } from '@tanstack/react-query';
import { useParams, type MetaArgs } from 'react-router';
import { PLAN_STATE_LABELS } from '#shared/features/plan/plan.rules.ts';
import { parseId } from '#shared/ids.ts';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { PlanForm } from './plan-form.tsx';
import { PlanMenu } from './plan-menu.tsx';
import { PlanSide } from './plan-side.tsx';
import { getStaffPlanQuery, PLANS_HOME, type StaffPlan } from './staff-plan.api.ts';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Link } from 'react-router';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Plan',
    description: 'Prices and benefits of a plan.',
    path: location.pathname,
    isHidden: true,
  });
}

const BACK = { to: PLANS_HOME, label: 'All plans' };

export default function StaffPlanPage() {
  const { id: given = '' } = useParams();
  const id = parseId(given);
  const query = useQuery({ ...getStaffPlanQuery(id ?? 0), enabled: id !== null });
  if (given === 'new') return <NewPlan />;
  return (
    <DetailPage query={query} noun="plan" back={BACK}>
      {(plan) => <PlanSheet plan={plan} />}
    </DetailPage>
  );
}

function NewPlan() {
  return (
    <StaffPage
      title="New plan"
      intro="It starts as a draft that only staff see."
      tabs={
        <Link className="link meta" to={BACK.to}>
          {BACK.label}
        </Link>
      }
    >
      <div className="mt-8 max-w-measure">
        <PlanForm key="new" plan={null} />
      </div>
    </StaffPage>
  );
}

function PlanSheet({ plan }: { plan: StaffPlan }) {
  const { id, name, state, updatedAt } = plan;
  return (
    <DetailSheet
      title={name}
      state={
        <>
          <Badge tone={state === 'published' ? 'ok' : 'plain'}>{PLAN_STATE_LABELS[state]}</Badge>
          <span>
            Changed <When iso={updatedAt} />
          </span>
        </>
      }
      actions={<PlanMenu plan={plan} />}
      aside={<PlanSide plan={plan} />}
    >
      <PlanForm key={id} plan={plan} />
    </DetailSheet>
  );
}
