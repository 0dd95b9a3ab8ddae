// Stripe's own payment fields: cards, Apple Pay, Google Pay and whatever else the account at Stripe offers. The card's
// digits go to Stripe only; we get a token.
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe, StripeElements, Appearance } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import { FieldMessage } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { Buyer } from './use-payment.ts';

export type StripeHandle = {
  /** Null: a field is invalid, and says so itself. */
  collect: (buyer: Buyer) => Promise<{ paymentMethod: string } | null>;
  handleNextAction: (clientSecret: string) => Promise<'answered'>;
};

type StripeFieldsProps = {
  ref: Ref<StripeHandle>;
  publishableKey: string;
  cents: number;
  /** The card is kept for later charges, so Stripe asks for the buyer's consent. */
  isSaved?: boolean;
};

const PAYMENT_OPTIONS = {
  layout: 'tabs',
  wallets: { applePay: 'auto', googlePay: 'auto' },
  // The address is entered next to Stripe's fields, and sent with the card.
  fields: { billingDetails: { address: 'never' } },
} as const;

/** The same as the server asks for: what it can show, and charge later. */
const SAVED = ['card'];

type Loaded = { stripe: Stripe; elements: StripeElements };

export default function StripeFields({ ref, publishableKey, cents, isSaved = false }: StripeFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const loaded = useRef<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);

  // Created once; a changed total is updated below.
  const firstCents = useRef(cents);
  useEffect(() => {
    let isGone = false;
    // Apple Pay opens only in the press itself: by then, the rules of the form around must have loaded.
    void Promise.all([import('#app/lib/form-rules.ts'), import('./pay-form.schema.ts')]).catch(() => null);
    const mount = async () => {
      const stripe = await loadStripe(publishableKey).catch(() => null);
      if (isGone || !place.current) return;
      if (!stripe) return setFailed(true);
      const options = {
        currency: DEFAULT_CURRENCY.toLowerCase(),
        appearance: stripeAppearance(place.current),
      };
      const elements = isSaved
        ? stripe.elements({ ...options, mode: 'setup', allowedPaymentMethodTypes: SAVED })
        : stripe.elements({ ...options, mode: 'payment', amount: firstCents.current });
      const fields = elements.create('payment', PAYMENT_OPTIONS);
      fields.on('loaderror', () => setFailed(true));
      fields.mount(place.current);
      loaded.current = { stripe, elements };
    };
    void mount();
    return () => {
      isGone = true;
      loaded.current?.elements.getElement('payment')?.destroy();
      loaded.current = null;
    };
  }, [publishableKey, isSaved]);
  useEffect(() => {
    if (cents > 0 && !isSaved) void loaded.current?.elements.update({ amount: cents });
  }, [cents, isSaved]);

  useImperativeHandle(ref, () => ({
    async collect({ name, email, country, zip, city, region }) {
      const { stripe, elements } = loaded.current ?? {};
      if (!stripe || !elements) return null;
      setProblem(null);
      const checked = await elements.submit();
      if (checked.error) return null;
      const address = { country, postal_code: zip, city, state: region, line1: '', line2: '' };
      const billing = { ...(name && { name }), ...(email && { email }), address };
      const { confirmationToken, error } = await stripe.createConfirmationToken({
        elements,
        params: { payment_method_data: { billing_details: billing } },
      });
      if (error) setProblem(error.message ?? 'Stripe couldn’t read this card. Try again.');
      return confirmationToken ? { paymentMethod: confirmationToken.id } : null;
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
          <strong>Couldn’t load the card fields.</strong>
          <br />
          Check your connection, or whether something in your browser blocks js.stripe.com, and reload the
          page.
        </Notice>
      )}
    </div>
  );
}

const TOKENS = {
  colorPrimary: '--plum',
  colorBackground: '--surface',
  colorText: '--ink',
  colorTextSecondary: '--ink-2',
  colorTextPlaceholder: '--ink-3',
  colorDanger: '--garnet',
} as const;

export function stripeAppearance(beside: HTMLElement): Appearance {
  // Tokens may differ by theme; only the computed color is definite.
  const probe = document.createElement('span');
  beside.append(probe);
  const drawn = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const variables = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, drawn(token)]));
  const edge = drawn('--edge');
  probe.remove();
  return {
    theme: 'stripe',
    variables: {
      ...variables,
      borderRadius: '10px',
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
    },
    rules: { '.Input': { border: `1px solid ${edge}`, boxShadow: 'none', padding: '12px 15px' } },
  };
}
