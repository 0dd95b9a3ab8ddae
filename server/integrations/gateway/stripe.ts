// The Stripe gateway: Payment Intents and webhooks.
import type Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import { gatewayEventIn, SIGNATURE_SECONDS } from './webhook-body.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  type CardSaving,
  type Gateway,
  type GatewayDispute,
  type GatewayPayment,
  type GatewayPaymentState,
  type GatewayRefund,
  type NewGatewayPayment,
  type PaymentMethod,
  type SavedMethod,
} from './gateway.ts';
import { DECLINED, declinedText } from './sandbox-cards.ts';
import { openStripe, type StripeRequest, type StripeError } from './stripe-sdk.ts';

export function createStripe(config: StripeConfig, now: () => Date): Gateway {
  const { open, ask } = openStripe(config);

  return {
    name: 'stripe',
    publishableKey: config.publishableKey,
    createPayment: (payment) => createPayment(ask, payment),
    findPayment: (id) => findPayment(ask, id),
    confirmPayment: (id, how) => confirmPayment(ask, id, how),
    createCustomer: (customer) => createCustomer(ask, customer),
    saveCard: (customer, how) => saveCard(ask, customer, how),
    removeCard: (id) => removeCard(ask, id),
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

async function createPayment(ask: StripeRequest, payment: NewGatewayPayment): Promise<GatewayPayment> {
  const { key, amountCents, currency, description, email, metadata, customer } = payment;
  const params = {
    amount: amountCents,
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    ...(customer !== undefined && { customer }),
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
  const params =
    'savedCard' in method ? savedCardParams(method, returnUrl) : givenCardParams(method, returnUrl);
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

function givenCardParams({ paymentMethod }: { paymentMethod: string }, returnUrl: string) {
  const isToken = paymentMethod.startsWith('ctoken_');
  return {
    return_url: returnUrl,
    ...(isToken ? { confirmation_token: paymentMethod } : { payment_method: paymentMethod }),
  };
}

/** Stripe asks for the address also if nobody is there: the payment would take methods that redirect. */
function savedCardParams({ savedCard, isAway }: SavedMethod, returnUrl: string) {
  return { payment_method: savedCard, return_url: returnUrl, ...(isAway && { off_session: true }) };
}

async function createCustomer(
  ask: StripeRequest,
  { key, email, name }: Parameters<Gateway['createCustomer']>[0],
): Promise<{ id: string }> {
  const { id } = await ask((stripe) => stripe.customers.create({ email, name }, { idempotencyKey: key }));
  return { id };
}

async function saveCard(
  ask: StripeRequest,
  customer: string,
  { key, method, returnUrl }: Parameters<Gateway['saveCard']>[1],
): Promise<CardSaving> {
  if (!('paymentMethod' in method)) {
    throw new AppError('unprocessable', 'Enter the card in the form of the payment page.');
  }
  const { paymentMethod: id } = method;
  const params = {
    customer,
    confirm: true,
    usage: 'off_session' as const,
    // What we can show and charge later; wallets give a card too.
    allowed_payment_method_types: ['card' as const],
    expand: ['payment_method'],
    ...givenCardParams(method, returnUrl),
  };
  try {
    const intent = await ask((stripe) =>
      id.startsWith('seti_')
        ? stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })
        : stripe.setupIntents.create(params, { idempotencyKey: key }),
    );
    const { status, payment_method: saved } = intent;
    if (status === 'requires_action') {
      return { status: 'requires_action', clientSecret: intent.client_secret ?? '' };
    }
    if (intent.customer !== customer) return { status: 'declined', reason: declinedText('unusable') };
    const card = typeof saved === 'object' ? saved?.card : undefined;
    if (status !== 'succeeded' || typeof saved !== 'object' || !saved || !card) {
      return { status: 'declined', reason: declinedText('unusable') };
    }
    const { brand, last4: lastFour, exp_month: expMonth, exp_year: expYear } = card;
    return { status: 'saved', card: { id: saved.id, brand: brandName(brand), lastFour, expMonth, expYear } };
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    const { code, decline_code: declineCode } = error.cause as StripeError & { decline_code?: string };
    const known = DECLINED[declineCode ?? ''] ?? DECLINED[typeof code === 'string' ? code : ''];
    return { status: 'declined', reason: known ?? declinedText('unusable') };
  }
}

/** `visa` is Visa. */
const brandName = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1);

async function removeCard(ask: StripeRequest, id: string): Promise<void> {
  try {
    await ask((stripe) => stripe.paymentMethods.detach(id));
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
  }
}

/** Null on failure: a problem with the card shows when it is charged. */
async function fingerprintOf(ask: StripeRequest, method: PaymentMethod): Promise<string | null> {
  if (!('paymentMethod' in method)) return null;
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
