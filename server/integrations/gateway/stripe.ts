// The Stripe gateway: Payment Intents and webhooks.
import type Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import { gatewayEventIn, SIGNATURE_SECONDS } from './webhook-body.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  type Gateway,
  type GatewayDispute,
  type GatewayPayment,
  type GatewayPaymentState,
  type GatewayRefund,
  type NewGatewayPayment,
  type PaymentMethod,
} from './gateway.ts';
import { DECLINED, declinedText } from './sandbox-cards.ts';
import { openStripe, type StripeRequest, type StripeError } from './stripe-sdk.ts';

export function createStripe(config: StripeConfig, now: () => Date): Gateway {
  const { open, ask } = openStripe(config);

  return {
    name: 'stripe',
    publishableKey: config.publishableKey,
    createPayment: (wanted) => createPayment(ask, wanted),
    findPayment: (id) => findPayment(ask, id),
    confirmPayment: (id, how) => confirmPayment(ask, id, how),
    fingerprintOf: (method) => fingerprintOf(ask, method),
    cancelPayment: (id) => cancelPayment(ask, id),
    refund: (id, how) => refund(ask, id, how),
    listRefunds: (id) => listRefunds(ask, id),
    listDisputes: (id) => listDisputes(ask, id),

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

async function createPayment(ask: StripeRequest, wanted: NewGatewayPayment): Promise<GatewayPayment> {
  const { key, amountCents, currency, description, email, metadata } = wanted;
  const params = {
    amount: amountCents,
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    description,
    // Not as receipt_email: we send the receipt ourselves.
    metadata: { ...metadata, email },
  };
  return asPayment(await ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey: key })));
}

const retrieve = (ask: StripeRequest, id: string) => ask((stripe) => stripe.paymentIntents.retrieve(id));

async function findPayment(ask: StripeRequest, id: string): Promise<GatewayPayment | null> {
  try {
    return asPayment(await retrieve(ask, id));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function confirmPayment(
  ask: StripeRequest,
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
    // Declined, no longer confirmable, or not their card: the current state tells which.
    const payment = asPayment(declinedIntentIn(error) ?? (await retrieve(ask, id)));
    const isOpen = payment.state === 'requires_payment_method';
    return isOpen && payment.declined === null ? { ...payment, declined: declinedText('unusable') } : payment;
  }
}

/** Null on failure: a problem with the card shows when it is charged. */
async function fingerprintOf(ask: StripeRequest, method: PaymentMethod): Promise<string | null> {
  if ('card' in method) return null;
  const { paymentMethod: id } = method;
  try {
    if (!id.startsWith('ctoken_')) {
      return (await ask((stripe) => stripe.paymentMethods.retrieve(id))).card?.fingerprint ?? null;
    }
    const token = await ask((stripe) => stripe.confirmationTokens.retrieve(id));
    return token.payment_method_preview?.card?.fingerprint ?? null;
  } catch (error) {
    if (error instanceof GatewayRefusedError || error instanceof GatewayUnreachableError) return null;
    throw error;
  }
}

async function cancelPayment(ask: StripeRequest, id: string): Promise<GatewayPayment> {
  try {
    return asPayment(await ask((stripe) => stripe.paymentIntents.cancel(id)));
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    return asPayment(await retrieve(ask, id));
  }
}

const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';

async function refund(
  ask: StripeRequest,
  id: string,
  { key, amountCents, metadata }: Parameters<Gateway['refund']>[1],
): Promise<{ id: string }> {
  const params = { payment_intent: id, amount: amountCents, metadata };
  const made = await ask((stripe) => stripe.refunds.create(params, { idempotencyKey: key }));
  if (isFailed(made)) throw new GatewayRefusedError(`Stripe says the refund is ${made.status}`);
  return { id: made.id };
}

/** More refunds than one payment ever has. */
const AT_MOST = 100;

async function listRefunds(ask: StripeRequest, id: string): Promise<GatewayRefund[]> {
  const { data } = await ask((stripe) => stripe.refunds.list({ payment_intent: id, limit: AT_MOST }));
  return data.map((made) => ({
    id: made.id,
    amountCents: made.amount,
    state: isFailed(made) ? 'failed' : 'done',
    metadata: made.metadata ?? {},
  }));
}

async function listDisputes(ask: StripeRequest, id: string): Promise<GatewayDispute[]> {
  const { data } = await ask((stripe) => stripe.disputes.list({ payment_intent: id, limit: AT_MOST }));
  return data.map((dispute) => ({
    id: dispute.id,
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    // Unknown future states count as undecided.
    state: DISPUTE_STATES[dispute.status] ?? 'under_review',
    reason: dispute.reason,
    answerBy: answerBy(dispute),
  }));
}

const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'open',
  needs_response: 'open',
  warning_under_review: 'under_review',
  under_review: 'under_review',
  warning_closed: 'won',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
};

function answerBy({ evidence_details: details }: Stripe.Dispute): Date | null {
  return details.due_by ? new Date(details.due_by * 1000) : null;
}

const STATES: Readonly<Record<string, GatewayPaymentState>> = {
  requires_payment_method: 'requires_payment_method',
  // There is a card, but no confirmation.
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  // We never only authorize: it will be captured or canceled.
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

function asPayment(intent: Stripe.PaymentIntent): GatewayPayment {
  // Unknown future states are not final.
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

/** Our own message if there is one, otherwise Stripe's, which is written for cardholders. */
function reasonIn({ code, decline_code: declineCode, message }: Stripe.PaymentIntent.LastPaymentError) {
  const known = DECLINED[declineCode ?? ''] ?? DECLINED[code ?? ''];
  return known ?? message ?? declinedText('generic_decline');
}

function isMissing(error: unknown): boolean {
  return error instanceof GatewayRefusedError && (error.cause as StripeError).statusCode === 404;
}

function declinedIntentIn({ cause }: GatewayRefusedError): Stripe.PaymentIntent | undefined {
  const { type, payment_intent: intent } = cause as StripeError;
  return type === 'StripeCardError' ? intent : undefined;
}
