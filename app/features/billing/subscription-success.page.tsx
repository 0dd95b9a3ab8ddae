// Right after joining: what is open now, the ways into it, and the receipt.
import { useQuery } from '@tanstack/react-query';
import FileText from 'icon:file-text';
import { Link, type MetaArgs } from 'react-router';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { confirmCheckout } from '#app/features/checkout/checkout.api.ts';
import '#app/features/order/order-success.css';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { orderHref, receiptHref, useOrderAddress } from '#app/lib/order-address.ts';
import { listPlansQuery } from '#app/features/plan/plan.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getSubscriptionQuery } from './billing.api.ts';
import { isLive, nextText } from './membership-text.ts';
import { creditText, libraryText } from './plan-text.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Welcome to the membership',
    description: 'What is open for you now.',
    path: '/subscription/success',
    isHidden: true,
  });
}

const RIBBON = coverUrl('site-empty', 'square', 600);

export default function SubscriptionSuccessPage() {
  const isHydrated = useHydrated();
  const user = useUser();
  const mine = useQuery({ ...getSubscriptionQuery(), enabled: isHydrated && Boolean(user) });
  if (!isHydrated || user === undefined || (user && mine.isPending)) return <Loading />;
  if (user === null) return <SignInFirst />;
  if (mine.error) {
    return (
      <div className="wrap pt-10">
        <ErrorState
          headingLevel={1}
          title="Couldn’t load your membership"
          onRetry={() => void mine.refetch()}
        >
          {failureTextOf(mine.error)} What you paid for is safe.
        </ErrorState>
      </div>
    );
  }
  const membership = mine.data?.subscription ?? null;
  if (membership?.state === 'incomplete') return <Deciding />;
  if (!membership || !isLive(membership)) return <NoMembership />;
  return <Welcome membership={membership} />;
}

function Loading() {
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="sr-only">Your membership</h1>
      <SkeletonGroup label="Loading your membership">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-5 h-5 w-1/2" />
        <Skeleton className="mt-10 h-40" />
      </SkeletonGroup>
    </div>
  );
}

function SignInFirst() {
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="t-l">Sign in to see your membership</h1>
      <p className="lead mt-4 max-w-measure">It belongs to the account you joined with.</p>
      <ButtonLink
        className="mt-7"
        variant="primary"
        to="/auth"
        onClick={() => rememberDestination(window.location.pathname + window.location.search)}
      >
        Sign in
      </ButtonLink>
    </div>
  );
}

function NoMembership() {
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="t-l">You’re not a member yet</h1>
      <p className="lead mt-4 max-w-measure">Nothing was charged. The plans are one click away.</p>
      <ButtonLink className="mt-7" variant="primary" to="/subscription">
        See the plans
      </ButtonLink>
    </div>
  );
}

const ASK_AGAIN_MS = 3000;

/** The bank hasn’t answered yet: asks until it has. */
function Deciding() {
  const address = useOrderAddress();
  const mine = useQuery(getSubscriptionQuery());
  useQuery({
    queryKey: ['confirm-membership', address],
    queryFn: async () => {
      const answer = await confirmCheckout({ orderId: address?.orderId ?? 0 });
      await mine.refetch();
      return answer;
    },
    enabled: address !== null,
    refetchInterval: ASK_AGAIN_MS,
  });
  return (
    <div className="wrap pt-10 md:pt-14" role="status">
      <h1 className="t-l">Your bank is deciding</h1>
      <p className="lead mt-4 max-w-measure">
        This usually takes a minute. Your membership opens here as soon as the payment is confirmed; we’ll
        email you, too, and you won’t be charged twice.
      </p>
    </div>
  );
}

function Welcome({ membership }: { membership: Membership }) {
  const user = useUser();
  const address = useOrderAddress();
  const { data: plans } = useQuery(listPlansQuery());
  const plan = plans?.find(({ id }) => id === membership.planId);
  const isTrial = membership.state === 'trialing';
  return (
    <div className="wrap pt-10 md:pt-14">
      <div className="bought-hello">
        <div className="bought-hello-text">
          <h1 className="t-l">Welcome to {membership.planName}</h1>
          <p className="lead mt-3 max-w-measure">
            {isTrial ? 'Everything is open, and we don’t have a card of yours.' : 'Everything is open.'}{' '}
            {nextText(membership)}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink variant="primary" size="l" to="/curriculum">
              Browse the curriculum
            </ButtonLink>
            <ButtonLink size="l" to="/profile/membership">
              Manage your membership
            </ButtonLink>
          </div>
        </div>
        <img className="bought-hello-art" src={RIBBON} alt="" width={200} height={200} />
      </div>
      {plan && <Unlocked plan={plan} isTrial={isTrial} period={membership.period} />}
      {address && (
        <p className="meta mt-8 flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere">Your receipt is on its way to {user?.email}.</span>
          <a className={buttonClass({ variant: 'quiet' })} href={receiptHref(address)} download>
            <FileText className="icon" aria-hidden="true" />
            <span className="btn-label">Save as PDF</span>
          </a>
          <ButtonLink variant="quiet" to={orderHref(address)}>
            View receipt
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

type UnlockedProps = { plan: Plan; period: PlanPeriod; isTrial: boolean };

function Unlocked({ plan, period, isTrial }: UnlockedProps) {
  const library = libraryText(plan);
  const { resourceDiscount, courseDiscount, bookingDiscount, bookingCredit } = plan;
  const hasCredit = Number(bookingCredit) > 0;
  const opened = [
    resourceDiscount > 0 || library
      ? {
          title: 'In the curriculum store',
          text: [
            library && `${library} in the member library`,
            resourceDiscount > 0 && `${resourceDiscount}% off everything else`,
          ],
          to: '/curriculum',
          label: 'Browse the curriculum',
        }
      : null,
    courseDiscount > 0
      ? {
          title: 'In courses',
          text: [`${courseDiscount}% off courses and certifications`],
          to: '/courses',
          label: 'Browse courses',
        }
      : null,
    bookingDiscount > 0 || hasCredit
      ? {
          title: 'On Connect',
          text: [
            hasCredit && `${creditText(plan, period)}${isTrial ? ', from your first payment on' : ''}`,
            bookingDiscount > 0 && `${bookingDiscount}% off every session`,
          ],
          to: '/connect',
          label: 'Find an instructor',
        }
      : null,
  ].filter((part) => part !== null);
  return (
    <section className="mt-12" aria-labelledby="unlocked">
      <h2 className="t-m border-b border-ink pb-3" id="unlocked">
        What’s open now
      </h2>
      <ul>
        {opened.map(({ title, text, to, label }) => (
          <li
            key={to}
            className="flex flex-wrap items-center justify-between gap-x-gap gap-y-2 border-b border-rule py-4"
          >
            <div>
              <h3 className="t-s">{title}</h3>
              <p className="meta mt-1">{text.filter(Boolean).join(' · ')}</p>
            </div>
            <Link className="link" to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
