// Membership: the plans side by side, what they include, and how leaving works. The HTML is the same for everyone; who
// is a member already sees it once the browser has asked.
import './plans.css';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link, type MetaArgs, useSearchParams } from 'react-router';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import { LIVE_MEMBERSHIP_STATES } from '#shared/features/membership/membership.states.ts';
import { CART_LINES_AT_MOST } from '#shared/features/cart/cart.rules.ts';
import { parseStoredCart } from '#shared/features/cart/stored-cart.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { followGuestCart, guestCartText, toRequestedItems } from '#app/features/cart/guest-cart.ts';
import { listPlansQuery } from '#app/features/plan/plan.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getSavingsQuery, getSubscriptionQuery } from './billing.api.ts';
import { listMembershipSeatsQuery } from '#app/components/membership/membership-seats.api.ts';
import { PlanBar, PlanCards, type PlanAction } from './plan-cards.tsx';
import { PlanSavings } from './plan-savings.tsx';
import { freeMonths } from './plan-text.ts';
import { commonTrialDays, Leaving, LineByLine, Questions, TrialDays } from './plans-more.tsx';

const queries = () => [listPlansQuery()];
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  const { publicUrl } = rootDataOf(matches);
  const plans = prefetchedData(listPlansQuery(), loaderData) ?? [];
  return pageMeta(matches, {
    title: 'Membership',
    description: 'The member library, and lower prices for everything else. Leave whenever you like, online.',
    path: '/subscription',
    ...(plans.length > 0 && {
      jsonLd: {
        '@type': 'ItemList',
        itemListElement: plans.map(({ name, audience, monthly }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          item: {
            '@type': 'Product',
            name: `${name} membership`,
            description: audience,
            offers: {
              '@type': 'Offer',
              price: monthly,
              priceCurrency: 'USD',
              url: `${publicUrl}/subscription`,
            },
          },
        })),
      },
    }),
  });
}

export default function PlansPage() {
  const plans = useQuery(listPlansQuery());
  const [search] = useSearchParams();
  const period = search.get('period') === 'month' ? 'month' : 'year';
  return (
    <>
      <div className="wrap">
        <div className="plans-top">
          <div>
            <h1 className="t-l">The whole studio bag</h1>
            <p className="lead">The member library, and less to pay for the rest.</p>
          </div>
          {plans.data && plans.data.length > 0 && (
            <TabLinks
              isPill
              label="Pay"
              tabs={[
                { to: '/subscription?period=month', label: 'Monthly', isCurrent: period === 'month' },
                { to: '/subscription', label: yearlyLabel(plans.data), isCurrent: period === 'year' },
              ]}
            />
          )}
        </div>
      </div>
      {plans.data ? (
        <Plans plans={plans.data} period={period} />
      ) : (
        <div className="wrap">
          {plans.error ? (
            <ErrorState
              title="Couldn’t load the plans"
              onRetry={() => void plans.refetch()}
              isRetrying={plans.isFetching}
            >
              {failureTextOf(plans.error)}
            </ErrorState>
          ) : (
            <PlansSkeleton />
          )}
        </div>
      )}
    </>
  );
}

function yearlyLabel(plans: readonly Plan[]): string {
  const months = freeMonths(plans);
  if (months === 0) return 'Yearly';
  return `Yearly, ${months} ${months === 1 ? 'month' : 'months'} free`;
}

/** Null: none, over, or not known yet. */
function useLiveMembership(): { membership: Membership | null; canTry: boolean } {
  const user = useUser();
  const { data } = useQuery({ ...getSubscriptionQuery(), enabled: Boolean(user) });
  const latest = (user && data?.subscription) || null;
  const isLive = latest !== null && LIVE_MEMBERSHIP_STATES.some((state) => state === latest.state);
  return {
    membership: isLive && latest.state !== 'incomplete' ? latest : null,
    canTry: !user || !data || data.canTry,
  };
}

function Plans({ plans, period }: { plans: readonly Plan[]; period: PlanPeriod }) {
  const { membership, canTry } = useLiveMembership();
  const [chosenId, setChosenId] = useState(plans[0]?.id ?? 0);
  const chosen = plans.find(({ id }) => id === chosenId) ?? plans[0];
  if (!chosen) {
    return (
      <div className="wrap">
        <EmptyState
          title="No plans on sale right now"
          action={<ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>}
        >
          Memberships you already have go on as before.
        </EmptyState>
      </div>
    );
  }
  const actionOf = (plan: Plan) => planAction(plan, period, { membership, canTry });
  const trialDays = commonTrialDays(plans);
  return (
    <>
      <div className="wrap">
        {membership ? <MemberNotice membership={membership} /> : <SeatNotice />}
        <PlanCards
          plans={plans}
          period={period}
          actionOf={actionOf}
          chosenId={chosen.id}
          onChoose={setChosenId}
        />
        <p className="meta mt-6">
          {trialDays !== null && canTry && `No card for the first ${trialDays} days. `}Prices before tax.
          Cancel any time in your profile.{' '}
          <Link className="link" to="/subscription/redeem">
            Redeem a gift code
          </Link>{' '}
          or{' '}
          <Link className="link" to="/subscription/gift">
            give someone a year
          </Link>
          .
        </p>
        {!membership && <Savings plans={plans} />}
      </div>
      {trialDays === null ? <div className="section pb-0!" /> : <TrialDays days={trialDays} />}
      <LineByLine plans={plans} />
      <Leaving plans={plans} />
      <Questions plans={plans} />
      <PlanBar plan={chosen} period={period} action={actionOf(chosen)} />
    </>
  );
}

/** Of the viewer's own orders and cart; a guest's cart is in the browser. */
function Savings({ plans }: { plans: readonly Plan[] }) {
  const user = useUser();
  const stored = useSyncExternalStore(followGuestCart, guestCartText, () => '');
  const items = user
    ? []
    : toRequestedItems(parseStoredCart(stored))
        .slice(0, CART_LINES_AT_MOST)
        .map(({ itemType, itemId, quantity }) => ({ itemType, itemId, quantity }));
  const { data } = useQuery({
    ...getSavingsQuery({ items }),
    enabled: user === null ? items.length > 0 : user !== undefined,
  });
  return data ? <PlanSavings plans={plans} savings={data} /> : null;
}

/** Someone with a seat pays for nothing, and may not know that joining is not what they need. */
function SeatNotice() {
  const user = useUser();
  const { data } = useQuery({ ...listMembershipSeatsQuery(), enabled: Boolean(user) });
  const seat = user && data?.held[0];
  if (!seat) return null;
  return (
    <Notice tone="ok" className="mb-8">
      You have a seat of {seat.from}’s {seat.planName} membership.{' '}
      <Link className="link" to="/profile/membership">
        View your seat
      </Link>
    </Notice>
  );
}

function MemberNotice({ membership: { planName } }: { membership: Membership }) {
  return (
    <Notice tone="ok" className="mb-8">
      You’re a {planName} member.{' '}
      <Link className="link" to="/profile/membership">
        Manage your membership
      </Link>
    </Notice>
  );
}

type Viewer = { membership: Membership | null; canTry: boolean };

function planAction(plan: Plan, period: PlanPeriod, { membership, canTry }: Viewer): PlanAction {
  if (membership?.planId === plan.id && membership.period === period) {
    return { label: 'Your plan', to: '/profile/membership' };
  }
  if (membership) {
    const label =
      membership.planId === plan.id ? `Pay for ${plan.name} by the ${period}` : `Change to ${plan.name}`;
    return { label, to: `/profile/membership?plan=${plan.id}&period=${period}#change` };
  }
  const to = `/subscription/join?plan=${plan.id}&period=${period}`;
  return plan.trialDays > 0 && canTry
    ? {
        label: `Try ${plan.name} free for ${plan.trialDays} days`,
        shortLabel: `Try it free for ${plan.trialDays} days`,
        to: `${to}&trial=1`,
      }
    : { label: `Join ${plan.name}`, to };
}

function PlansSkeleton() {
  return (
    <SkeletonGroup label="Loading the plans" className="grid gap-gap md:grid-cols-3">
      {['a', 'b', 'c'].map((place) => (
        <div key={place} className="border-t border-ink pt-6">
          <Skeleton className="h-8 w-32" />
          <Skeleton className="mt-4 h-12 w-40" />
          <Skeleton className="mt-6 h-40" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
