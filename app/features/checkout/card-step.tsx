// The card for a pending payment: Stripe's own fields with Stripe, otherwise the sandbox's.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { DEFAULT_COUNTRY } from '#shared/features/checkout/address.rules.ts';
import type { Card } from '#shared/features/checkout/checkout.contract.ts';
import type { Order } from '#shared/features/order/order.contract.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { lazyResolver } from '#app/lib/lazy-resolver.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { useBankQuestion } from './bank-confirmation.tsx';
import { orderSearch } from './checkout-items.ts';
import { clearStoredPayment, type StoredPayment } from './stored-payment.ts';
import { CardFields } from './card-fields.tsx';
import { parseExpiry } from './card.rules.ts';
import { confirmCheckout, getCheckoutOptionsQuery, payCheckout, useCancelCheckout } from './checkout.api.ts';
import type { CardForm } from './pay-form.schema.ts';
import { Declined, Stopped, problemOf, problemOfError, type Problem } from './payment-error.tsx';
import { followPayment } from './payment-flow.ts';
import { Steps, TestCards } from './checkout-parts.tsx';
import type { StripeHandle } from './stripe-fields.tsx';
import type { Buyer } from './use-payment.ts';

const StripeFields = lazy(() => import('./stripe-fields.tsx'));
const CARD_RULES = lazyResolver<CardForm>(async () => (await import('./pay-form.schema.ts')).cardForm);
/** Stripe validates its own fields. */
const NO_RULES = (values: CardForm) => ({ values, errors: {} });

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

type Means = { card: Card } | { paymentMethod: string };

/** From the address step. */
function billingOf({ email, name, country, zip, city, region }: Order): Buyer {
  const text = (value: string | null) => value ?? '';
  return {
    email,
    name,
    country: country ?? DEFAULT_COUNTRY,
    zip: text(zip),
    city: text(city),
    region: text(region),
  };
}

type CardStepProps = {
  begun: StoredPayment;
  order: Order;
  onPaid: () => void;
  /** With the server’s message: the order may be over. */
  onRefused: (message: string) => void;
};

export function CardStep({ begun, order, onPaid, onRefused }: CardStepProps) {
  const { data: options } = useQuery(getCheckoutOptionsQuery());
  const isStripe = options?.gateway === 'stripe';
  const { siteName } = useRootData();
  const stripe = useRef<StripeHandle>(null);
  const bank = useBankQuestion(formatMoney(order.total), siteName);
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useForm<CardForm>({
    resolver: isStripe ? NO_RULES : CARD_RULES,
    defaultValues: { number: '', expiry: '', cvc: '' },
  });
  const { errors, isSubmitting } = form.formState;

  /** Null: a field is invalid, and says so itself. */
  const meansOf = async ({ number, expiry, cvc }: CardForm): Promise<Means | null> => {
    if (isStripe) return (await stripe.current?.collect(billingOf(order))) ?? null;
    const end = parseExpiry(expiry);
    return end && { card: { number: number.replaceAll(/\D/g, ''), ...end, cvc: cvc.trim() } };
  };

  const settle = async (values: CardForm): Promise<Problem | null> => {
    const means = await meansOf(values);
    if (!means) return null;
    const { status, clientSecret = begun.clientSecret } = await payCheckout({ orderId: order.id, ...means });
    const outcome = await followPayment(status, {
      confirm: () => confirmCheckout({ orderId: order.id }),
      askBank: () =>
        stripe.current ? stripe.current.handleNextAction(clientSecret) : bank.ask(clientSecret),
      wait,
    });
    if (outcome.kind === 'paid') {
      clearStoredPayment();
      onPaid();
    }
    return problemOf(outcome, { orderId: order.id });
  };

  const fail = (error: unknown): Problem => {
    if (error instanceof ApiError && error.status === 409) onRefused(error.message);
    return problemOfError(error);
  };

  const send = async (values: CardForm) => {
    setProblem(null);
    const next = await settle(values).catch(fail);
    setProblem(next);
    if (next?.kind === 'declined' && !isStripe) form.setFocus('number', { shouldSelect: true });
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <Steps at="Pay" to={() => '/checkout'} />
      <section className="checkout-part">
        <h2 className="t-m checkout-question">How will you pay?</h2>
        {isStripe ? (
          <Suspense fallback={<Skeleton className="h-48" />}>
            <StripeFields
              ref={stripe}
              publishableKey={options.publishableKey ?? ''}
              cents={decimalToCents(order.total)}
            />
            <Declined problem={problem} />
          </Suspense>
        ) : (
          <CardFields
            register={(name) => form.register(name)}
            errors={errors}
            isDeclined={problem?.kind === 'declined'}
          >
            <Declined problem={problem} />
            {options && <TestCards onChoose={(card) => form.reset(card)} />}
          </CardFields>
        )}
      </section>
      <div className="checkout-pay">
        <Stopped problem={problem} />
        <Button variant="primary" size="l" isFull type="submit" isBusy={isSubmitting}>
          Pay {formatMoney(order.total)}
        </Button>
        <CancelOrder orderId={order.id} isDisabled={isSubmitting} />
      </div>
      {bank.dialog}
    </form>
  );
}

function CancelOrder({ orderId, isDisabled }: { orderId: number; isDisabled: boolean }) {
  const navigate = useNavigate();
  const end = useCancelCheckout({ orderId }, async ({ status }) => {
    clearStoredPayment();
    if (status === 'paid' || status === 'refunded') {
      await navigate(`/payment-success?${orderSearch({ orderId })}`, { replace: true });
      return;
    }
    toast({ title: 'Order canceled', description: 'Nothing was charged. Your cart is as it was.' });
    await navigate('/cart', { replace: true });
  });
  return (
    <Button
      variant="quiet"
      isFull
      className="mt-2"
      isBusy={end.isPending || isDisabled}
      onClick={() => end.mutate()}
    >
      Cancel order
    </Button>
  );
}
