// The gateway where no Stripe key is set: a bank of our own with books of its own, which charges nobody. Each change
// of a payment and the event that tells of it are one statement; the same key never does a thing twice.
import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/client.ts';
import { databaseErrorCode } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import type { Card } from '#shared/features/checkout/checkout.contract.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import { gatewayEventIn, isSigned } from './webhook-body.ts';
import { GatewayRefusedError, type Gateway, type GatewayPayment, type NewGatewayPayment } from './gateway.ts';
import { declinedText, judgeCard } from './sandbox-cards.ts';
import { deliverEvents } from './sandbox-delivery.ts';
import { newId } from './sandbox-events.ts';
import { listDisputes, refundSandbox, setDispute } from './sandbox-returns.ts';
import {
  deleteSandboxEventsTold,
  ensureWebhookSecret,
  findSandboxPayment,
  findSandboxPaymentByKey,
  insertSandboxPayment,
  listSandboxRefunds,
  moveSandboxPayment,
  type Move,
  type SandboxPayment,
} from './sandbox.queries.ts';

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
  /** The buyer's bank, as staff play it. False: there is no such payment to dispute. */
  setDispute(paymentId: string, state: DisputeState): Promise<boolean>;
  /** Those told before that time. */
  forgetEvents(before: Date): Promise<void>;
};

export const SIGNATURE_HEADER = 'sandbox-signature';

export function createSandbox(parts: SandboxParts): Sandbox {
  const { db, now } = parts;
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
      return tryCard(parts, id, { key, card: method.card });
    },

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
async function move(parts: SandboxParts, id: string, { type, ...step }: Step): Promise<GatewayPayment> {
  const { db, now, onEvent } = parts;
  try {
    const event = { id: newId('evt'), type, createdAt: now() };
    const moved = await moveSandboxPayment(db, { ...step, id, event });
    if (moved) {
      onEvent();
      return asPayment(moved);
    }
  } catch (error) {
    // The same try at the same moment: the other one was it.
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
  }
  return asPayment(await read(db, id));
}

async function tryCard(
  parts: SandboxParts,
  id: string,
  { key, card }: { key: string; card: Card },
): Promise<GatewayPayment> {
  const { state, declineCode } = judgeCard(card, parts.now());
  return move(parts, id, {
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
