// A card for something other than the cart, such as a membership: its fields, the bank's question, and what went wrong.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { ContractOutput } from '#shared/contract.ts';
import type { confirmCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { lazyResolver } from '#app/lib/lazy-resolver.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { AddressFields } from './address-fields.tsx';
import { useBankQuestion } from './bank-confirmation.tsx';
import { CardFields } from './card-fields.tsx';
import { parseExpiry } from './card.rules.ts';
import { getCheckoutOptionsQuery } from './checkout.api.ts';
import { TestCards } from './checkout-parts.tsx';
import { addressPart, emptyAddress, sentAddress } from './home-country.ts';
import { endAttempt, attemptKey, attemptStorage } from './idempotency-key.ts';
import type { Address, CardForm as CardValues } from './pay-form.schema.ts';
import { Declined, problemOf, problemOfError, Stopped, type Problem } from './payment-error.tsx';
import { followPayment } from './payment-flow.ts';
import type { StripeHandle } from './stripe-fields.tsx';
import { markOf, type PaymentMethodChoice } from './use-payment.ts';

const StripeFields = lazy(() => import('./stripe-fields.tsx'));

type Values = CardValues & Address;

const schemas = async () => import('./pay-form.schema.ts');
const CARD_AND_ADDRESS = lazyResolver<Values>(async () => (await schemas()).cardAndAddressForm);
const ADDRESS_ONLY = lazyResolver<Values>(async () => (await schemas()).addressWithoutCardForm);
const CARD_ONLY = lazyResolver<Values>(async () => (await schemas()).cardWithoutAddressForm);
const NO_RULES = (values: Values) => ({ values, errors: {} });

export type SentCard = Exclude<PaymentMethodChoice, { nothing: true }> & { idempotencyKey: string };

type CardAnswer = {
  status: 'done' | 'requires_action' | 'confirm_card' | 'processing';
  clientSecret?: string | undefined;
};

type CardFormProps<Answer extends CardAnswer> = {
  /** What the bank is asked for now, as a decimal; “0.00” only keeps the card. */
  amount: string;
  /** False: it is charged once and not kept for later. */
  isSaved?: boolean;
  hasAddress: boolean;
  onAddress?: ((address: Address) => void) | undefined;
  /** Tells requests apart: the same content is one attempt. */
  content: unknown;
  /** False: something else on the page must be corrected first. */
  isReady?: () => Promise<boolean> | boolean;
  billing: () => { email: string; name: string };
  /** Null: the failure is shown elsewhere. */
  send: (card: SentCard, address: Address | null) => Promise<Answer | null>;
  confirm: (answer: Answer) => Promise<Pick<ContractOutput<typeof confirmCheckout>, 'status' | 'reason'>>;
  onDone: (answer: Answer) => void;
  submitLabel: string;
  /** The total may still be loading. */
  isWaiting?: boolean;
  note?: ReactNode;
  /** Fields above the card, in the same form. */
  children?: ReactNode;
};

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

export function CardForm<Answer extends CardAnswer>(props: CardFormProps<Answer>) {
  const { amount, hasAddress, onAddress, content, isReady, billing, send, confirm, onDone } = props;
  const { submitLabel, isSaved = true, isWaiting = false, note, children } = props;
  const { data: options } = useQuery(getCheckoutOptionsQuery());
  const isStripe = options?.gateway === 'stripe';
  const { siteName } = useRootData();
  const stripe = useRef<StripeHandle>(null);
  const bank = useBankQuestion(formatMoney(amount), siteName);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSlow, setSlow] = useState(false);
  // A second press may come before React updates the state.
  const isRunning = useRef(false);
  const form = useForm<Values>({
    resolver: hasAddress ? (isStripe ? ADDRESS_ONLY : CARD_AND_ADDRESS) : isStripe ? NO_RULES : CARD_ONLY,
    defaultValues: { ...emptyAddress(), number: '', expiry: '', cvc: '' },
  });
  const { errors } = form.formState;
  const storage = () => attemptStorage(false);

  const meansOf = async (values: Values): Promise<Exclude<PaymentMethodChoice, { nothing: true }> | null> => {
    if (isStripe) return (await stripe.current?.collect({ ...billing(), ...sentAddress(values) })) ?? null;
    const end = parseExpiry(values.expiry);
    return end && { card: { number: values.number.replaceAll(/\D/g, ''), ...end, cvc: values.cvc.trim() } };
  };

  const sendOnce = async (
    means: Exclude<PaymentMethodChoice, { nothing: true }>,
    address: Address | null,
  ): Promise<Answer | null> => {
    const key = attemptKey(storage(), { content, address, amount, card: markOf(means) });
    const answer = await send({ ...means, idempotencyKey: key }, address);
    if (answer?.status !== 'confirm_card' || !stripe.current) return answer;
    const secret = answer.clientSecret ?? '';
    await stripe.current.handleNextAction(secret);
    return sendOnce({ paymentMethod: secret.split('_secret_')[0] ?? '' }, address);
  };

  const settle = async (values: Values): Promise<Problem | null> => {
    const means = await meansOf(values);
    if (!means) return null;
    const answer = await sendOnce(means, hasAddress ? sentAddress(values) : null);
    if (!answer) return null;
    const { status, clientSecret = '' } = answer;
    const outcome = await followPayment(
      status === 'done' ? 'paid' : status === 'processing' ? 'processing' : 'requires_action',
      {
        confirm: async () => ({ orderId: 0, ...(await confirm(answer)) }),
        askBank: () =>
          stripe.current ? stripe.current.handleNextAction(clientSecret) : bank.ask(clientSecret),
        wait(ms) {
          setSlow(true);
          return wait(ms);
        },
      },
    );
    if (outcome.kind !== 'unanswered' && outcome.kind !== 'slow') endAttempt(storage());
    if (outcome.kind === 'paid') onDone(answer);
    return problemOf(outcome, { orderId: 0 });
  };

  const fail = (error: unknown): Problem => {
    const next = problemOfError(error);
    // Without an answer only the same key can tell whether it was paid.
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) endAttempt(storage());
    return next;
  };

  const submit = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    const [isOtherReady, isValid] = await Promise.all([
      isReady?.() ?? true,
      form.trigger(undefined, { shouldFocus: true }),
    ]);
    if (isOtherReady && isValid && !isWaiting) {
      setProblem(null);
      const next = await settle(form.getValues()).catch(fail);
      setProblem(next && withoutOrder(next));
      if (next?.kind === 'declined' && !isStripe) form.setFocus('number', { shouldSelect: true });
    }
    isRunning.current = false;
    setBusy(false);
    setSlow(false);
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
      {children}
      <section className="checkout-part">
        <h2 className="t-m checkout-question">How will you pay?</h2>
        <div className="checkout-fields">
          {isStripe ? (
            <Suspense fallback={<Skeleton className="h-48" />}>
              <StripeFields
                ref={stripe}
                publishableKey={options.publishableKey ?? ''}
                cents={decimalToCents(amount)}
                isSaved={isSaved}
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
          {hasAddress && <AddressFields form={addressPart(form)} errors={errors} onAddress={onAddress} />}
        </div>
      </section>
      <div className="checkout-pay">
        <Stopped problem={problem} />
        {note}
        <Button variant="primary" size="l" isFull type="submit" isBusy={isBusy}>
          {submitLabel}
        </Button>
        <p className="meta mt-3 min-h-5" role="status">
          {isSlow && 'Your bank is processing the payment. This can take a minute; keep this page open.'}
        </p>
      </div>
      {bank.dialog}
    </form>
  );
}

/** There is no order page to point to. */
function withoutOrder(problem: Problem): Problem {
  if (problem.kind === 'declined') return problem;
  const { kind, title, text } = problem;
  return { kind, title, text };
}
