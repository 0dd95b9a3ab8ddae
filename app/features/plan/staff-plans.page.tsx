// Membership plans for staff, in the order visitors see them.
import { useQuery } from '@tanstack/react-query';
import Plus from 'icon:plus';
import { useState } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { PLAN_STATE_LABELS, type PlanState } from '#shared/features/plan/plan.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { rolesOf } from '#shared/roles.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { SortableList, SortableRow } from '#app/components/staff/sortable-list.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { PlanMenu } from './plan-menu.tsx';
import { listStaffPlansQuery, PLANS_HOME, useReorderPlans, type StaffPlan } from './staff-plan.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Subscription plans',
    description: 'Plans, their prices and benefits.',
    path: PLANS_HOME,
    isHidden: true,
  });
}

export default function StaffPlansPage() {
  const user = useUser();
  const query = useQuery(listStaffPlansQuery());
  return (
    <StaffPage
      title="Subscription plans"
      intro="Visitors see the plans on sale in this order. A new price is for new members only: everyone else keeps the price they signed up for."
      tabs={user && <StaffTabs area="memberships" roles={rolesOf(user)} />}
      actions={
        <ButtonLink
          variant="primary"
          to={`${PLANS_HOME}/new`}
          icon={<Plus className="icon" aria-hidden="true" />}
        >
          Add a plan
        </ButtonLink>
      }
    >
      <QueryView query={query} what="the plans" skeleton={<ListSkeleton label="Loading the plans" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              className="mt-8"
              title="No plans yet"
              action={<ButtonLink to={`${PLANS_HOME}/new`}>Add a plan</ButtonLink>}
            >
              A plan has a price for a month and for a year, and what members get for it.
            </EmptyState>
          ) : (
            <Plans plans={items} />
          )
        }
      </QueryView>
    </StaffPage>
  );
}

function Plans({ plans }: { plans: readonly StaffPlan[] }) {
  const reorder = useReorderPlans();
  const [announcement, setAnnouncement] = useState('');
  const ids = plans.map(({ id }) => id);
  const moveTo = (id: number, at: number) => {
    reorder.mutate(ids.filter((one) => one !== id).toSpliced(at, 0, id));
    setAnnouncement(
      `${plans.find((plan) => plan.id === id)?.name} is now number ${at + 1} of ${ids.length}.`,
    );
  };
  return (
    <>
      <SortableList label="Plans" items={plans} onDrop={(id, over) => moveTo(id, ids.indexOf(over))}>
        {plans.map((plan, at) => (
          <SortableRow key={plan.id} id={plan.id} name={plan.name}>
            <PlanSummary plan={plan} />
            <PlanMenu
              plan={plan}
              onMoveUp={at > 0 ? () => moveTo(plan.id, at - 1) : undefined}
              onMoveDown={at < ids.length - 1 ? () => moveTo(plan.id, at + 1) : undefined}
            />
          </SortableRow>
        ))}
      </SortableList>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

const TONES: Readonly<Record<PlanState, BadgeTone>> = { draft: 'plain', published: 'ok', retired: 'warn' };

function PlanSummary({ plan }: { plan: StaffPlan }) {
  const { id, name, audience, state, monthly, yearly, members } = plan;
  return (
    <div className="grid min-w-0 flex-1 gap-x-6 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5">
          <Link className="font-semibold wrap-anywhere hover:underline" to={`${PLANS_HOME}/${id}`}>
            {name}
          </Link>
          <Badge tone={TONES[state]}>{PLAN_STATE_LABELS[state]}</Badge>
        </p>
        {audience && <p className="small wrap-anywhere">{audience}</p>}
      </div>
      <p className="meta num md:text-right">
        {formatMoney(monthly)} a month, {formatMoney(yearly)} a year
        <span className="small block">
          {members === 0 ? (
            'No members'
          ) : (
            <Link className="link" to={`${PLANS_HOME}/members?group=current&planId=${id}`}>
              {members === 1 ? '1 member' : `${formatCount(members)} members`}
            </Link>
          )}
        </span>
      </p>
    </div>
  );
}
