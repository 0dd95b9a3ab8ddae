// The gateway where no Stripe key is set: a bank of our own with books of its own, which charges nobody. Each change
// of a payment and the event that tells of it are one statement; the same key never does a thing twice.
import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/client.ts';
import { databaseErrorCode, inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import type { Card } from '#shared/features/checkout/checkout.contract.ts';
import { gatewayEventIn } from './event-body.ts';
import { GatewayRefusedError, type Gateway, type GatewayPayment, type NewGatewayPayment } from './gateway.ts';
import { declinedText, judgeCard } from './sandbox-cards.ts';
import { deliverEvents } from './sandbox-delivery.ts';
import {
  deleteSandboxEventsTold,
  ensureWebhookSecret,
  findSandboxPayment,
  findSandboxPaymentByKey,
  findSandboxRefund,
  insertSandboxEvent,
  insertSandboxPayment,
  insertSandboxRefund,
  moveSandboxPayment,
  takeBackSandboxPayment,
  type Move,
  type SandboxPayment,
} from './sandbox.queries.ts';
import { isSigned } from './signed-body.ts';

export type SandboxParts = {
  db: Db;
  now: () => Date;
  /** An event waits to be told. */
  onEvent: () => void;
};

/** What a buyer's browser says to the bank itself. */
export type BuyerSays = { answer: 'approve' | 'refuse' } | { card: Card };

export type Sandbox = Gateway & {
  /** Null: nobody's secret. */
  hearBuyer(clientSecret: string, says: BuyerSays): Promise<GatewayPayment | null>;
  /** Posts what waits to the webhook of the site at that address; answers how many were heard. */
  tellEvents(siteUrl: string): Promise<number>;
  /** Those told before that time. */
  forgetEvents(before: Date): Promise<void>;
};

export const SIGNATURE_HEADER = 'sandbox-signature';

const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

export function createSandbox(parts: SandboxParts): Sandbox {
  const { db, now, onEvent } = parts;
  const webhookSecret = secretOf(db);
  return {
    name: 'sandbox',
    publishableKey: null,
    createPayment: (wanted) => createPayment(parts, wanted),

    async findPayment(id) {
      const found = await findSandboxPayment(db, { id });
      return found && asPayment(found);
    },

    async confirmPayment(id, { key, method }) {
      if (!('card' in method)) throw new AppError('unprocessable', 'Enter the number of the card.');
      return tryCard(parts, await read(db, id), { key, card: method.card });
    },

    async cancelPayment(id) {
      const before = await read(db, id);
      if (!UNPAID.includes(before.state)) return asPayment(before);
      const type = 'payment_intent.canceled';
      return move(parts, before, { from: UNPAID, to: 'canceled', type, declineCode: before.declineCode });
    },

    async refund(id, how) {
      const made = await refund(parts, id, how).catch((error: unknown) => {
        throw asRefusal(error);
      });
      onEvent();
      return made;
    },

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
      if ('card' in says) return tryCard(parts, payment, { key: newId('try'), card: says.card });
      return answerBank(parts, payment, says.answer);
    },

    async tellEvents(siteUrl) {
      return deliverEvents(db, { siteUrl, now, secret: await webhookSecret() });
    },

    forgetEvents: (before) => deleteSandboxEventsTold(db, { before }),
  };
}

/** Made at the first use by whoever comes first, and remembered. */
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
  if (!found) throw new GatewayRefusedError('The sandbox knows no such payment');
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

/** As it is afterwards, whoever moved it. */
async function move(parts: SandboxParts, before: SandboxPayment, step: Step): Promise<GatewayPayment> {
  const { db, now, onEvent } = parts;
  const after = { ...before, state: step.to, declineCode: step.declineCode };
  const event = { ...eventOf(step.type, paymentObject(after), now()), createdAt: now() };
  try {
    if (await moveSandboxPayment(db, { ...step, id: before.id, event })) {
      onEvent();
      return asPayment(after);
    }
  } catch (error) {
    // The same try at the same moment: the other one was it.
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
  }
  return asPayment(await read(db, before.id));
}

async function tryCard(
  parts: SandboxParts,
  before: SandboxPayment,
  { key, card }: { key: string; card: Card },
): Promise<GatewayPayment> {
  if (!PAYABLE.includes(before.state)) return asPayment(before);
  const { state, declineCode } = judgeCard(card, parts.now());
  return move(parts, before, {
    from: PAYABLE,
    to: state,
    type: EVENT_OF[state],
    declineCode,
    lastFour: card.number.slice(-4),
    charge: { key, outcome: declineCode ?? state },
  });
}

async function answerBank(
  parts: SandboxParts,
  before: SandboxPayment,
  answer: 'approve' | 'refuse',
): Promise<GatewayPayment> {
  if (before.state !== 'requires_action') return asPayment(before);
  const to = answer === 'approve' ? 'succeeded' : 'requires_payment_method';
  const declineCode = answer === 'approve' ? null : 'authentication_failed';
  return move(parts, before, {
    from: ['requires_action'],
    to,
    type: EVENT_OF[to],
    declineCode,
    charge: { key: newId(answer), outcome: declineCode ?? to },
  });
}

async function refund(
  { db, now }: SandboxParts,
  id: string,
  { key, amountCents }: { key: string; amountCents: number },
): Promise<{ id: string; isDone: boolean }> {
  const refundId = newId('re');
  return inTransaction(db, async (tx) => {
    const isNew = await insertSandboxRefund(tx, {
      id: refundId,
      idempotencyKey: key,
      paymentId: id,
      amountCents,
      createdAt: now(),
    });
    if (!isNew) return sameRefund(tx, { key, id, amountCents });
    const payment = await takeBackSandboxPayment(tx, { id, amountCents });
    if (!payment) throw new GatewayRefusedError('Only what was paid can be refunded');
    const event = eventOf('charge.refunded', chargeObject(payment), now());
    await insertSandboxEvent(tx, { ...event, createdAt: now() });
    return { id: refundId, isDone: true };
  });
}

function asRefusal(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'sandbox_payments_refunded') {
    return new GatewayRefusedError('More would be refunded than was paid', error);
  }
  if (constraint?.startsWith('sandbox_refunds_payment_id')) {
    return new GatewayRefusedError('The sandbox knows no such payment', error);
  }
  return error;
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

/** Events look like Stripe's, so that what reads them is the same. */
function eventOf(type: string, object: object, at: Date): { id: string; type: string; body: string } {
  const id = newId('evt');
  const created = Math.floor(at.getTime() / 1000);
  return { id, type, body: JSON.stringify({ id, object: 'event', type, created, data: { object } }) };
}

function paymentObject({ id, state, amountCents, currency, metadata }: SandboxPayment): object {
  return {
    id,
    object: 'payment_intent',
    status: state,
    amount: amountCents,
    amount_received: state === 'succeeded' ? amountCents : 0,
    currency: currency.toLowerCase(),
    metadata,
  };
}

function chargeObject(payment: SandboxPayment & { refundedCents: number }): object {
  return {
    object: 'charge',
    payment_intent: payment.id,
    amount: payment.amountCents,
    amount_refunded: payment.refundedCents,
    currency: payment.currency.toLowerCase(),
  };
}

async function sameRefund(
  db: Parameters<typeof findSandboxRefund>[0],
  wanted: { key: string; id: string; amountCents: number },
): Promise<{ id: string; isDone: boolean }> {
  const before = await findSandboxRefund(db, { key: wanted.key });
  if (!before || before.paymentId !== wanted.id || before.amountCents !== wanted.amountCents) {
    throw new GatewayRefusedError('The same key was used for another refund');
  }
  return { id: before.id, isDone: true };
}
