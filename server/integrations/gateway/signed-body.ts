// Webhook bodies signed as Stripe signs them: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older than that, and someone may be sending an old one again. */
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
