// Rejects cross-site requests that change something (CSRF).
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';

/** `host` or `host:port`; anything else in the header is not trusted. */
const HOST = /^(\[[\da-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?$/;

export function checkHost(request: FastifyRequest): AppError | undefined {
  const { host } = request.headers;
  if (host === undefined || HOST.test(host)) return undefined;
  return new AppError('bad_request', 'The Host of this request is not an address.');
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts form data (spec §7, uploads). The origin is checked as usual. */
    takesForms?: boolean;
    /** Accepts the fields of a form sent without a script. The origin is checked as usual. */
    takesFields?: boolean;
    /** Called by servers with a signature or a key we mailed: no browser, cookie or origin involved. */
    isWebhook?: boolean;
  }
}

/** Content types any site's form can send without a preflight. Only uploads accept the last one, and only signing in the second. */
const FORM_TYPES = /^\s*(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;
const FIELDS_ONLY = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;
const WITH_FILES = /^\s*multipart\/form-data\s*(;|$)/i;

/** The error, or undefined. */
export function checkOrigin(config: Config, request: FastifyRequest): AppError | undefined {
  if (SAFE.has(request.method) || request.routeOptions.config.isWebhook) return undefined;
  const type = request.headers['content-type'] ?? '';
  const { takesForms = false, takesFields = false } = request.routeOptions.config;
  const isTaken =
    !FORM_TYPES.test(type) ||
    (takesForms && WITH_FILES.test(type)) ||
    (takesFields && FIELDS_ONLY.test(type));
  if (!isTaken && request.url.startsWith('/api/')) {
    return new AppError(
      'forbidden',
      `Forms of this type aren’t accepted here, so nothing was changed. Send ${takesForms ? 'multipart/form-data' : 'application/json'}.`,
    );
  }
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Every browser sends an origin with such requests. A caller that sends neither header is not a browser and has no
  // visitor's cookie.
  const isSaidToBeOurs = site === undefined || site === 'same-origin' || site === 'none';
  const isOurs = origin === undefined || origin === ownOrigin(config, request);
  if (isSaidToBeOurs && isOurs) return undefined;
  return new AppError('forbidden', 'This request came from another site, so nothing was changed.');
}

function ownOrigin(config: Config, request: FastifyRequest): string {
  if (config.isPublicUrlFixed) return new URL(config.publicUrl).origin;
  return `${request.protocol}://${request.host}`;
}
