// Events of the fake Stripe, signed as Stripe documents it.
import { createHmac, randomBytes } from 'node:crypto';

export type StripeEvent = { id: string; type: string; body: string };

export function newEvent(
  type: string,
  object: object,
  id = `evt_${randomBytes(10).toString('hex')}`,
): StripeEvent {
  const created = Math.floor(Date.now() / 1000);
  const event = { id, object: 'event', api_version: '2026-01-01', created, livemode: false, type };
  // With spaces, as Stripe sends it: a re-serialized body has another signature.
  return { id, type, body: JSON.stringify({ ...event, data: { object } }, null, 2) };
}

export function signEvent(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${v1}`;
}

export async function postEvent(event: StripeEvent, siteUrl: string, secret: string): Promise<number> {
  const answer = await fetch(`${siteUrl}/api/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signEvent(event.body, secret, new Date()),
    },
    body: event.body,
    signal: AbortSignal.timeout(20_000),
  });
  await answer.arrayBuffer();
  return answer.status;
}
