// Refunds and disputes in the sandbox; staff play the buyer's bank.
import type { Db, DbOrTx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import type { SandboxDisputeState } from '#server/db/schema/integrations.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import { GatewayRefusedError, type Gateway, type GatewayDispute } from './gateway.ts';
import { eventOf, newId } from './sandbox-events.ts';
import {
  findSandboxPayment,
  findSandboxRefund,
  insertSandboxEvent,
  insertSandboxRefund,
  listSandboxDisputes,
  reverseSandboxPayment,
  upsertSandboxDispute,
  type SandboxPayment,
} from './sandbox.queries.ts';

type Parts = { db: Db; now: () => Date; onEvent: () => void };
type RefundInput = Parameters<Gateway['refund']>[1];

export async function refundSandbox(parts: Parts, id: string, input: RefundInput): Promise<{ id: string }> {
  const made = await refund(parts, id, input).catch((error: unknown) => {
    throw asRefusal(error);
  });
  parts.onEvent();
  return made;
}

async function refund(
  { db, now }: Parts,
  id: string,
  { key, amountCents, metadata }: RefundInput,
): Promise<{ id: string }> {
  const refundId = newId('re');
  const row = { id: refundId, idempotencyKey: key, paymentId: id, amountCents, metadata, createdAt: now() };
  return inTransaction(db, async (tx) => {
    if (!(await insertSandboxRefund(tx, row))) return sameRefund(tx, { key, id, amountCents });
    const payment = await reverseSandboxPayment(tx, { id, amountCents });
    if (!payment) throw new GatewayRefusedError('Only what was paid and is not disputed can be refunded');
    const event = eventOf('charge.refunded', chargeObject(payment), now());
    await insertSandboxEvent(tx, { ...event, createdAt: now() });
    return { id: refundId };
  });
}

function asRefusal(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'sandbox_payments_refunded') {
    return new GatewayRefusedError('More would be refunded than was paid', error);
  }
  if (constraint?.startsWith('sandbox_refunds_payment_id')) {
    return new GatewayRefusedError('The sandbox has no such payment', error);
  }
  return error;
}

async function sameRefund(
  db: DbOrTx,
  input: { key: string; id: string; amountCents: number },
): Promise<{ id: string }> {
  const before = await findSandboxRefund(db, { key: input.key });
  if (!before || before.paymentId !== input.id || before.amountCents !== input.amountCents) {
    throw new GatewayRefusedError('The same key was used for another refund');
  }
  return { id: before.id };
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

export async function listDisputes({ db }: Pick<Parts, 'db'>, paymentId: string): Promise<GatewayDispute[]> {
  const rows = await listSandboxDisputes(db, { paymentId });
  return rows.map(({ id, amountCents, reason, state }) => ({
    id,
    amountCents,
    currency: DEFAULT_CURRENCY,
    reason,
    state: state === 'needs_response' ? 'open' : state,
    answerBy: null,
  }));
}

/** A bank may change its decision; each change is an event. */
export async function setDispute(parts: Parts, paymentId: string, state: DisputeState): Promise<boolean> {
  const { db, now, onEvent } = parts;
  const payment = await findSandboxPayment(db, { id: paymentId });
  if (payment?.state !== 'succeeded') return false;
  const word: SandboxDisputeState = state === 'open' ? 'needs_response' : state;
  await inTransaction(db, async (tx) => {
    const { id, isNew } = await upsertSandboxDispute(tx, {
      id: newId('dp'),
      paymentId,
      amountCents: payment.amountCents,
      reason: 'fraudulent',
      state: word,
      createdAt: now(),
    });
    const isOver = word === 'won' || word === 'lost';
    const type = `charge.dispute.${isNew ? 'created' : isOver ? 'closed' : 'updated'}`;
    const object = {
      id,
      object: 'dispute',
      payment_intent: paymentId,
      amount: payment.amountCents,
      status: word,
    };
    await insertSandboxEvent(tx, { ...eventOf(type, object, now()), createdAt: now() });
  });
  onEvent();
  return true;
}
