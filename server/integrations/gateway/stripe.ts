// Stripe, by its own SDK: Payment Intents and webhooks. Loaded at the first use, because most sites that try us out
// never need it.
import type Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';
import { gatewayEventIn } from './event-body.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  type Gateway,
  type GatewayPayment,
  type GatewayPaymentState,
  type NewGatewayPayment,
} from './gateway.ts';
import { DECLINED, declinedText } from './sandbox-cards.ts';
import { SIGNATURE_SECONDS } from './signed-body.ts';

/** Less than the ten seconds a buyer's request may take (DESIGN §5.5). Tries again are ours, with the same keys. */
const PATIENCE_MS = 8000;

type Ask = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>;

export function createStripe(config: StripeConfig, now: () => Date): Gateway {
  let loading: Promise<Stripe> | undefined;
  const open = () => (loading ??= openSdk(config));

  /** What comes back is an answer; anything that leaves the outcome open is `GatewayUnreachableError`. */
  const ask: Ask = async (call) => {
    const stripe = await open();
    try {
      return await call(stripe);
    } catch (error) {
      throw asGatewayError(error);
    }
  };

  return {
    name: 'stripe',
    publishableKey: config.publishableKey,
    createPayment: (wanted) => createPayment(ask, wanted),
    findPayment: (id) => findPayment(ask, id),
    confirmPayment: (id, how) => confirmPayment(ask, id, how),
    cancelPayment: (id) => cancelPayment(ask, id),
    refund: (id, how) => refund(ask, id, how),

    async readEvent(body, headers) {
      const { webhooks } = await open();
      const signature = headers['stripe-signature'] ?? '';
      try {
        const receivedAt = now().getTime();
        const { webhookSecret } = config;
        webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_SECONDS, undefined, receivedAt);
      } catch {
        throw new AppError('bad_request', 'The signature of this event is missing, wrong or too old.');
      }
      return gatewayEventIn(JSON.parse(body.toString()));
    },
  };
}

async function createPayment(ask: Ask, wanted: NewGatewayPayment): Promise<GatewayPayment> {
  const { key, amountCents, currency, description, email, metadata } = wanted;
  const params = {
    amount: amountCents,
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    description,
    // Not as receipt_email: the receipt is ours to send.
    metadata: { ...metadata, email },
  };
  return asPayment(await ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey: key })));
}

const retrieve = (ask: Ask, id: string) => ask((stripe) => stripe.paymentIntents.retrieve(id));

async function findPayment(ask: Ask, id: string): Promise<GatewayPayment | null> {
  try {
    return asPayment(await retrieve(ask, id));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function confirmPayment(
  ask: Ask,
  id: string,
  { key, method, returnUrl }: Parameters<Gateway['confirmPayment']>[1],
): Promise<GatewayPayment> {
  if ('card' in method) {
    throw new AppError('unprocessable', 'Enter the card in the form of the payment page.');
  }
  const { paymentMethod } = method;
  const params = {
    return_url: returnUrl,
    ...(paymentMethod.startsWith('ctoken_')
      ? { confirmation_token: paymentMethod }
      : { payment_method: paymentMethod }),
  };
  try {
    const options = { idempotencyKey: key };
    return asPayment(await ask((stripe) => stripe.paymentIntents.confirm(id, params, options)));
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    // Declined, or not to be confirmed any more, or no card of theirs: how it stands now says which.
    const payment = asPayment(declinedIntentIn(error) ?? (await retrieve(ask, id)));
    const isOpen = payment.state === 'requires_payment_method';
    return isOpen && payment.declined === null ? { ...payment, declined: declinedText('unusable') } : payment;
  }
}

async function cancelPayment(ask: Ask, id: string): Promise<GatewayPayment> {
  try {
    return asPayment(await ask((stripe) => stripe.paymentIntents.cancel(id)));
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    return asPayment(await retrieve(ask, id));
  }
}

async function refund(ask: Ask, id: string, { key, amountCents }: { key: string; amountCents: number }) {
  const params = { payment_intent: id, amount: amountCents };
  const made = await ask((stripe) => stripe.refunds.create(params, { idempotencyKey: key }));
  if (made.status === 'failed' || made.status === 'canceled') {
    throw new GatewayRefusedError(`Stripe says the refund is ${made.status}`);
  }
  return { id: made.id, isDone: made.status === 'succeeded' };
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

const STATES: Readonly<Record<string, GatewayPaymentState>> = {
  requires_payment_method: 'requires_payment_method',
  // A card is there and nobody has said yes to it.
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  // We never ask for money to be held only: it will be taken or let go.
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

function asPayment(intent: Stripe.PaymentIntent): GatewayPayment {
  // A state Stripe invents later is not an end.
  const state = STATES[intent.status] ?? 'processing';
  const error = state === 'requires_payment_method' ? intent.last_payment_error : null;
  return {
    id: intent.id,
    state,
    amountCents: state === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    clientSecret: intent.client_secret ?? '',
    declined: error ? reasonIn(error) : null,
    metadata: intent.metadata,
  };
}

/** Our words where we have them; otherwise Stripe's, which are written for the owner of the card. */
function reasonIn({ code, decline_code: declineCode, message }: Stripe.PaymentIntent.LastPaymentError) {
  const known = DECLINED[declineCode ?? ''] ?? DECLINED[code ?? ''];
  return known ?? message ?? declinedText('generic_decline');
}

type StripeError = Error & {
  type?: unknown;
  code?: unknown;
  statusCode?: unknown;
  payment_intent?: Stripe.PaymentIntent;
};

/** Stripe said no for good to these; all else, such as no answer or a 5xx, says nothing about what happened. */
const REFUSALS = new Set(['StripeCardError', 'StripeInvalidRequestError']);

function asGatewayError(error: unknown): Error {
  const { type, statusCode } = error as StripeError;
  const isKeyMisused = type === 'StripeIdempotencyError' && statusCode === 400;
  if (isKeyMisused || (typeof type === 'string' && REFUSALS.has(type))) {
    return new GatewayRefusedError((error as Error).message, error);
  }
  return new GatewayUnreachableError(error);
}

function isMissing(error: unknown): boolean {
  return error instanceof GatewayRefusedError && (error.cause as StripeError).statusCode === 404;
}

function declinedIntentIn({ cause }: GatewayRefusedError): Stripe.PaymentIntent | undefined {
  const { type, payment_intent: intent } = cause as StripeError;
  return type === 'StripeCardError' ? intent : undefined;
}
