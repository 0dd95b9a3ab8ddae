// The one-page checkout form: buyer, card, and one button with the total.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { givesCourse, guestEmailHelp } from '#shared/features/order/start-link.rules.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { lazyResolver } from '#app/lib/lazy-resolver.ts';
import { useRootData } from '#app/lib/root-data.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { AddressFields } from './address-fields.tsx';
import { addressPart, emptyAddress, sentAddress } from './home-country.ts';
import { useBankQuestion } from './bank-confirmation.tsx';
import { openQuestions, type Line } from './checkout-items.ts';
import { CourseNote } from './course-note.tsx';
import { focusOnQuestion } from './order-summary.tsx';
import { CardFields } from './card-fields.tsx';
import { parseExpiry } from './card.rules.ts';
import { getCheckoutOptionsQuery } from './checkout.api.ts';
import { Declined, Stopped } from './payment-error.tsx';
import type { Address, PayForm as Values } from './pay-form.schema.ts';
import type { StripeHandle } from './stripe-fields.tsx';
import { TestCards } from './checkout-parts.tsx';
import type { CheckoutSummary } from './checkout-summary.api.ts';
import { usePay, type PaymentMethodChoice } from './use-payment.ts';

/** Loads Stripe's script, only if Stripe takes the payment. */
const StripeFields = lazy(() => import('./stripe-fields.tsx'));

const rules = async () => import('./pay-form.schema.ts');
const SANDBOX_RULES = lazyResolver<Values>(async () => (await rules()).payForm);
const WITHOUT_CARD = lazyResolver<Values>(async () => (await rules()).stripePayForm);

type PayFormProps = {
  lines: readonly Line[];
  /** Items to send with the order; absent: the viewer's cart. */
  items?: readonly RequestedItem[] | undefined;
  isGuest: boolean;
  known: { email: string; name: string };
  /** Next to the first heading: “Sign in instead”. */
  aside?: ReactNode;
  bill: CheckoutSummary;
  /** What has been typed so far: the tax depends on it. */
  onAddress: (address: Address) => void;
  onPaid: (order: PaidOrder) => void;
  onStale: () => void;
  onCouponRefused: (message: string) => void;
};

export function PayForm(props: PayFormProps) {
  const { lines, items, isGuest, known, aside, bill, onAddress, onPaid, onStale, onCouponRefused } = props;
  const { data: options } = useQuery(getCheckoutOptionsQuery());
  const isStripe = options?.gateway === 'stripe';
  const { siteName } = useRootData();
  const { total, couponCode, credit } = bill;
  // A coupon or booking credit may cover everything; then no card is needed.
  const isFree = decimalToCents(total) === 0 && bill.isFinal;
  const stripe = useRef<StripeHandle>(null);
  const bank = useBankQuestion(formatMoney(total), siteName);
  const askBank = (secret: string) =>
    stripe.current ? stripe.current.handleNextAction(secret) : bank.ask(secret);
  const { pay, stage, problem } = usePay({ isGuest, askBank, onPaid, onStale, onCouponRefused });
  const [hasOpenQuestion, setOpenQuestion] = useState(false);
  const form = useForm<Values>({
    resolver: isStripe || isFree ? WITHOUT_CARD : SANDBOX_RULES,
    defaultValues: { ...known, ...emptyAddress(), number: '', expiry: '', cvc: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const send = async (values: Values) => {
    const open = openQuestions(lines).length > 0;
    setOpenQuestion(open);
    if (open) return focusOnQuestion();
    // Buyers only pay a total they have seen: the tax may still be loading.
    if (!bill.isFinal) return;
    const buyer = { email: values.email, name: values.name, ...sentAddress(values) };
    const means = isFree ? NOTHING : isStripe ? await stripe.current?.collect(buyer) : cardOf(values);
    if (!means) return;
    const next = await pay({ buyer, means, total, items, couponCode, useCredit: credit?.isUsed });
    // The next step is to enter another card.
    if (next?.kind === 'declined' && !isStripe) form.setFocus('number', { shouldSelect: true });
  };
  const isBusy = isSubmitting || stage !== 'idle';
  return (
    <form noValidate method="post" onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <section className="checkout-part">
        <div className="checkout-question">
          <h2 className="t-m">Where do we send it?</h2>
          {aside}
        </div>
        <div className="checkout-fields">
          <FormField label="Name" error={errors.name?.message} isRequired>
            <Input autoComplete="name" {...form.register('name')} />
          </FormField>
          <FormField
            label="Email"
            help={isGuest ? guestEmailHelp(lines) : 'Your receipt goes here.'}
            error={errors.email?.message}
            isRequired
          >
            <Input
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              {...form.register('email')}
            />
          </FormField>
          {isGuest && givesCourse(lines) && <CourseNote email={() => form.getValues('email')} />}
        </div>
      </section>
      <section className="checkout-part">
        <h2 className="t-m checkout-question">{isFree ? 'Nothing to pay' : 'How will you pay?'}</h2>
        <div className="checkout-fields">
          {isFree && (
            <p>
              Your {credit?.isUsed ? 'booking credit' : 'coupon'} covers everything, so you don’t need a card.
            </p>
          )}
          {isFree ? null : isStripe ? (
            <Suspense fallback={<Skeleton className="h-48" />}>
              <StripeFields
                ref={stripe}
                publishableKey={options.publishableKey ?? ''}
                cents={decimalToCents(total)}
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
              {options && (
                <TestCards
                  onChoose={(card) => {
                    for (const [name, value] of Object.entries(card)) {
                      form.setValue(name as keyof typeof card, value, { shouldValidate: true });
                    }
                  }}
                />
              )}
            </CardFields>
          )}
          <AddressFields form={addressPart(form)} errors={errors} onAddress={onAddress} />
        </div>
      </section>
      <div className="checkout-pay">
        <Stopped problem={problem} />
        {bill.taxNote !== null && <p className="meta mb-3">Tax is added before you pay: {bill.taxNote}.</p>}
        {hasOpenQuestion && openQuestions(lines).length > 0 && (
          <p className="error-text mb-3" role="alert">
            Something in your order has changed. Check the marked lines first.
          </p>
        )}
        <Button variant="primary" size="l" isFull type="submit" isBusy={isBusy}>
          {isFree ? 'Complete order' : `Pay ${formatMoney(total)}`}
        </Button>
        <p className="meta mt-3 min-h-5" role="status">
          {stage === 'waiting' &&
            'Your bank is processing the payment. This can take a minute; keep this page open.'}
        </p>
      </div>
      {bank.dialog}
    </form>
  );
}

const NOTHING: PaymentMethodChoice = { nothing: true };

function cardOf({ number, expiry, cvc }: Values): PaymentMethodChoice | null {
  const end = parseExpiry(expiry);
  return end && { card: { number: number.replaceAll(/\D/g, ''), ...end, cvc: cvc.trim() } };
}
