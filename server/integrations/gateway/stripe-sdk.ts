// Loads Stripe's SDK on first use, since most installations never need it, and interprets its errors.
import type Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';
import { GatewayRefusedError, GatewayUnreachableError } from './gateway.ts';

/** Below the ten seconds of a buyer's request (DESIGN §5.5). We retry ourselves, with the same keys. */
const PATIENCE_MS = 8000;

/** Returns Stripe's answer; an unknown outcome is `GatewayUnreachableError`. */
export type StripeRequest = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>;

export function openStripe(config: StripeConfig): { open: () => Promise<Stripe>; ask: StripeRequest } {
  let loading: Promise<Stripe> | undefined;
  const open = () => (loading ??= openSdk(config));
  const ask: StripeRequest = async (call) => {
    const stripe = await open();
    try {
      return await call(stripe);
    } catch (error) {
      throw asGatewayError(error);
    }
  };
  return { open, ask };
}

async function openSdk({ secretKey, apiBase }: StripeConfig): Promise<Stripe> {
  const { default: StripeSdk } = await import('stripe');
  return new StripeSdk(secretKey, {
    timeout: PATIENCE_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(apiBase !== undefined && addressIn(apiBase)),
  });
}

function addressIn(base: string) {
  const { hostname, port, protocol } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
}

export type StripeError = Error & {
  type?: unknown;
  code?: unknown;
  statusCode?: unknown;
  payment_intent?: Stripe.PaymentIntent;
};

/** Definite refusals; anything else, such as no answer or a 5xx, leaves the outcome unknown. */
const REFUSALS = new Set(['StripeCardError', 'StripeInvalidRequestError']);

function asGatewayError(error: unknown): Error {
  const { type, statusCode } = error as StripeError;
  const isKeyMisused = type === 'StripeIdempotencyError' && statusCode === 400;
  if (isKeyMisused || (typeof type === 'string' && REFUSALS.has(type))) {
    return new GatewayRefusedError((error as Error).message, error);
  }
  return new GatewayUnreachableError(error);
}
