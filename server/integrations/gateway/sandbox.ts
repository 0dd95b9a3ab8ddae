// The gateway used without Stripe keys: a simulated bank with its own tables, which charges nobody. A change to a
// payment and its event are one statement; the same key never acts twice.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/client.ts';
import { databaseErrorCode } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import type { Card } from '#shared/features/checkout/checkout.contract.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import { gatewayEventIn, isSigned } from './webhook-body.ts';
import {
  GatewayRefusedError,
  type CardSaving,
  type Gateway,
  type GatewayPayment,
  type NewGatewayPayment,
  type PaymentMethod,
  type SavedMethod,
} from './gateway.ts';
import {
  declinedText,
  sandboxCardBehavior,
  sandboxCardOutcome,
  savedCardOutcome,
  UNUSABLE,
} from './sandbox-cards.ts';
import { deliverEvents } from './sandbox-delivery.ts';
import { newId } from './sandbox-events.ts';
import { listDisputes, refundSandbox, setDispute } from './sandbox-returns.ts';
import {
  deleteDeliveredSandboxEvents,
  deleteSandboxCard,
  ensureSandboxCard,
  ensureWebhookSecret,
  findSandboxCard,
  findSandboxPayment,
  findSandboxPaymentByKey,
  insertSandboxPayment,
  listSandboxRefunds,
  updateSandboxPaymentState,
  type Move,
  type SandboxPayment,
} from './sandbox.queries.ts';

export type SandboxParts = {
  db: Db;
  now: () => Date;
  /** Called when an event is waiting for delivery. */
  onEvent: () => void;
};

/** Calls a buyer's browser makes to the bank directly. */
export type SandboxConfirmation = { answer: 'approve' | 'refuse' } | { card: Card };

export type Sandbox = Gateway & {
  /** Null for an unknown secret. */
  hearBuyer(clientSecret: string, says: SandboxConfirmation): Promise<GatewayPayment | null>;
  /** Posts waiting events to the webhook at that URL; returns the number acknowledged. */
  tellEvents(siteUrl: string): Promise<number>;
  /** The buyer's bank, played by staff. False if there is no such payment. */
  setDispute(paymentId: string, state: DisputeState): Promise<boolean>;
  /** Events delivered before that time. */
  forgetEvents(before: Date): Promise<void>;
};

export const SIGNATURE_HEADER = 'sandbox-signature';

export function createSandbox(parts: SandboxParts): Sandbox {
  const { db, now } = parts;
  const webhookSecret = secretOf(db);
  return {
    name: 'sandbox',
    publishableKey: null,
    createPayment: (payment) => createPayment(parts, payment),

    async findPayment(id) {
      const found = await findSandboxPayment(db, { id });
      return found && asPayment(found);
    },

    async confirmPayment(id, { key, method }) {
      if ('savedCard' in method) return trySavedCard(parts, id, { key, method });
      if (!('card' in method)) throw new AppError('unprocessable', 'Enter the card number.');
      return tryCard(parts, id, { key, card: method.card });
    },

    // The sandbox knows its customers by the key alone, and keeps no names.
    createCustomer: async ({ key }) => ({
      id: `cus_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`,
    }),
    saveCard: (customer, { key, method }) => saveCard(parts, customer, { key, method }),
    removeCard: (id) => deleteSandboxCard(db, { id }),

    async fingerprintOf(method) {
      if (!('card' in method)) return null;
      const digits = method.card.number.replaceAll(/\D/g, '');
      return createHmac('sha256', await webhookSecret())
        .update(`card ${digits}`)
        .digest('base64url');
    },

    async cancelPayment(id) {
      const before = await read(db, id);
      if (!UNPAID.includes(before.state)) return asPayment(before);
      const type = 'payment_intent.canceled';
      return move(parts, id, { from: UNPAID, to: 'canceled', type });
    },

    refund: (id, how) => refundSandbox(parts, id, how),
    listRefunds: (paymentId) => listSandboxRefunds(db, { paymentId }),
    listDisputes: (paymentId) => listDisputes(parts, paymentId),
    setDispute: (paymentId, state) => setDispute(parts, paymentId, state),

    async readEvent(body, headers) {
      const signature = headers[SIGNATURE_HEADER];
      if (!isSigned(await webhookSecret(), body, { signature, now: now() })) {
        throw new AppError('bad_request', 'The signature of this event is missing, wrong or too old.');
      }
      return gatewayEventIn(JSON.parse(body.toString()));
    },

    async hearBuyer(clientSecret, says) {
      const [id = ''] = clientSecret.split('_secret_', 1);
      const payment = await findSandboxPayment(db, { id });
      if (!payment || payment.clientSecret !== clientSecret) return null;
      if ('card' in says) return tryCard(parts, id, { key: newId('try'), card: says.card });
      return answerBank(parts, payment, says.answer);
    },

    async tellEvents(siteUrl) {
      return deliverEvents(db, { siteUrl, now, secret: await webhookSecret() });
    },

    forgetEvents: (before) => deleteDeliveredSandboxEvents(db, { before }),
  };
}

/** Created on first use, then cached. */
function secretOf(db: Db): () => Promise<string> {
  let secret: Promise<string> | undefined;
  return () => {
    secret ??= ensureWebhookSecret(db, randomBytes(32).toString('hex')).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };
}

async function read(db: Db, id: string): Promise<SandboxPayment> {
  const found = await findSandboxPayment(db, { id });
  if (!found) throw new GatewayRefusedError('The sandbox has no such payment');
  return found;
}

async function createPayment(
  { db, now }: SandboxParts,
  { key, amountCents, currency, metadata }: NewGatewayPayment,
): Promise<GatewayPayment> {
  const id = newId('pi');
  const payment: SandboxPayment = {
    id,
    clientSecret: `${id}_secret_${randomBytes(18).toString('base64url')}`,
    amountCents,
    currency,
    state: 'requires_payment_method',
    declineCode: null,
    metadata,
  };
  if (await insertSandboxPayment(db, { ...payment, idempotencyKey: key, createdAt: now() })) {
    return asPayment(payment);
  }
  const before = await findSandboxPaymentByKey(db, { key });
  if (!before || before.amountCents !== amountCents || before.currency !== currency) {
    throw new GatewayRefusedError('The same key was used for another payment');
  }
  return asPayment(before);
}

/** The payment's state afterwards, even if someone else changed it. */
async function move(parts: SandboxParts, id: string, { type, ...step }: Step): Promise<GatewayPayment> {
  const { db, now, onEvent } = parts;
  try {
    const event = { id: newId('evt'), type, createdAt: now() };
    const moved = await updateSandboxPaymentState(db, { ...step, id, event });
    if (moved) {
      onEvent();
      return asPayment(moved);
    }
  } catch (error) {
    // A concurrent duplicate of the same attempt: the other one counted.
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
  }
  return asPayment(await read(db, id));
}

async function tryCard(
  parts: SandboxParts,
  id: string,
  { key, card }: { key: string; card: Card },
): Promise<GatewayPayment> {
  const { state, declineCode } = sandboxCardOutcome(card, parts.now());
  return move(parts, id, {
    from: PAYABLE,
    to: state,
    type: EVENT_OF[state],
    declineCode,
    lastFour: card.number.slice(-4),
    charge: { key, outcome: declineCode ?? state },
  });
}

async function trySavedCard(
  parts: SandboxParts,
  id: string,
  { key, method }: { key: string; method: SavedMethod },
): Promise<GatewayPayment> {
  const card = await findSandboxCard(parts.db, { id: method.savedCard });
  // A card that was removed is declined, as it is by Stripe.
  const { state, declineCode } =
    card?.customerId === method.customer
      ? savedCardOutcome(card, { isAway: method.isAway, now: parts.now() })
      : UNUSABLE;
  return move(parts, id, {
    from: PAYABLE,
    to: state,
    type: EVENT_OF[state],
    declineCode,
    lastFour: card?.lastFour,
    charge: { key, outcome: declineCode ?? state },
  });
}

/** The number is looked at and forgotten. */
async function saveCard(
  { db, now }: SandboxParts,
  customerId: string,
  { key, method }: { key: string; method: PaymentMethod },
): Promise<CardSaving> {
  if (!('card' in method)) throw new AppError('unprocessable', 'Enter the card number.');
  const { number, expMonth, expYear } = method.card;
  const outcome = sandboxCardBehavior(method.card, now());
  if ('declineCode' in outcome) return { status: 'declined', reason: declinedText(outcome.declineCode) };
  const card = await ensureSandboxCard(db, {
    id: newId('pm'),
    idempotencyKey: key,
    customerId,
    behavior: outcome.behavior,
    lastFour: number.slice(-4),
    expMonth,
    expYear,
    createdAt: now(),
  });
  return { status: 'saved', card: { ...card, brand: 'Visa' } };
}

async function answerBank(
  parts: SandboxParts,
  before: SandboxPayment,
  answer: 'approve' | 'refuse',
): Promise<GatewayPayment> {
  if (before.state !== 'requires_action') return asPayment(before);
  const to = answer === 'approve' ? 'succeeded' : 'requires_payment_method';
  const declineCode = answer === 'approve' ? null : 'authentication_failed';
  return move(parts, before.id, {
    from: ['requires_action'],
    to,
    type: EVENT_OF[to],
    declineCode,
    charge: { key: newId(answer), outcome: declineCode ?? to },
  });
}

const UNIQUE_VIOLATION = '23505';

type Step = Omit<Move, 'id' | 'event'> & { type: string };

const PAYABLE: readonly SandboxPayment['state'][] = ['requires_payment_method', 'requires_action'];
const UNPAID: readonly SandboxPayment['state'][] = [...PAYABLE, 'processing'];

const EVENT_OF = {
  succeeded: 'payment_intent.succeeded',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
} as const;

function asPayment(payment: SandboxPayment): GatewayPayment {
  const { id, state, amountCents, currency, clientSecret, declineCode, metadata } = payment;
  const isDeclined = state === 'requires_payment_method' && declineCode !== null;
  return {
    id,
    state,
    amountCents,
    currency,
    clientSecret,
    declined: isDeclined ? declinedText(declineCode) : null,
    metadata,
  };
}
