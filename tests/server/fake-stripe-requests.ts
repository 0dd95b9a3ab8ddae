// What the fake Stripe was asked, and what Stripe insists on in a request.
import { invalid } from './fake-stripe-errors.ts';

export type StripeRequest = {
  /** `POST /v1/payment_intents` and so on. */
  call: string;
  params: Readonly<Record<string, string>>;
  key: string | null;
};

export type AutomaticMethods = { enabled: boolean; allow_redirects: string };

export function automaticMethodsIn(params: URLSearchParams): AutomaticMethods | null {
  if (params.get('automatic_payment_methods[enabled]') !== 'true') return null;
  const redirects = params.get('automatic_payment_methods[allow_redirects]') ?? 'always';
  return { enabled: true, allow_redirects: redirects };
}

/** Also for a saved card that never redirects, and with nobody there. */
export function requireReturnUrl(methods: AutomaticMethods | null, params: URLSearchParams): void {
  if (!methods || methods.allow_redirects === 'never' || params.get('return_url')) return;
  throw invalid(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
  );
}
