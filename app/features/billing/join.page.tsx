// Becoming a member on one page: the plan, an account for those who have none, the card. A trial asks for no card.
import '#app/features/account/auth.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { Link, type MetaArgs, useNavigate, useSearchParams } from 'react-router';
import { friendlyMessage } from '#shared/features/account/account.rules.ts';
import type { RegisterBody } from '#shared/features/account/account.schema.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { parseId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import {
  EMPTY_REGISTRATION,
  NameFields,
  PasswordField,
  REGISTER_FIELDS,
  REGISTER_RULES,
  userInputs,
} from '#app/features/account/register-form.tsx';
import { findPasswordProblem } from '#app/features/account/new-password-field.tsx';
import { useRegister } from '#app/features/account/session.api.ts';
import { CardForm } from '#app/features/checkout/card-form.tsx';
import { Checkout, CheckoutSkeleton } from '#app/features/checkout/checkout-parts.tsx';
import { confirmCheckout, getCheckoutOptionsQuery } from '#app/features/checkout/checkout.api.ts';
import { emptyAddress, isComplete, sentAddress } from '#app/features/checkout/home-country.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { listPlansQuery } from '#app/features/plan/plan.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { invalidate } from '#app/lib/use-contract-mutation.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getSubscription } from '#shared/features/billing/billing.contract.ts';
import { getSubscriptionQuery, previewSubscriptionQuery, startSubscription } from './billing.api.ts';
import { isLive } from './membership-text.ts';
import { PlanSummary } from './plan-summary.tsx';
import { priceOf } from './plan-text.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Join',
    description: 'Become a member.',
    path: '/subscription/join',
    isHidden: true,
  });
}

export default function JoinPage() {
  const isHydrated = useHydrated();
  const [search] = useSearchParams();
  const user = useUser();
  const plans = useQuery({ ...listPlansQuery(), enabled: isHydrated });
  const mine = useQuery({ ...getSubscriptionQuery(), enabled: Boolean(user) });
  // Registering here signs the buyer in halfway through: the form stays as it is.
  const [isStarted, setStarted] = useState(false);
  const plan = plans.data?.find(({ id }) => id === parseId(search.get('plan')));
  const period = search.get('period') === 'month' ? 'month' : 'year';
  const failed = plans.error ?? (isStarted ? null : mine.error);
  if (failed) {
    return (
      <div className="wrap pt-10">
        <ErrorState
          headingLevel={1}
          title="Couldn’t load this page"
          onRetry={() => void Promise.all([plans.refetch(), ...(user ? [mine.refetch()] : [])])}
        >
          {failureTextOf(failed)} Nothing was charged.
        </ErrorState>
      </div>
    );
  }
  const isLoading = !plans.data || user === undefined || (user !== null && !mine.data);
  if (!isHydrated || (isLoading && !isStarted)) return <CheckoutSkeleton title="Join" />;
  if (!plan) return <NotOnSale />;
  const latest = mine.data?.subscription;
  if (!isStarted && user && latest && isLive(latest)) return <MemberAlready planName={latest.planName} />;
  const isTrial =
    search.get('trial') === '1' && plan.trialDays > 0 && (isStarted || !user || mine.data?.canTry !== false);
  return <Join plan={plan} period={period} isTrial={isTrial} onStart={() => setStarted(true)} />;
}

function NotOnSale() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Join</h1>
      <EmptyState
        className="mt-8"
        title="This plan isn’t on sale any more"
        action={
          <ButtonLink variant="primary" to="/subscription">
            See the plans
          </ButtonLink>
        }
      >
        Choose one of those we have now.
      </EmptyState>
    </div>
  );
}

function MemberAlready({ planName }: { planName: string }) {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">You’re a member already</h1>
      <p className="lead mt-4 max-w-measure">
        Your plan is {planName}. You can change it any time; nothing was charged.
      </p>
      <ButtonLink className="mt-7" variant="primary" to="/profile/membership">
        Manage your membership
      </ButtonLink>
    </div>
  );
}

type JoinProps = { plan: Plan; period: PlanPeriod; isTrial: boolean; onStart: () => void };

function Join({ plan, period, isTrial, onStart }: JoinProps) {
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [address, setAddress] = useState(emptyAddress);
  const account = useAccount();
  const bill = useBill({ plan, period, address });
  const done = (orderId: number | null) => {
    void invalidate(client, [getSubscription]);
    void navigate(`/subscription/success${orderId === null ? '' : `?order=${orderId}`}`, { replace: true });
  };
  const known = { planId: plan.id, period };
  const summary = <PlanSummary plan={plan} period={period} isTrial={isTrial} bill={bill} />;
  const accountPart = !user && <AccountPart form={account.form} problem={account.problem} />;
  const title = isTrial ? `Try ${plan.name}` : `Join ${plan.name}`;
  if (isTrial) {
    return (
      <Checkout title={title} summary={summary}>
        <TrialForm
          plan={plan}
          accountPart={accountPart}
          isReady={async () => Boolean(user) || (await account.check())}
          start={async () => {
            onStart();
            if (!user && !(await account.create())) return null;
            return startSubscription({ ...known, isTrial: true });
          }}
          onDone={() => done(null)}
        />
      </Checkout>
    );
  }
  return (
    <Checkout title={title} summary={summary}>
      <CardForm
        amount={bill.total}
        isWaiting={!bill.isFinal}
        hasAddress
        onAddress={setAddress}
        content={known}
        isReady={async () => Boolean(user) || (await account.check())}
        billing={() => {
          const { email, firstName, lastName } = user ?? account.form.getValues();
          return { email, name: fullNameOf({ firstName, lastName }) };
        }}
        send={async (card, where) => {
          onStart();
          if (!user && !(await account.create())) return null;
          return startSubscription({ ...known, ...where, ...card, expectedTotal: bill.total });
        }}
        confirm={({ orderId }) => confirmCheckout({ orderId: orderId ?? 0 })}
        onDone={({ orderId }) => done(orderId)}
        submitLabel={`Pay ${formatMoney(bill.total)} and join`}
        note={<PayNote period={period} bill={bill} />}
      >
        {accountPart || <SignedInPart />}
      </CardForm>
    </Checkout>
  );
}

type Bill = { tax: string | null; total: string; isFinal: boolean };

/** Without tax the price is the total; with tax we have to know where the buyer is. */
function useBill({
  plan,
  period,
  address,
}: Pick<JoinProps, 'plan' | 'period'> & { address: ReturnType<typeof emptyAddress> }): Bill {
  const { data: options } = useQuery(getCheckoutOptionsQuery());
  const isTaxed = options !== undefined && options.tax !== 'none';
  const price = priceOf(plan, period);
  const body = { planId: plan.id, period, ...sentAddress(address) };
  const { data } = useQuery({
    ...previewSubscriptionQuery(body),
    enabled: isTaxed && isComplete(address),
    staleTime: 60_000,
  });
  const isKnown = !isTaxed || data !== undefined;
  return {
    tax: isTaxed && data ? data.tax : null,
    total: (isTaxed && data?.total) || price,
    isFinal: options !== undefined && isKnown,
  };
}

function PayNote({ period, bill }: { period: PlanPeriod; bill: Bill }) {
  return (
    <p className="meta mb-4">
      {!bill.isFinal && 'Tax is added once we know your postcode. '}
      Renews every {period} until you cancel in your profile, which you can do any time.
    </p>
  );
}

function SignedInPart() {
  const user = useUser();
  return (
    user && (
      <p className="meta pb-5">
        Your membership will belong to <strong className="text-ink">{user.username}</strong>; the receipt goes
        to <span className="wrap-anywhere">{user.email}</span>.
      </p>
    )
  );
}

/** The account of someone who has none yet: checked with the rest of the page, created right before the payment. */
function useAccount() {
  const registration = useRegister();
  const form = useForm<RegisterBody>({ resolver: REGISTER_RULES, defaultValues: EMPTY_REGISTRATION });
  const check = async () => {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return false;
    const body = form.getValues();
    const problem = await findPasswordProblem(body.password, userInputs(body));
    if (problem) form.setError('password', { message: problem }, { shouldFocus: true });
    return problem === null;
  };
  const create = async () => {
    try {
      await registration.mutateAsync(form.getValues());
      return true;
    } catch (error) {
      showServerErrors(error, form, REGISTER_FIELDS, friendlyMessage);
      return false;
    }
  };
  return { form, check, create, problem: form.formState.errors.root?.message };
}

type AccountPartProps = { form: UseFormReturn<RegisterBody>; problem: string | undefined };

function AccountPart({ form, problem }: AccountPartProps) {
  return (
    <section className="checkout-part">
      <div className="checkout-question">
        <h2 className="t-m">Who are you?</h2>
        <Link
          className="link meta"
          to="/auth"
          onClick={() => rememberDestination(window.location.pathname + window.location.search)}
        >
          Sign in instead
        </Link>
      </div>
      <div className="checkout-fields">
        {problem && (
          <Notice tone="bad" isAlert>
            {problem}
          </Notice>
        )}
        <NameFields form={form} />
        <PasswordField form={form} />
      </div>
    </section>
  );
}

type TrialFormProps = {
  plan: Plan;
  accountPart: React.ReactNode;
  isReady: () => Promise<boolean>;
  start: () => Promise<unknown>;
  onDone: () => void;
};

function TrialForm({ plan, accountPart, isReady, start, onDone }: TrialFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      if ((await isReady()) && (await start())) onDone();
    } catch (error) {
      setProblem(failureTextOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {accountPart || <SignedInPart />}
      <div className="checkout-pay">
        {problem && (
          <Notice tone="bad" isAlert className="mb-4">
            {problem}
          </Notice>
        )}
        <p className="meta mb-4">
          We don’t ask for a card. After {plan.trialDays} days the trial simply ends, unless you add one.
        </p>
        <Button variant="primary" size="l" isFull type="submit" isBusy={isBusy}>
          Start {plan.trialDays} free days
        </Button>
      </div>
    </form>
  );
}
