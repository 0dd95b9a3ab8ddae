// Webhook bodies, in Stripe's format, which the sandbox shares: parsing and signatures.
import { z } from 'zod';
import type { GatewayEvent } from './gateway.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

const common = { id: z.string().min(1).max(200), type: z.string().max(100) };
const money = { amount: z.int().nonnegative(), currency: z.string().max(10) };

const aboutPayment = z.object({
  ...common,
  data: z.object({
    object: z.object({
      object: z.literal('payment_intent'),
      id: z.string().min(1).max(200),
      amount_received: z.int().nonnegative().optional(),
      ...money,
    }),
  }),
});

const aboutCharge = z.object({
  ...common,
  data: z.object({
    object: z.object({ object: z.literal('charge'), payment_intent: z.string().min(1).max(200), ...money }),
  }),
});

/** Refunds and disputes: their amounts are fetched when the event is processed. */
const aboutPart = z.object({
  ...common,
  data: z.object({
    object: z.object({ object: z.enum(['refund', 'dispute']), payment_intent: z.string().min(1).max(200) }),
  }),
});

/** Null for events we do not handle. */
export function gatewayEventIn(body: unknown): GatewayEvent | null {
  const payment = aboutPayment.safeParse(body).data;
  if (payment) {
    const { id, type, data } = payment;
    const { amount, amount_received: received, currency } = data.object;
    // Once paid, the amount received counts.
    const amountCents = type === 'payment_intent.succeeded' ? (received ?? amount) : amount;
    return { id, type, gatewayId: data.object.id, amountCents, currency: currency.toUpperCase() };
  }
  const charge = aboutCharge.safeParse(body).data;
  if (!charge) {
    const part = aboutPart.safeParse(body).data;
    if (!part) return null;
    const { payment_intent: gatewayId } = part.data.object;
    return { id: part.id, type: part.type, gatewayId, amountCents: null, currency: null };
  }
  const { amount, currency, payment_intent: gatewayId } = charge.data.object;
  return {
    id: charge.id,
    type: charge.type,
    gatewayId,
    amountCents: amount,
    currency: currency.toUpperCase(),
  };
}

/** Older signatures may be replays. */
export const SIGNATURE_SECONDS = 300;

const SHAPE = /^t=(\d{1,12}),v1=([\da-f]{64})$/;

function digest(secret: string, seconds: number, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}

export function signBody(secret: string, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

export function isSigned(
  secret: string,
  body: Buffer,
  { signature, now }: { signature: unknown; now: Date },
): boolean {
  const [, seconds, hex] = (typeof signature === 'string' && SHAPE.exec(signature)) || [];
  if (seconds === undefined || hex === undefined) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > SIGNATURE_SECONDS) return false;
  return timingSafeEqual(digest(secret, Number(seconds), body), Buffer.from(hex, 'hex'));
}
