// Stripe's own fields for a card and whatever else it takes. The card's digits go to Stripe and nowhere else; we are
// given a token that stands for them.
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import { FieldMessage } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { stripeLook } from './stripe-look.ts';
import type { Buyer } from './use-pay.ts';

export type StripeHandle = {
  /** Null: a field is not right, and says so itself. */
  collect: (buyer: Buyer) => Promise<{ paymentMethod: string } | null>;
  /** Pays what waits under `clientSecret` at once, with what was typed. */
  confirm: (clientSecret: string, returnTo: string) => Promise<string | null>;
  handleNextAction: (clientSecret: string) => Promise<'answered'>;
};

type StripeFieldsProps = { ref: Ref<StripeHandle>; publishableKey: string; cents: number };

type Loaded = { stripe: Stripe; elements: StripeElements };

export default function StripeFields({ ref, publishableKey, cents }: StripeFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const loaded = useRef<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);

  // Once for the page; a changed sum is told below.
  const firstCents = useRef(cents);
  useEffect(() => {
    let isGone = false;
    const mount = async () => {
      const stripe = await loadStripe(publishableKey).catch(() => null);
      if (isGone || !place.current) return;
      if (!stripe) return setFailed(true);
      const elements = stripe.elements({
        mode: 'payment',
        amount: firstCents.current,
        currency: DEFAULT_CURRENCY.toLowerCase(),
        appearance: stripeLook(place.current),
      });
      elements.create('payment', { layout: 'tabs' }).mount(place.current);
      loaded.current = { stripe, elements };
    };
    void mount();
    return () => {
      isGone = true;
      loaded.current?.elements.getElement('payment')?.destroy();
      loaded.current = null;
    };
  }, [publishableKey]);
  useEffect(() => {
    if (cents > 0) void loaded.current?.elements.update({ amount: cents });
  }, [cents]);

  useImperativeHandle(ref, () => ({
    async collect({ name, email, zip }) {
      const { stripe, elements } = loaded.current ?? {};
      if (!stripe || !elements) return null;
      setProblem(null);
      const checked = await elements.submit();
      if (checked.error) return null;
      const billing = { name, email, address: { postal_code: zip, country: 'US' } };
      const { confirmationToken, error } = await stripe.createConfirmationToken({
        elements,
        params: { payment_method_data: { billing_details: billing } },
      });
      if (error) setProblem(error.message ?? 'Stripe could not read this card. Please try again.');
      return confirmationToken ? { paymentMethod: confirmationToken.id } : null;
    },
    async confirm(clientSecret, returnTo) {
      const { stripe, elements } = loaded.current ?? {};
      if (!stripe || !elements) return 'The card fields are not ready yet. Please try again.';
      const checked = await elements.submit();
      if (checked.error) return checked.error.message ?? 'Please look at the card again.';
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: new URL(returnTo, window.location.href).href },
        redirect: 'if_required',
      });
      return error ? (error.message ?? 'The bank refused this card.') : null;
    },
    async handleNextAction(clientSecret) {
      await loaded.current?.stripe.handleNextAction({ clientSecret });
      return 'answered';
    },
  }));

  return (
    <div>
      <div ref={place} />
      <FieldMessage error={problem} />
      {hasFailed && (
        <Notice tone="bad" isAlert>
          <strong>The card fields could not be loaded.</strong>
          <br />
          Check your connection, or whether something in your browser keeps js.stripe.com away, and load the
          page again.
        </Notice>
      )}
    </div>
  );
}
