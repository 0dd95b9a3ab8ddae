// The viewer's own membership: state, next payment, plan, card, pause, end, invoices.
import '#app/features/checkout/checkout.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type MetaArgs } from 'react-router';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { useBankQuestion } from '#app/features/checkout/bank-confirmation.tsx';
import { CardForm } from '#app/features/checkout/card-form.tsx';
import { confirmCheckout } from '#app/features/checkout/checkout.api.ts';
import { problemOf } from '#app/features/checkout/payment-error.tsx';
import { followPayment } from '#app/features/checkout/payment-flow.ts';
import { ProfileTabs } from '#app/features/profile/profile-tabs.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { listPlansQuery } from '#app/features/plan/plan.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { invalidate } from '#app/lib/use-contract-mutation.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getSubscriptionQuery, MEMBERSHIP_VIEWS, useUpdateSubscription } from './billing.api.ts';
import { BookingCredit } from './booking-credit.tsx';
import { ChangePlan } from './change-plan.tsx';
import { Invoices } from './invoices.tsx';
import { listMembershipSeatsQuery } from '#app/components/membership/membership-seats.api.ts';
import { HeldSeats, OwnSeats } from './membership-seats.tsx';
import { OwnGifts } from './own-gifts.tsx';
import { LeaveMembership } from './leave-membership.tsx';
import { MembershipHead } from './membership-state.tsx';
import { cardText, isLive } from './membership-text.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Membership',
    description: 'Your plan, payments and invoices.',
    path: '/profile/membership',
    isHidden: true,
  });
}

export default function MembershipPage() {
  const mine = useQuery(getSubscriptionQuery());
  const plans = useQuery(listPlansQuery());
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Your membership</h1>
      <div className="mt-6 mb-10">
        <ProfileTabs />
      </div>
      <QueryView query={mine} what="your membership" skeleton={<MembershipSkeleton />}>
        {({ subscription }) =>
          subscription && isLive(subscription) ? (
            <Manage membership={subscription} plans={plans.data ?? []} />
          ) : (
            <NotAMember last={subscription?.state === 'cancelled' ? subscription : null} />
          )
        }
      </QueryView>
    </div>
  );
}

function NotAMember({ last }: { last: Membership | null }) {
  const seats = useQuery(listMembershipSeatsQuery());
  if (seats.data && seats.data.held.length > 0) {
    return (
      <>
        <HeldSeats />
        <BookingCredit />
        <OwnGifts />
        <p className="meta max-w-measure border-t border-ink pt-5">
          A membership of your own goes on without anyone else.{' '}
          <Link className="link" to="/subscription">
            See the plans
          </Link>
        </p>
        {last && (
          <div className="mt-12">
            <Invoices />
          </div>
        )}
      </>
    );
  }
  return (
    <>
      <EmptyState
        title={last ? `Your ${last.planName} membership has ended` : 'You’re not a member yet'}
        action={
          <ButtonLink variant="primary" to="/subscription">
            See the plans
          </ButtonLink>
        }
      >
        {last
          ? 'Your purchases, progress and certificates are still yours. You’re welcome back any time.'
          : 'The member library, and lower prices for everything else.'}
      </EmptyState>
      <div className="mt-12">
        <OwnGifts />
        {last && <Invoices />}
      </div>
    </>
  );
}

function Manage({ membership, plans }: { membership: Membership; plans: readonly Plan[] }) {
  const { change, dialog } = useChangePlan();
  const canRenew = membership.price !== null;
  return (
    <>
      <MembershipHead membership={membership} />
      <BookingCredit />
      <OwnSeats />
      {canRenew && plans.length > 0 && !membership.isCanceling && (
        <ChangePlan key={membership.planId} membership={membership} plans={plans} onChange={change} />
      )}
      {canRenew && <CardPart membership={membership} />}
      {canRenew && <LeaveMembership membership={membership} />}
      <HeldSeats />
      <OwnGifts />
      <Invoices />
      {dialog}
    </>
  );
}

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** With the saved card; the bank may want its owner to confirm. */
function useChangePlan() {
  const update = useUpdateSubscription();
  const client = useQueryClient();
  const { siteName } = useRootData();
  const [amount, setAmount] = useState('0.00');
  const bank = useBankQuestion(formatMoney(amount), siteName);
  const change: React.ComponentProps<typeof ChangePlan>['onChange'] = async (choice, preview) => {
    setAmount(preview.total);
    try {
      const answer = await update.mutateAsync({ action: 'change', ...choice, expectedTotal: preview.total });
      const { status, clientSecret = '', publishableKey, orderId } = answer;
      const outcome = await followPayment(
        status === 'done' ? 'paid' : status === 'processing' ? 'processing' : 'requires_action',
        {
          confirm: () => confirmCheckout({ orderId: orderId ?? 0 }),
          askBank: async () =>
            publishableKey === undefined
              ? bank.ask(clientSecret)
              : (await import('#app/features/checkout/stripe-action.ts')).handleNextAction(
                  publishableKey,
                  clientSecret,
                ),
          wait,
        },
      );
      // The bank's answer came after the change was sent: now it has happened, or not.
      await invalidate(client, MEMBERSHIP_VIEWS);
      if (outcome.kind === 'paid') {
        toast({ title: preview.isNow ? 'Plan changed' : 'Change planned' });
        return null;
      }
      const problem = problemOf(outcome, { orderId: 0 });
      return problem?.kind === 'declined'
        ? `${problem.reason} Nothing was charged and nothing has changed.`
        : (problem?.title ?? null);
    } catch (error) {
      return failureTextOf(error);
    }
  };
  return { change, dialog: bank.dialog };
}

function CardPart({ membership }: { membership: Membership }) {
  const user = useUser();
  const update = useUpdateSubscription();
  const mine = useQuery(getSubscriptionQuery());
  const { card, state, hasAddress, nextPayment } = membership;
  const isDue = state === 'past_due';
  const [isOpen, setOpen] = useState(isDue);
  const done = () => {
    setOpen(false);
    void mine.refetch();
    toast({ title: isDue ? 'Paid' : card ? 'Card changed' : 'Card added' });
  };
  return (
    <SettingsPart
      id="card"
      title="Card"
      intro={isDue ? 'The open payment is charged right away.' : 'For the payments to come.'}
    >
      {card ? (
        <p className="num">
          {cardText(card)}, expires {String(card.expMonth).padStart(2, '0')}/{card.expYear}
        </p>
      ) : (
        <p>We don’t have a card of yours.</p>
      )}
      {isOpen ? (
        <CardForm
          amount={isDue ? (nextPayment?.amount ?? '0.00') : '0.00'}
          hasAddress={!hasAddress}
          content={{ membership: membership.id, state }}
          billing={() => ({ email: user?.email ?? '', name: fullNameOf(user) })}
          send={(given, address) =>
            update.mutateAsync({ action: 'update_card', ...given, ...(address && { address }) })
          }
          confirm={({ orderId }) => confirmCheckout({ orderId: orderId ?? 0 })}
          onDone={done}
          submitLabel={isDue ? 'Pay with this card' : card ? 'Change card' : 'Add card'}
        />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{card ? 'Change card…' : 'Add a card…'}</Button>
        </div>
      )}
    </SettingsPart>
  );
}

function MembershipSkeleton() {
  return (
    <SkeletonGroup label="Loading your membership">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="mt-4 h-5 w-80 max-w-full" />
      <Skeleton className="mt-10 h-32 max-w-136" />
    </SkeletonGroup>
  );
}
