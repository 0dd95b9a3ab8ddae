// Giving someone a year of a plan: for whom, when the email goes out, and the card that pays for it.
import '#app/features/account/auth.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { type MetaArgs, useNavigate, useSearchParams } from 'react-router';
import {
  GIFT_MESSAGE_MAX,
  giftFields,
  type Gift,
  type GiftFields,
} from '#shared/features/billing/gift.schema.ts';
import { listOwnGifts } from '#shared/features/billing/gift.contract.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import { formatCalendarDay } from '#shared/dates.ts';
import { parseId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { CardForm } from '#app/features/checkout/card-form.tsx';
import { Checkout, CheckoutSkeleton } from '#app/features/checkout/checkout-parts.tsx';
import { confirmCheckout, getCheckoutOptionsQuery } from '#app/features/checkout/checkout.api.ts';
import { emptyAddress, isComplete, sentAddress } from '#app/features/checkout/home-country.ts';
import { listPlansQuery } from '#app/features/plan/plan.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { invalidate } from '#app/lib/use-contract-mutation.ts';
import { useUser } from '#app/lib/user.api.ts';
import { buyGift, listOwnGiftsQuery, quoteGiftQuery } from './gift.api.ts';
import { Feature } from './plan-cards.tsx';
import { planFeatures } from './plan-text.ts';
import './plans.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Give a year',
    description: 'A year of membership as a gift.',
    path: '/subscription/gift',
    isHidden: true,
  });
}

export default function GiftPage() {
  const isHydrated = useHydrated();
  const [search] = useSearchParams();
  const user = useUser();
  const plans = useQuery({ ...listPlansQuery(), enabled: isHydrated });
  const navigate = useNavigate();
  if (plans.error) {
    return (
      <div className="wrap pt-10">
        <ErrorState headingLevel={1} title="Couldn’t load this page" onRetry={() => void plans.refetch()}>
          {failureTextOf(plans.error)} Nothing was charged.
        </ErrorState>
      </div>
    );
  }
  if (!isHydrated || !plans.data || user === undefined) return <CheckoutSkeleton title="Give a year" />;
  if (user === null) return <SignInFirst />;
  if (search.get('done') === '1') return <Bought />;
  const first = plans.data.find(({ id }) => id === parseId(search.get('plan'))) ?? plans.data[0];
  if (!first) return <NothingOnSale />;
  return (
    <Give
      plans={plans.data}
      first={first}
      onDone={() => void navigate('/subscription/gift?done=1', { replace: true })}
    />
  );
}

function SignInFirst() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Give a year</h1>
      <p className="lead mt-4 max-w-measure">
        A year of membership, by email, on the day you choose. Sign in first: the receipt and the code are
        kept in your account.
      </p>
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

function NothingOnSale() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Give a year</h1>
      <EmptyState className="mt-8" title="No plans on sale right now">
        Gifts that were bought before still work.
      </EmptyState>
    </div>
  );
}

type Form = UseFormReturn<GiftFields>;

const today = () => new Date().toISOString().slice(0, 10);

function Give({ plans, first, onDone }: { plans: readonly Plan[]; first: Plan; onDone: () => void }) {
  const user = useUser();
  const client = useQueryClient();
  const form = useForm<GiftFields>({
    resolver: formRules(giftFields),
    defaultValues: {
      planId: first.id,
      fromName: fullNameOf(user),
      recipientName: '',
      recipientEmail: '',
      message: '',
      sendOn: today(),
    },
  });
  const planId = useWatch({ control: form.control, name: 'planId' });
  const plan = plans.find(({ id }) => id === planId) ?? first;
  const [address, setAddress] = useState(emptyAddress);
  const { data: options } = useQuery(getCheckoutOptionsQuery());
  const isTaxed = options !== undefined && options.tax !== 'none';
  const { data: quote } = useQuery({
    ...quoteGiftQuery({ planId: plan.id, ...sentAddress(address) }),
    enabled: isTaxed && isComplete(address),
  });
  const total = (isTaxed && quote?.total) || plan.yearly;
  return (
    <Checkout
      title="Give a year"
      summary={<Summary plan={plan} tax={isTaxed ? quote?.tax : undefined} total={total} />}
    >
      <CardForm
        amount={total}
        isSaved={false}
        isWaiting={options === undefined || (isTaxed && !quote)}
        hasAddress
        onAddress={setAddress}
        content={{ gift: plan.id }}
        isReady={() => form.trigger(undefined, { shouldFocus: true })}
        billing={() => ({
          email: user?.email ?? '',
          name: fullNameOf(user),
        })}
        send={async (card, where) => {
          const fields = { ...form.getValues(), planId: plan.id };
          const { status, ...answer } = await buyGift({ ...fields, ...where, ...card, expectedTotal: total });
          return { ...answer, status: status === 'paid' ? ('done' as const) : status };
        }}
        confirm={({ orderId }) => confirmCheckout({ orderId })}
        onDone={() => {
          void invalidate(client, [listOwnGifts]);
          onDone();
        }}
        submitLabel={`Pay ${formatMoney(total)}`}
        note={
          <p className="meta mb-4">
            Charged once. The year begins when they redeem it, and ends by itself.{' '}
            {isTaxed && !quote && 'Tax is added once we know your postcode.'}
          </p>
        }
      >
        <Fields form={form} plans={plans} />
      </CardForm>
    </Checkout>
  );
}

function Fields({ form, plans }: { form: Form; plans: readonly Plan[] }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <section className="checkout-part">
      <div className="checkout-question">
        <h2 className="t-m">Who is it for?</h2>
      </div>
      <div className="checkout-fields">
        <FormField label="Plan" error={errors.planId?.message}>
          <Select
            options={plans.map(({ id, name, yearly }) => ({
              value: String(id),
              label: `${name}, ${formatMoney(yearly)}`,
            }))}
            {...register('planId', { valueAsNumber: true })}
          />
        </FormField>
        <FormField label="Their name" error={errors.recipientName?.message} isRequired>
          <Input autoComplete="off" {...register('recipientName')} />
        </FormField>
        <FormField label="Their email" error={errors.recipientEmail?.message} isRequired>
          <Input type="email" autoComplete="off" {...register('recipientEmail')} />
        </FormField>
        <FormField
          label="Send it on"
          help="The email goes out in the early hours of that day; today: right away."
          error={errors.sendOn?.message}
          isRequired
        >
          <Input type="date" min={today()} {...register('sendOn')} />
        </FormField>
        <FormField label="Your name" help="As they know you." error={errors.fromName?.message} isRequired>
          <Input autoComplete="name" {...register('fromName')} />
        </FormField>
        <FormField label="Message" error={errors.message?.message} isOptional>
          <Textarea rows={3} maxLength={GIFT_MESSAGE_MAX} {...register('message')} />
        </FormField>
      </div>
    </section>
  );
}

function Summary({ plan, tax, total }: { plan: Plan; tax: string | undefined; total: string }) {
  return (
    <section className="summary" aria-labelledby="gift-plan">
      <h2 className="t-s" id="gift-plan">
        A year of {plan.name}
      </h2>
      <ul className="plan-gets mb-0!" aria-label={`What ${plan.name} includes`}>
        {planFeatures(plan, 'year').map((feature) => (
          <Feature key={feature}>{feature}</Feature>
        ))}
      </ul>
      <RunningOrder className="summary-sums">
        {tax !== undefined && <OrderLine figure={formatMoney(plan.yearly)}>Price</OrderLine>}
        {tax !== undefined && <OrderLine figure={formatMoney(tax)}>Tax</OrderLine>}
        <OrderLine isTotal figure={formatMoney(total)}>
          Today
        </OrderLine>
      </RunningOrder>
    </section>
  );
}

/** The latest; all of them are on the page of their membership. */
function Bought() {
  const gifts = useQuery(listOwnGiftsQuery());
  const latest = gifts.data?.[0];
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Your gift is ready</h1>
      {latest && <GiftReady gift={latest} />}
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/profile/membership">
          View your gifts
        </ButtonLink>
      </div>
    </div>
  );
}

function GiftReady({ gift: { recipientName, recipientEmail, sendOn, code, planName } }: { gift: Gift }) {
  return (
    <>
      <p className="lead mt-4 max-w-measure wrap-anywhere">
        {recipientName} gets a year of {planName}. The email to {recipientEmail} goes out on{' '}
        {formatCalendarDay(sendOn)}.
      </p>
      <p className="mt-6">To hand it over yourself, use this code:</p>
      <p className="t-m num mt-1 wrap-anywhere">{code}</p>
      <p className="meta mt-1">It works once, at {window.location.host}/subscription/redeem.</p>
    </>
  );
}
