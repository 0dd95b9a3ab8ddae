// Refuses changes that another site asked a visitor's browser to make.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The refusal, or undefined. */
export function checkOrigin(config: Config, request: FastifyRequest): AppError | undefined {
  if (SAFE.has(request.method)) return undefined;
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Every browser names the origin of a change. A caller that names neither is no browser, and holds no
  // visitor's cookie unless the visitor gave it away.
  if (origin === undefined && (site === undefined || site === 'same-origin' || site === 'none'))
    return undefined;
  if (origin === ownOrigin(config, request)) return undefined;
  return new AppError('forbidden', 'This request came from another site, so nothing was changed.');
}

function ownOrigin(config: Config, request: FastifyRequest): string {
  if (config.isPublicUrlFixed) return new URL(config.publicUrl).origin;
  return `${request.protocol}://${request.host}`;
}
