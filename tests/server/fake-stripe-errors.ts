// How the fake Stripe refuses.
import { randomBytes } from 'node:crypto';

export type LastError = { type: 'card_error'; code: string; decline_code?: string; message: string };

export class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super('refused');
    this.status = status;
    this.body = body;
  }
}

export function invalid(message: string, extra: object = {}, status = 400): Refusal {
  return new Refusal(status, { type: 'invalid_request_error', message, ...extra });
}

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;
