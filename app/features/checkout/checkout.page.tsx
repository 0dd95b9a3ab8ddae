// Checkout in steps for signed-in users: address, review, then the card on its own page.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams, type MetaArgs } from 'react-router';
import { getCart, refreshCart } from '#shared/features/cart/cart.contract.ts';
import { formatAddressLines } from '#shared/features/checkout/address.rules.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { useRemoveCartItem } from '#app/features/cart/cart-changes.api.ts';
import { useCart, type CartView } from '#app/features/cart/cart.api.ts';
import { CouponField } from '#app/features/cart/coupon-field.tsx';
import { clearStoredCoupon } from '#app/features/cart/stored-coupon.ts';
import { useCoupon, type CouponView } from '#app/features/cart/use-coupon.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { lazyResolver } from '#app/lib/lazy-resolver.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { AddressFields } from './address-fields.tsx';
import { attemptKey, attemptStorage, endAttempt } from './idempotency-key.ts';
import { openQuestions, toRequestedItems } from './checkout-items.ts';
import { rememberPayment } from './stored-payment.ts';
import { startCheckout } from './checkout.api.ts';
import {
  EmptyCheckout,
  isFreeOrder,
  BoughtJustNow,
  Checkout,
  CheckoutSkeleton,
  NothingToPay,
  PaidAlready,
  Steps,
  type Step,
} from './checkout-parts.tsx';
import { focusOnQuestion, OrderSummary } from './order-summary.tsx';
import type { AddressForm as Address } from './pay-form.schema.ts';
import { getRecentOrder, useAfterPaying } from './use-after-paying.ts';
import { addressPart, emptyAddress, sentAddress } from './home-country.ts';
import { useGetCheckoutSummary, type CheckoutSummary } from './checkout-summary.api.ts';
import { couponRefusalOf } from './use-payment.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Checkout',
    description: 'Check out step by step.',
    path: '/checkout',
    isHidden: true,
  });
}

export default function CheckoutPage() {
  const cart = useCart();
  const { isPaid, onPaid } = useAfterPaying(cart.items, clearStoredCoupon);
  if (isPaid) return <PaidAlready />;
  if (cart.isLoading) return <CheckoutSkeleton />;
  if (cart.items.length > 0 && isFreeOrder(cart.items)) return <NothingToPay lines={cart.items} />;
  if (cart.items.length > 0) return <StepByStep cart={cart} onPaid={onPaid} />;
  if (cart.hasFailed) {
    return (
      <div className="wrap pt-10">
        <ErrorState headingLevel={1} title="Couldn’t load your cart" onRetry={cart.retry}>
          Your items are safe. Check your connection and try again.
        </ErrorState>
      </div>
    );
  }
  const recent = getRecentOrder();
  return recent ? <BoughtJustNow order={recent} /> : <EmptyCheckout />;
}

const RULES = lazyResolver<Address>(async () => (await import('./pay-form.schema.ts')).addressForm);

const stepTo = (step: Step) => (step === 'Review' ? '/checkout?step=review' : '/checkout');

type StepByStepProps = { cart: CartView; onPaid: ReturnType<typeof useAfterPaying>['onPaid'] };

function StepByStep({ cart, onPaid }: StepByStepProps) {
  const user = useUser();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [address, setAddress] = useState<Address | null>(null);
  const [known] = useState(() => ({ name: user ? fullNameOf(user) : '', ...emptyAddress() }));
  // A reload loses what was typed: go back to the address step.
  const isReview = search.get('step') === 'review' && address !== null;
  const done = (given: Address) => {
    setAddress(given);
    void navigate(stepTo('Review'));
  };
  const coupon = useCoupon({ lines: cart.items });
  const bill = useGetCheckoutSummary({ lines: cart.items, coupon, address: address ?? known });
  return (
    <Checkout title="Checkout" summary={<Summary cart={cart} coupon={coupon} bill={bill} />}>
      <div>
        <Steps at={isReview ? 'Review' : 'Address'} to={stepTo} />
        {isReview ? (
          <Review cart={cart} coupon={coupon} bill={bill} address={address} onPaid={onPaid} />
        ) : (
          <AddressStep known={address ?? known} onDone={done} />
        )}
      </div>
    </Checkout>
  );
}

type SummaryProps = { cart: CartView; coupon: CouponView; bill: CheckoutSummary };

function Summary({ cart, coupon, bill }: SummaryProps) {
  const remove = useRemoveCartItem(cart);
  const accept = useContractMutation(refreshCart, {
    input: () => ({ body: {} }),
    invalidates: [getCart],
  });
  return (
    <OrderSummary
      lines={cart.items}
      bill={bill}
      couponField={<CouponField coupon={coupon} />}
      onRemove={remove}
      onAccept={() => accept.mutate()}
      isChanging={accept.isPending}
    />
  );
}

function AddressStep({ known, onDone }: { known: Address; onDone: (address: Address) => void }) {
  const form = useForm<Address>({ resolver: RULES, defaultValues: known });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onDone)(event)}>
      <section className="checkout-part">
        <h2 className="t-m checkout-question">Who is it for?</h2>
        <div className="checkout-fields">
          <FormField
            label="Name"
            help="As it appears on the receipt."
            error={errors.name?.message}
            isRequired
          >
            <Input autoComplete="name" {...form.register('name')} />
          </FormField>
          <AddressFields form={addressPart(form)} errors={errors} />
        </div>
      </section>
      <div className="checkout-pay">
        <Button variant="primary" size="l" isFull type="submit">
          Continue to review
        </Button>
      </div>
    </form>
  );
}

type ReviewProps = StepByStepProps & { address: Address; coupon: CouponView; bill: CheckoutSummary };

function Review({ cart, coupon, bill, address, onPaid }: ReviewProps) {
  const user = useUser();
  const navigate = useNavigate();
  const { total, couponCode, credit } = bill;
  const isOpen = openQuestions(cart.items).length > 0;
  const start = useMutation({
    async mutationFn() {
      const storage = attemptStorage(false);
      const sent = { name: address.name, ...sentAddress(address) };
      const body = {
        address: sent,
        expectedTotal: total,
        ...(couponCode && { couponCode }),
        ...(credit?.isUsed === false && { useCredit: false }),
      };
      const idempotencyKey = attemptKey(storage, { body, items: toRequestedItems(cart.items), steps: true });
      const begun = await startCheckout({ ...body, idempotencyKey });
      endAttempt(storage);
      return begun;
    },
    async onSuccess({ orderId, clientSecret, amount, status }) {
      if (status === 'paid' || !clientSecret) return onPaid({ orderId });
      rememberPayment({ orderId, clientSecret, amount, items: cart.items });
      await navigate(`/checkout/stripe?order=${orderId}`);
    },
    onError(error) {
      endAttempt(attemptStorage(false));
      const refusal = couponRefusalOf(error);
      if (refusal !== null) return coupon.refuse(refusal);
      cart.retry();
      coupon.recheck();
      bill.recheck();
    },
  });
  return (
    <>
      <section className="checkout-part">
        <h2 className="t-m checkout-question">Is everything right?</h2>
        <dl className="receipt-facts checkout-facts">
          <div>
            <dt className="small">For</dt>
            <dd>{address.name}</dd>
          </div>
          <div>
            <dt className="small">Receipt sent to</dt>
            <dd className="wrap-anywhere">{user?.email}</dd>
          </div>
          <div>
            <dt className="small">Billing address</dt>
            <dd className="num">
              {formatAddressLines(sentAddress(address)).map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        </dl>
      </section>
      <div className="checkout-pay">
        {start.error && (
          <Notice tone="bad" isAlert className="mb-4">
            <strong>{failureTextOf(start.error)}</strong>
            <br />
            Nothing was charged.
          </Notice>
        )}
        {isOpen && (
          <p className="error-text mb-3" role="alert">
            Something in your order has changed. Check the marked lines first.
          </p>
        )}
        <Button
          variant="primary"
          size="l"
          isFull
          isBusy={start.isPending || (!bill.isFinal && bill.taxNote === null)}
          onClick={() => {
            if (isOpen) focusOnQuestion();
            else if (bill.isFinal) start.mutate();
          }}
        >
          {decimalToCents(total) === 0 ? 'Complete order' : `Continue to pay ${formatMoney(total)}`}
        </Button>
        <ButtonLink variant="quiet" isFull className="mt-2" to={stepTo('Address')}>
          Change address
        </ButtonLink>
      </div>
    </>
  );
}
