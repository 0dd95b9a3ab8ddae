// The sandbox's webhook events, in Stripe's format, so that both are read by the same code.
import { randomBytes } from 'node:crypto';

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

export function eventOf(type: string, object: object, at: Date): { id: string; type: string; body: string } {
  const id = newId('evt');
  const created = Math.floor(at.getTime() / 1000);
  return { id, type, body: JSON.stringify({ id, object: 'event', type, created, data: { object } }) };
}
