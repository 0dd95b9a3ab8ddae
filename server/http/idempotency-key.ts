// The Idempotency-Key header.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';

const KEY = /^[\x21-\x7E]{8,200}$/;

/** The header's value, or undefined. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new AppError(
    'bad_request',
    'An Idempotency-Key has 8 to 200 letters, digits or signs, and no spaces.',
  );
}
